import { expect, test } from 'bun:test'
import { teamtailor } from '../../../src/collect/systems/teamtailor'
import { type Answer, boardOf, listing, range } from './answers'

const FEED = 'https://maple.teamtailor.com/jobs.json'
const PAGE = (page: number) => `${FEED}?page=${page}&per_page=100`

const feed = (from: number, to: number, next_url?: string): Answer => ({
  body: {
    items: range(from, to).map((id) => ({
      id: String(id),
      title: 'Baker',
      url: `https://maple.teamtailor.com/jobs/${id}-baker`,
    })),
    next_url,
  },
})

const read = async (answers: Record<string, Answer>) =>
  await listing(teamtailor, boardOf(teamtailor, 'maple'), answers)

test.each([
  ['one that is empty proves it', feed(0, 0), undefined],
  ['one that does not exist proves it', { status: 404 }, undefined],
  [
    'one with other items does not',
    feed(200, 201),
    'more rows follow the last page that the total allows',
  ],
])('behind a full last page one more is asked for: %s', async (_, behind, reason) => {
  const { ids, incompleteReason, asked } = await read({
    [FEED]: feed(0, 100, PAGE(2)),
    [PAGE(2)]: feed(100, 200),
    [PAGE(3)]: behind,
  })
  expect([ids.length, incompleteReason]).toEqual([200, reason])
  expect(asked).toContain(PAGE(3))
})

test('the first page may be the last one', async () => {
  const full = await read({ [FEED]: feed(0, 100), [PAGE(2)]: feed(100, 101) })
  expect(full.incompleteReason).toBeDefined()
  expect((await read({ [FEED]: feed(0, 99) })).incompleteReason).toBeUndefined()
})
