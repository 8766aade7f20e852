import { describe, expect, test } from 'bun:test'
import { jobvite } from '../../../src/collect/systems/jobvite'
import { type Answer, boardOf, listing, range, recordings, testEach } from './answers'

const board = boardOf(jobvite, 'kestrel')
const PAGE = (page: number) => `https://jobs.jobvite.com/kestrel/search/?p=${page}`

const page = (ids: readonly (string | number)[], counted?: string): Answer => ({
  body: `<html><head><title>Kestrel Air Careers</title></head><body><article class="jv-page-body">
    <div class="jv-job-list"><ul>${ids.map((id) => `<li><a class="jv-job-item" href="/kestrel/job/${id}"><div class="jv-job-list-name"><p>Pilot</p></div></a></li>`).join('')}</ul></div>
    ${counted === undefined ? '' : `<div class="jv-pagination"><div class="jv-pagination-text">${counted}</div></div>`}
  </article></body></html>`,
})

const read = async (...pages: Answer[]) =>
  await listing(jobvite, board, Object.fromEntries(pages.map((one, at) => [PAGE(at), one])))

describe('pages', () => {
  const first = page(['a', 'b'], '1-2 of 3')

  test('are read to the count, and the first one again', async () => {
    const { ids, incompleteReason, organization, asked } = await read(
      first,
      page(['c'], '3-3 of 3'),
    )
    expect([ids, incompleteReason, organization]).toEqual([
      ['a', 'b', 'c'],
      undefined,
      'Kestrel Air',
    ])
    expect(asked).toEqual([PAGE(0), PAGE(1), PAGE(0)])
  })

  test.each([
    ['a gap', page(['d'], '4-4 of 4'), 'the total changed from 3 to 4'],
    ['the first page again', first, 'page 2 has no new rows'],
    ['a row of before', page(['b'], '3-3 of 3'), 'page 2 has no new rows'],
    ['an empty page before the count is reached', page([]), 'the total changed from 3 to 0'],
  ])('%s: not complete', async (_, second, incompleteReason) => {
    expect((await read(first, second)).incompleteReason).toBe(incompleteReason)
  })

  const full = page(range(0, 50), '1-50 of 50')

  test.each([
    ['one that is empty proves it', page([]), undefined],
    [
      'one with other jobs does not',
      page([50, 51]),
      'more rows follow the last page that the total allows',
    ],
    [
      'something else than a list does not',
      { body: '<html>Maintenance</html>' },
      expect.stringMatching(/^the page behind the last one/),
    ],
  ])('behind a full last page one more is asked for: %s', async (_, behind, reason) => {
    const { incompleteReason, asked } = await read(full, behind)
    expect(incompleteReason).toEqual(reason)
    expect(asked).toEqual([PAGE(0), PAGE(1)])
  })

  test.each(['1-2 of 1,002', '1-2 de 1.002', '1-2 of <strong>1002</strong>'])(
    'count more than a thousand: %s',
    async (counted) => {
      const { asked } = await read(page(['a', 'b'], counted), page(['c'], counted), page([]))
      expect(asked[1]).toBe(PAGE(1))
    },
  )
})

testEach(await recordings('html/jobvite.html'))(
  'recorded answers: every link of the board is a row: %s',
  async (_, text) => {
    const slug = /\/([\w-]+)\/job\//.exec(text)?.[1] ?? ''
    const url = `https://jobs.jobvite.com/${slug}/search/?p=0`
    const { ids } = await listing(jobvite, boardOf(jobvite, slug), { [url]: { body: text } })
    expect(ids).toHaveLength(text.split('/job/').length - 1)
  },
)
