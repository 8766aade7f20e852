import { describe, expect, test } from 'bun:test'
import { avature } from '../../../src/collect/systems/avature'
import { type Answer, boardOf, listing, range, recordings, testEach } from './answers'

const board = boardOf(avature, 'plover/en_US/careers')
const SITE = 'https://plover.avature.net/en_US/careers'
const PAGE = (offset: number) => `${SITE}/SearchJobs/?jobOffset=${offset}`

const page = (ids: readonly number[], offsets: readonly number[] = [0]): Answer => ({
  body: `<html><head><meta name="avature.portal.page" content="SearchJobs"/></head><body>
    ${offsets.map((offset) => `<a href="${PAGE(offset)}" class="paginationLink">${offset}</a>`).join('')}
    <div class="results">${ids.map((id) => `<div class="jobItem"><a href="${SITE}/JobDetail/Diver/${id}">Diver</a></div>`).join('')}</div></body></html>`,
})

const read = async (answers: Record<string, Answer>) => await listing(avature, board, answers)

describe('pages', () => {
  test('are read as their links say, and the first one again', async () => {
    const { ids, incompleteReason, asked } = await read({
      [PAGE(0)]: page([1, 2], [0, 2, 4, 2]),
      [PAGE(2)]: page([3, 4], [0, 2, 4]),
      [PAGE(4)]: page([5], [0, 2, 4]),
    })
    expect([ids, incompleteReason]).toEqual([['1', '2', '3', '4', '5'], undefined])
    expect(asked).toEqual([PAGE(0), PAGE(2), PAGE(4), PAGE(0)])
  })

  test.each([
    ['that repeats jobs of before', page([2, 1], [0, 2])],
    ['without jobs to which another one links', page([], [0, 2])],
  ])('a page %s: not complete', async (_, second) => {
    const answers = { [PAGE(0)]: page([1, 2], [0, 2]), [PAGE(2)]: second }
    expect((await read(answers)).incompleteReason).toBe('page 2 has no new rows')
  })

  test.each([
    ['one that links back proves it', page([], [0, 6, 12]), undefined],
    [
      'one with other jobs does not',
      page([12], [0, 6]),
      'more rows follow the last page that the total allows',
    ],
    [
      'an error page does not',
      { body: '<html>Oops</html>' },
      'the page behind the last one: answered with a page without jobs at the offset 12',
    ],
  ])('behind a full last page one more is asked for: %s', async (_, behind, incompleteReason) => {
    const found = await read({
      [PAGE(0)]: page(range(0, 6), [0, 6]),
      [PAGE(6)]: page(range(6, 12), [0, 6]),
      [PAGE(12)]: behind,
    })
    expect(found.incompleteReason).toBe(incompleteReason)
    expect(found.asked).toContain(PAGE(12))
  })

  test('an error page with 200 is an error, not the end', async () => {
    const error = { body: '<html>Oops... Something went wrong</html>' }
    await expect(read({ [PAGE(0)]: page([1], [0, 1]), [PAGE(1)]: error })).rejects.toThrow(
      'answered with a page without jobs at the offset 1',
    )
  })

  test('end at the offset of 2,000, which is not complete', async () => {
    const pages = range(0, 5).map((number): [string, Answer] => [
      PAGE(number * 500),
      page(range(number * 500, (number + 1) * 500), [(number + 1) * 500]),
    ])
    const { ids, incompleteReason } = await read(Object.fromEntries(pages))
    expect([ids.length, incompleteReason]).toEqual([2500, 'a list ends at 2500 jobs'])
  })
})

testEach(await recordings('avature/*.html'))(
  'recorded answers: every job is a row: %s',
  async (_, text) => {
    const { hostname, pathname } = new URL(/https:[^"]*\/SearchJobs\b/.exec(text)?.[0] ?? '')
    const site = boardOf(avature, hostname.split('.')[0] + pathname.replace('/SearchJobs', ''))
    const body = text.replaceAll(/jobOffset=\d+/g, 'jobOffset=0')
    const ids = new Set(text.matchAll(/\/JobDetail\/[^"?]*\/(\d+)/g).map(([, id]) => id))
    const found = await listing(avature, site, {
      [`https://${hostname}${pathname}/?jobOffset=0`]: { body },
    })
    expect(found.ids).toHaveLength(ids.size)
  },
)
