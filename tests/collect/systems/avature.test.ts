import { describe, expect, test } from 'bun:test'
import { avature } from '../../../src/collect/systems/avature'
import {
  type Answer,
  answering,
  boardOf,
  collected,
  detailFrom,
  listed,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const board = boardOf(avature, 'plover/en_US/careers')
const SITE = 'https://plover.avature.net/en_US/careers'
const PAGE = (offset: number) => `${SITE}/SearchJobs/?jobOffset=${offset}`
const JOB = (id: string) => `${SITE}/JobDetail/Toronto-Diver/${id}`

/** The current skin, with links to share and to apply. */
const article = (id: string, more = '') => `<article class="article article--result 1">
  <h3 class="article__header__text__title"><a class="link" href="${JOB(id)}?businessTitle=Diver">Diver
     ${id} &amp; Guide</a></h3>
  <div class="article__header__text__subtitle">
    <span class="list-item-location">Location: Toronto, Ontario, Canada</span>
    <span class="list-item-ref">Ref #R-${id}</span>${more}
  </div>
  <a href="mailto:?body=${JOB('999')}">Share</a>
  <a href="${SITE}/Register?jobId=${id}">Apply Now</a></article>`

/** An older skin. */
const item = (id: string) => `<div class="jobItem"><p class="jobTitle">
  <a href="${JOB(id)}" title="Diver">Diver ${id}</a></p>
  <p><span class="locationText">Halifax, NS</span> | <span class="daysAgo">Posted: 10-Jul-2025</span></p>
  <a class="applyButton" href="${SITE}/Register?jobOffset=0&amp;id=${id}">Apply Now</a></div>`

const page = (rows: readonly string[], offsets: readonly number[] = [0]): Answer => ({
  body: `<html><head><meta name="avature.portal.page" content="SearchJobs"/></head><body>
    ${offsets.map((offset) => `<a href="${PAGE(offset)}" class="paginationLink">${offset}</a>`).join('')}
    <div class="results">${rows.join('\n')}</div></body></html>`,
})

const field = (label: string, value: string) =>
  `<div class="article__content__view__field"><div class="article__content__view__field__label">${label}</div>
   <div class="article__content__view__field__value">${value}</div></div>`

const jobPage = (id: string, fields = ''): Record<string, Answer> => ({
  [JOB(id)]: {
    body: `<article class="article article--details">${fields}</article>
      <article class="article article--details"><div class="article__content__view__field">
        <div class="article__content__view__field__value"><p>Dive &amp; guide.</p></div></div></article>`,
  },
})

test('an older skin; the location of the page counts before that of the row', async () => {
  const { fetch } = answering(avature, {
    [PAGE(0)]: page([item('7'), item('8')]),
    ...jobPage('7'),
    ...jobPage('8', field('Work Location(s)', 'Remote')),
  })
  expect(await collected(avature, board, fetch)).toMatchObject([
    {
      title: 'Diver 7',
      date_posted: '2025-07-10T00:00:00Z',
      places: [{ text: 'Halifax, NS' }],
      employment_type: null,
    },
    { places: [{ text: 'Remote' }], work_arrangement: 'remote', location_type: 'TELECOMMUTE' },
  ])
})

test('a relative date is none, and does not change the fingerprint', async () => {
  const answers = (posted: string) => ({
    [PAGE(0)]: page([article('5', `<span class="list-item-posted">${posted}</span>`)]),
    ...jobPage('5'),
  })
  const { fetch } = answering(avature, answers('3 days ago'))
  expect((await collected(avature, board, fetch))[0]?.date_posted).toBeNull()
  const fingerprintOf = async (posted: string) =>
    (await listed(avature, board, answering(avature, answers(posted)).fetch)).postings[0]
      ?.fingerprint
  expect(await fingerprintOf('4 days ago')).toBe(await fingerprintOf('3 days ago'))
  expect(await fingerprintOf('Jul-28-2026')).not.toBe(await fingerprintOf('Jul-27-2026'))
})

describe('pages', () => {
  test('are read as their links say, and the first one again', async () => {
    const { fetch, requests } = answering(avature, {
      [PAGE(0)]: page([item('1'), item('2')], [0, 2, 4, 2]),
      [PAGE(2)]: page([item('3'), item('4')], [0, 2, 4]),
      [PAGE(4)]: page([item('5')], [0, 2, 4]),
    })
    const { postings, incompleteReason } = await listed(avature, board, fetch)
    expect(postings.map(({ external_id }) => external_id)).toEqual(['1', '2', '3', '4', '5'])
    expect(incompleteReason).toBeUndefined()
    expect(requests.map(({ url }) => url)).toEqual([PAGE(0), PAGE(2), PAGE(4), PAGE(0)])
  })

  const legend = (text: string) => `<div class="list-controls__text__legend">${text}</div>`

  test.each([
    ['1-2 of 2 results', undefined],
    ['1-2 sur 1,024 résultats', 'the list has 2 rows, and its total is 1024'],
    ['1-2 of 999+ results', undefined],
    ['No results', undefined],
  ])('%s', async (text, expected) => {
    const { fetch } = answering(avature, { [PAGE(0)]: page([legend(text), item('1'), item('2')]) })
    expect((await listed(avature, board, fetch)).incompleteReason).toBe(expected)
  })

  test('a page that repeats jobs of before: not complete', async () => {
    const { fetch } = answering(avature, {
      [PAGE(0)]: page([item('1'), item('2')], [0, 2]),
      [PAGE(2)]: page([item('2'), item('1')], [0, 2]),
    })
    expect(await listed(avature, board, fetch)).toMatchObject({
      incompleteReason: 'page 2 has no new rows',
    })
  })

  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => item(String(from + index)))

  test.each([
    ['one that links back proves it', page([], [0, 6, 12]), undefined],
    [
      'one with other jobs does not',
      page(items(12, 13), [0, 6]),
      'more rows follow the last page that the total allows',
    ],
    [
      'an error page does not',
      { body: '<html>Oops</html>' },
      'the page behind the last one: answered with a page without jobs at the offset 12',
    ],
  ])('behind a full last page one more is asked for: %s', async (_, behind, incompleteReason) => {
    const { fetch, requests } = answering(avature, {
      [PAGE(0)]: page(items(0, 6), [0, 6]),
      [PAGE(6)]: page(items(6, 12), [0, 6]),
      [PAGE(12)]: behind,
    })
    expect((await listed(avature, board, fetch)).incompleteReason).toBe(incompleteReason)
    expect(requests.map(({ url }) => url)).toContain(PAGE(12))
  })

  test('a page without jobs to which another one links: not complete', async () => {
    const { fetch } = answering(avature, {
      [PAGE(0)]: page(items(0, 6), [0, 6, 12]),
      [PAGE(6)]: page([], [0, 6, 12]),
    })
    expect(await listed(avature, board, fetch)).toMatchObject({
      incompleteReason: 'page 2 has no new rows',
    })
  })

  test('an error page with 200 is an error, not the end', async () => {
    const { fetch } = answering(avature, {
      [PAGE(0)]: page([item('1')], [0, 1]),
      [PAGE(1)]: { body: '<html>Oops... Something went wrong</html>' },
    })
    await expect(avature.list(board, fetch)).rejects.toThrow(
      'answered with a page without jobs at the offset 1',
    )
  })

  test('end at the offset of 2,000, which is not complete', async () => {
    const size = 500
    const pages = [0, 1, 2, 3, 4].map((number): [string, Answer] => {
      const rows = Array.from({ length: size }, (_, index) => item(String(number * size + index)))
      return [PAGE(number * size), page(rows, [(number + 1) * size])]
    })
    const { fetch } = answering(avature, Object.fromEntries(pages))
    const { postings, incompleteReason } = await listed(avature, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([2500, 'a list ends at 2500 jobs'])
  })

  test('a site without jobs says so', async () => {
    const { fetch } = answering(avature, { [PAGE(0)]: page(['<p>No jobs found</p>'], [0, 6]) })
    const { postings, incompleteReason } = await listed(avature, board, fetch)
    expect([postings, incompleteReason]).toEqual([[], undefined])
  })
})

describe('the page of a job', () => {
  const reference = JSON.stringify({ id: '9', url: JOB('9'), title: 'X' })
  const read = (answer: Answer) =>
    detailFrom(avature, board, { external_id: '9', url: JOB('9'), reference }, answer)

  testGone(read)

  test('without a description it is an error', async () => {
    await expect(read({ body: '<h1>Maintenance</h1>' })).rejects.toThrow(
      `${JOB('9')} has no description`,
    )
  })
})

test.each([404, 410])('%d: there is no such board', async (status) => {
  const { fetch } = answering(avature, { [PAGE(0)]: { status } })
  expect(await avature.list(board, fetch)).toEqual({
    kind: 'missing',
    reason: `${PAGE(0)} answered ${status}`,
  })
})

testRecordings('recorded answers: every job is a row', async () => {
  for (const [name, text] of await recordings('avature')) {
    const { hostname, pathname } = new URL(/https:[^"]*\/SearchJobs\b/.exec(text)?.[0] ?? '')
    const site = boardOf(avature, hostname.split('.')[0] + pathname.replace('/SearchJobs', ''))
    const body = text.replaceAll(/jobOffset=\d+/g, 'jobOffset=0')
    const ids = new Set(text.matchAll(/\/JobDetail\/[^"?]*\/(\d+)/g).map(([, id]) => id))
    const { fetch } = answering(avature, {
      [`https://${hostname}${pathname}/?jobOffset=0`]: { body },
    })
    const { postings } = await listed(avature, site, fetch)
    expect([name, postings.length]).toEqual([name, ids.size])
  }
})
