import { afterEach, expect, test } from 'bun:test'
import { READING_LIMIT } from '../../../src/collect/answers/within-limit'
import { LIMITS } from '../../../src/collect/http/exchange'
import { readText } from '../../../src/collect/http/read-text'
import { applitrack } from '../../../src/collect/systems/applitrack'
import { timeLimit } from '../../support/until'
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

const { readingMs } = READING_LIMIT
afterEach(() => {
  READING_LIMIT.readingMs = readingMs
})

test(
  'the pool of a state is read, whose list has more than 40 MB',
  async () => {
    const recorded = recordedBoard(applitrack)
    const list = recorded.exchanges.find(({ name }) => name === 'list')
    const lines = list?.answer.text ?? []
    const row = lines.find((line) => line.includes('p101_')) ?? ''
    const rows = Array.from({ length: 870 }, (_, index) =>
      row.replaceAll('101', String(index + 1)).replace('Fire', `Fire ${'the ware '.repeat(5_500)}`),
    )
    const text = lines.flatMap((line) => (line === row ? rows : line.replace('<b>1<', '<b>870<')))
    const board = { source: applitrack.source, ...recorded.board }
    const { fetch } = changedVendor(applitrack, recorded, {
      answers: { list: { text: text.join('\n') } },
    })
    READING_LIMIT.readingMs = timeLimit(readingMs)
    let bytes = 0
    const answer = await listed(applitrack, board, async (request) => {
      const response = await fetch(request)
      bytes = Math.max(bytes, response.text.length)
      expect(response.text.length).toBeLessThan(request.maxBytes ?? LIMITS.bytes)
      return response
    })
    expect(bytes).toBeGreaterThan(40_000_000)
    expect(answer.postings.length).toBe(870)
    expect(answer.incompleteReason).toBeUndefined()
  },
  timeLimit(60_000),
)
