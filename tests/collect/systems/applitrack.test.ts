import { expect, test } from 'bun:test'
import { readText } from '../../../src/collect/http/read-text'
import { applitrack } from '../../../src/collect/systems/applitrack'
import { listed } from './answers'
import { recordedBoard } from './boards'
import { changedVendor } from './cases'

test('Windows-1252 is read, which no header names', async () => {
  const replace = { "Potter\\'s &amp; glazer\\'s aide": 'Potter \u0096 nights' }
  const { board, fetch } = changedVendor(applitrack, recordedBoard(applitrack), {
    answers: { list: { replace } },
  })
  const { postings } = await listed(applitrack, board, async (request) => {
    const response = await fetch(request)
    const bytes = Buffer.from(response.text, 'latin1')
    const answer = new Response(bytes, { headers: { 'content-type': 'text/javascript' } })
    return { ...response, text: await readText(answer, 1_000_000) }
  })
  expect(postings[0]?.posting?.title).toBe('Potter – nights')
})
