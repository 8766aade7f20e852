import { describe, expect, test } from 'bun:test'
import { eightfold } from '../../../src/collect/systems/eightfold'
import { type Answer, boardOf, listing, range } from './answers'
import { recordedBoard } from './boards'

describe('the pages of the search of a closed board', () => {
  const { board, exchanges } = recordedBoard(eightfold)
  const origin = 'https://otter.eightfold.ai'
  const SEARCH = (start: number) =>
    `${origin}/api/pcsx/search?query=&start=${start}&sort_by=timestamp&domain=otter.example`
  const results = (from: number, to: number, count: number): Answer => ({
    body: {
      data: {
        positions: range(from, to).map((id) => ({
          id,
          name: 'Planner',
          locations: ['United States, Nevada, Reno'],
          positionUrl: `/careers/job/${id}`,
        })),
        count,
      },
    },
  })
  const read = async (...pages: Answer[]) =>
    await listing(eightfold, boardOf(eightfold, board.slug, { ...board }), {
      [exchanges[0]?.request.url ?? '']: { status: 403, body: { message: 'PCSX' } },
      [`${origin}/careers/sitemap.xml`]: { status: 404 },
      ...Object.fromEntries(pages.map((page, at) => [SEARCH(at * 10), page])),
    })

  test('are read to its count, and the first one again', async () => {
    const { ids, incompleteReason, asked } = await read(
      results(100, 110, 22),
      results(110, 120, 22),
      results(120, 122, 22),
    )
    expect([ids.length, incompleteReason]).toEqual([22, undefined])
    expect(asked.slice(2)).toEqual([0, 10, 20, 0].map(SEARCH))
  })

  test.each([
    ['an order that shifts between pages', results(109, 111, 12), 'the list repeats rows'],
    ['another count', results(110, 112, 13), 'the total changed from 12 to 13'],
    ['an empty page', results(0, 0, 12), 'the list has 10 rows, and its total is 12'],
  ])('%s: not complete', async (_, second, incompleteReason) => {
    const found = await read(results(100, 110, 12), second)
    expect(found.incompleteReason).toBe(incompleteReason)
  })
})
