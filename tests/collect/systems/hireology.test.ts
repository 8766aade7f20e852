import { expect, test } from 'bun:test'
import { FetchFailure } from '../../../src/collect/failures'
import type { Fetch } from '../../../src/collect/system'
import { hireology } from '../../../src/collect/systems/hireology'
import { boardOf, listed } from './answers'

const LIST = 'https://api.hireology.com/v2/public/careers/acme?page=1&page_size=500'
const PAGE = 'https://careers.hireology.com/acme'

test('a service that asks for a token gets the one of the page, which no error names', async () => {
  const asked: string[] = []
  const answer = { data: [{ id: 1, name: 'Cook' }], count: 1, page: 1, page_size: 500 }
  const fetch: Fetch = async ({ url, headers, accept }) => {
    asked.push(url)
    const response = (status: number, text: string) => ({ status, headers: new Headers(), text })
    if (url === PAGE) return response(200, '<script>startingData={"apiToken":"secret"}</script>')
    if (headers?.authorization === 'Bearer secret') return response(200, JSON.stringify(answer))
    if (accept?.includes(401)) return response(401, '')
    throw new FetchFailure('status 401', { status: 401 })
  }
  const { postings, incompleteReason } = await listed(hireology, boardOf(hireology), fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(incompleteReason).toBeUndefined()
  expect(asked).toEqual([LIST, PAGE, LIST])
})
