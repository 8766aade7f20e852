import { describe, expect, test } from 'bun:test'
import { icims } from '../../../src/collect/systems/icims'
import {
  type Answer,
  boardOf,
  checkImportable,
  listing,
  range,
  recordings,
  testEach,
} from './answers'

const board = boardOf(icims, 'careers-dogwood')
const HOST = 'https://careers-dogwood.icims.com'
const PAGE = (page: number) => `${HOST}/jobs/search?pr=${page}&in_iframe=1`

const pageOf = (ids: readonly number[], number = 1, pages = 1): Answer => ({
  body: `<html><head>${number < pages ? `<link rel="next" href="${PAGE(number)}" />` : ''}</head><body>
<h2 class="iCIMS_SubHeader iCIMS_SubHeader_Jobs">Search Results Page ${number} of ${pages}</h2>
<ul class="container-fluid iCIMS_JobsTable">${ids.map((id) => `<li class="iCIMS_JobCardItem"><div class="title"><a href="${HOST}/jobs/${id}/joiner/job?in_iframe=1" class="iCIMS_Anchor"><h3>Joiner</h3></a></div></li>`).join('\n')}</ul></body></html>`,
})

const read = async (...pages: Answer[]) =>
  await listing(icims, board, Object.fromEntries(pages.map((page, at) => [PAGE(at), page])))

describe('pages', () => {
  test('are read to the number of pages, and the first one again', async () => {
    const { ids, incompleteReason, asked } = await read(
      pageOf(range(0, 20), 1, 3),
      pageOf(range(20, 40), 2, 3),
      pageOf(range(40, 45), 3, 3),
    )
    expect([ids.length, incompleteReason]).toEqual([45, undefined])
    expect(asked).toEqual([PAGE(0), PAGE(1), PAGE(2), PAGE(0)])
  })

  test('that repeat, or whose number changes, are no complete list', async () => {
    const repeated = await read(pageOf(range(0, 20), 1, 2), pageOf(range(0, 20), 2, 2))
    expect(repeated.incompleteReason).toBe('page 2 has no new rows')
    const changed = await read(
      pageOf(range(0, 20), 1, 2),
      pageOf(range(20, 40), 2, 3),
      pageOf([40], 3, 3),
    )
    expect(changed.incompleteReason).toBe('the number of pages changed while they were read')
  })

  test.each([
    ['one without cards proves it', pageOf([], 2, 1), undefined],
    ['the last one again proves it', pageOf(range(0, 20)), undefined],
    [
      'one with other cards does not',
      pageOf([20], 2, 1),
      'more rows follow the last page that the total allows',
    ],
    [
      'something else than a list does not',
      { body: '<html>Maintenance</html>' },
      'the page behind the last one: answered with something else than a list',
    ],
  ])('behind a full last page one more is asked for: %s', async (_, behind, incompleteReason) => {
    const found = await read(pageOf(range(0, 20)), behind)
    expect(found.incompleteReason).toBe(incompleteReason)
    expect(found.asked).toEqual([PAGE(0), PAGE(1)])
  })

  test('without a number, the link to the next one leads on, and nothing is proved', async () => {
    const strip = ({ body }: Answer) => ({ body: String(body).replace(/Page \d+ of \d+/, '') })
    const pages = [pageOf(range(0, 20), 1, 2), pageOf(range(20, 25), 2, 2)].map(strip)
    const { ids, incompleteReason } = await read(...pages)
    const reason = 'the first page has no number of pages, or no jobs'
    expect([ids.length, incompleteReason]).toEqual([25, reason])
  })
})

testEach(await recordings('icims/*search*.html'))(
  'recorded answers: every card is a posting: %s',
  async (_, text) => {
    const whole = { body: text.replace(/Page 1 of \d+/, 'Page 1 of 1') }
    const links = [...text.matchAll(/\/jobs\/(\d+)\/[^"/]+\/job\?in_iframe=1"/g)]
    const { postings, ids, incompleteReason } = await read(whole, whole)
    expect([ids, incompleteReason]).toEqual([links.map(([, id]) => String(id)), undefined])
    for (const entry of postings) {
      const job = `<script type="application/ld+json">{"@type":"JobPosting","description":"<p>x</p>"}</script>`
      const posting = await icims.detail?.(board, entry, async () => ({
        status: 200,
        headers: new Headers(),
        text: job,
      }))
      if (posting) checkImportable(board, posting)
      expect(posting?.places).toHaveLength(1)
    }
  },
)
