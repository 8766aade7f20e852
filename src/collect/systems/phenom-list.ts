import { ABSENCE_STATUSES, absenceOf, absenceStatuses } from '../answers/absence'
import { listIn, parseAnswer } from '../answers/entries'
import { countAt, listAt, memberAt, pick, textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { sitemapsOfRobots } from '../sites/sitemaps'
import type { Board, Fetch, HttpRequest, MissingBoard } from '../system'

/** A larger size is cut to it without a word. */
const PAGE_SIZE = 500

/** From the offset on where a page would reach it, the answer has no rows, and says that their total is 0. */
const WINDOW = 10_000

/** More are none: each takes a request. */
const MAX_STATES = 1000

/** One of the languages of a site: its pages are below `/us/en`. */
interface Language {
  path: string
  /** As the vendor writes it: `en_us`. */
  locale: string
}

/** The postings of a site in one language. */
export interface LanguageRows extends Language {
  rows: readonly object[]
  incompleteReason: string | undefined
}

/** A request to what all parts of a site ask, by its `ddoKey`. */
export function widgets(board: Board, locale: string, more: object): HttpRequest {
  const lang = locale.toLowerCase()
  const [, country] = lang.split('_')
  return {
    url: `https://${board.slug}/widgets`,
    method: 'POST',
    body: { lang, country, deviceType: 'desktop', siteType: 'external', ...more },
  }
}

/** The languages of a site for Canada and the United States: those that its robots.txt names a sitemap for, else its own one. */
export async function languagesOf(board: Board, fetch: Fetch): Promise<Language[] | MissingBoard> {
  const base = `https://${board.slug}/`
  const sitemaps = await sitemapsOfRobots(board.slug, (request) =>
    fetch({ ...request, accept: [403, 404, 410] }),
  )
  const named = sitemaps.flatMap((address) => {
    const url = URL.parse(address, base)
    const [, path] = /^(\/[a-z]{2,9}\/[a-z]{2})\/sitemap[^/]*$/.exec(url?.pathname ?? '') ?? []
    return url?.hostname === board.slug && path !== undefined ? [path] : []
  })
  const ours = OURS.filter((path) => named.includes(path)).map(languageAt)
  return ours.length > 0 ? ours : await ownLanguage(board, fetch)
}

/** English before French, and the United States first. */
const OURS = ['/us/en', '/ca/en', '/na/en', '/amer/en', '/global/en', '/ca/fr']

function languageAt(path: string): Language {
  const [, country, language] = path.split('/')
  return { path, locale: `${language}_${country}` }
}

/** A language that the site does not have leads to its own one, and so do the pages of postings in it. */
async function ownLanguage(board: Board, fetch: Fetch): Promise<Language[] | MissingBoard> {
  const [path = ''] = OURS
  const url = `https://${board.slug}${path}/search-results`
  const response = await fetch({ url, accept: ABSENCE_STATUSES })
  if (response.status === 200) return [languageAt(path)]
  const location = response.headers.get('location')
  const target = location === null ? null : URL.parse(location, url)
  const [own] = /^\/[a-z]{2,9}\/[a-z]{2}(?=\/|$)/.exec(target?.pathname ?? '') ?? []
  if (target?.hostname === board.slug && own !== undefined) return [languageAt(own)]
  const absence = absenceOf(response, url)
  if (absence?.kind !== 'missing') throw new Error(`${url} answered ${response.status}`)
  return absence
}

/** All rows in one language. A list that is too long to be read as a whole is read by state. */
export async function readLanguage(
  board: Board,
  { path, locale }: Language,
  fetch: Fetch,
): Promise<LanguageRows | MissingBoard> {
  const requestOf = (from: number, state?: string) => searchRequest(board, locale, from, state)
  const request = requestOf(0)
  const response = await fetch({ ...request, accept: absenceStatuses(undefined) })
  const absence = absenceOf(response, request.url)
  if (absence?.kind === 'missing') return absence
  const readAll = async (firstPage: Page<object, number>, state?: string) => {
    const { pages, incompleteReason } = await readPages({
      start: 0,
      firstPage,
      fetch: (from) => fetch(requestOf(from, state)),
      page: ({ text }, from) => pageOf(text, from),
      keyOf,
      keep: ({ rows }) => rows,
    })
    return { rows: pages.flat(), incompleteReason }
  }
  const first = pageOf(response.text, 0)
  const { total = 0 } = first
  const states = total < WINDOW ? [] : statesOf(response.text)
  if (states.length === 0 || states.length > MAX_STATES)
    return { path, locale, ...(await readAll(first)) }
  const rows = new Map<string, object>()
  const incompleteReasons: string[] = []
  for (const state of states) {
    const firstOfState = pageOf((await fetch(requestOf(0, state))).text, 0)
    const slice = await readAll(firstOfState, state)
    for (const row of slice.rows) rows.set(keyOf(row), row)
    if (slice.incompleteReason !== undefined)
      incompleteReasons.push(`${state}: ${slice.incompleteReason}`)
    // The site does not filter by state: the others have the same rows.
    if (firstOfState.total === total) break
  }
  if (rows.size !== total)
    incompleteReasons.push(`${rows.size} of ${total} postings were found by state`)
  return { path, locale, rows: [...rows.values()], incompleteReason: incompleteReasons[0] }
}

function searchRequest(board: Board, locale: string, from: number, state?: string): HttpRequest {
  return widgets(board, locale, {
    pageName: 'search-results',
    ddoKey: 'refineSearch',
    keywords: '',
    global: true,
    // Without it there is a total, and no row.
    jobs: true,
    counts: true,
    all_fields: ['state'],
    jdsource: 'facets',
    selected_fields: state === undefined ? {} : { state: [state] },
    from,
    size: sizeAt(from),
  })
}

const sizeAt = (from: number) => Math.min(PAGE_SIZE, WINDOW - 1 - from)

function pageOf(text: string, from: number): Page<object, number> {
  const found = memberAt(parseAnswer(text), 'refineSearch')
  const total = countAt(found, 'totalHits')
  if (total === undefined) throw new UnexpectedAnswer('answered without refineSearch.totalHits')
  // The others are many: counts of clicks, and what the vendor's models read from the text.
  const rows = listIn(found, 'data.jobs').map((row) => pick(row, MEMBERS))
  const end = from + sizeAt(from)
  if (end === WINDOW - 1) return { rows, next: undefined, total }
  return countedPage(rows, { total, end, size: PAGE_SIZE, next: end })
}

/** The states of the postings, as the search counts them. */
function statesOf(text: string): string[] {
  const counts = listAt(parseAnswer(text), 'refineSearch', 'data', 'aggregations')
  const ofState = counts.find((count) => textAt(count, 'field') === 'state')
  return Object.keys(Object(memberAt(ofState, 'value')))
}

/** A posting in two languages has two such numbers, and one id. */
export function keyOf(row: object): string {
  return textAt(row, 'jobSeqNo') ?? textAt(row, 'jobId') ?? JSON.stringify(row)
}

const MEMBERS = [
  'jobId',
  'jobSeqNo',
  'reqId',
  'title',
  'locale',
  'city',
  'state',
  'country',
  'location',
  'cityStateCountry',
  'latitude',
  'longitude',
  'multi_location_array',
  'postedDate',
  'type',
  'category',
  'subCategory',
  'applyUrl',
  'descriptionTeaser',
  'jobVisibility',
  'checkRemote',
  'RemoteType',
  'remoteType',
  'remote',
]
