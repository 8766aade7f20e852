import Type from 'typebox'
import { employmentTypes } from '../../values/employment-types'
import { messageOf } from '../../values/errors'
import { findRegion } from '../../values/region'
import { absenceStatuses } from '../answers/absence'
import { entryReader, listIn, parseAnswer, title } from '../answers/entries'
import {
  elementsNamed,
  elementsOfClass,
  hasClass,
  parseHtml,
  plainText,
} from '../answers/html-elements'
import { descriptionMembers } from '../answers/job-posting'
import { countAt, memberAt, textAt, webAddress } from '../answers/members'
import { countedPage, type Page } from '../answers/read-pages'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { withinLimit } from '../answers/within-limit'
import { endDoubt, readXml } from '../answers/xml'
import { RequestsSpent, Stopped, VendorBlocked } from '../http/failures'
import { inLocales, LOCALES } from '../strategies/locales'
import { byNumber, pagedList } from '../strategies/paged-list'
import type { Board, Fetch, HttpRequest, Listing } from '../system'

/** The feeds of a site, which hold its postings with their texts. The first name is the vendor's spelling. */
const FEEDS = ['/sitemal.xml', '/sitemap.xml']

/** The page of results: a table with its total, or on newer sites a page that asks for the results itself. */
const SEARCH = '/search/'
const RESULTS = '/services/recruiting/v1/jobs'

/** Newer sites return so many results a page, whatever is asked for. */
const PAGE_SIZE = 10

/** More results are not read to prove a feed. */
const MOST_RESULTS = 2000

const MAX_BYTES = 64 * 1024 * 1024

const ABSENT = absenceStatuses(undefined)

/**
 * The list of a career site on an employer's host: its feed, proved by its results. A feed is made anew only now and then, and some have one
 * language: a posting that only the results have puts it in doubt.
 */
export async function listSite(board: Board, fetch: Fetch): Promise<Listing> {
  const feed = await feedOf(board, fetch)
  if (typeof feed !== 'string') return feed
  const rows = withinLimit(() => readXml(feed, 'item').map(withId))
  const ids = new Set(rows.flatMap(({ id }) => id ?? []))
  const doubt = endDoubt(feed, 'rss') ?? (await doubtOf(board, ids, fetch))
  return { kind: 'listed', ...withinLimit(() => readItems(oneLanguage(rows), board)), doubt }
}

async function feedOf({ slug }: Board, fetch: Fetch): Promise<string | Listing> {
  const ask = (path: string) =>
    fetch({ url: `https://${slug}${path}`, accept: ABSENT, maxBytes: MAX_BYTES })
  for (const path of FEEDS) {
    const { status, text } = await ask(path)
    if (status === 200 && /<rss\b/.test(text.slice(0, 1000))) return text
  }
  const { status } = await ask(SEARCH)
  if (ABSENT.includes(status)) {
    return { kind: 'missing', reason: `https://${slug}${SEARCH} answered ${status}` }
  }
  throw new Error(
    `${slug} has no feed of postings at ${FEEDS.join(' or ')}; add careerpage/${slug} to read its pages`,
  )
}

/** An item of the feed, with the id at the end of its address: `/job/Guelph-Cook-ON/755919802/`, `/job/Cook/31099-en_US`. */
function withId(item: unknown) {
  const path = URL.parse(textAt(item, 'link') ?? '')?.pathname ?? ''
  const [, id, locale] = /\/(\d+)(?:-([a-z]{2}_[A-Z]{2}))?\/?$/.exec(path) ?? []
  return { ...(typeof item === 'object' && item), ...(id && { id }), ...(locale && { locale }) }
}

const Item = Type.Object({ id: Type.String(), link: Type.String(), title })

type Row = ReturnType<typeof withId>

/** A posting in several languages is one: in French in Quebec, else in English, else in the first language by its code. */
function oneLanguage(rows: readonly Row[]): Row[] {
  const rank = (row: Row) => {
    const locale = row.locale ?? ''
    return `${locale.startsWith(isInQuebec(row) ? 'fr' : 'en') ? 0 : 1}${locale}`
  }
  const versions = Map.groupBy(rows, (row) => (row.locale && row.id) || row)
  return [...versions.values()].map((ofId) =>
    ofId.reduce((one, other) => (rank(other) < rank(one) ? other : one)),
  )
}

function isInQuebec(row: Row): boolean {
  const parts = textAt(row, 'g:location')?.split(',') ?? []
  return parts.some((part) => findRegion(part.trim())?.code === 'QC')
}

const SOURCE_FIELDS = fieldPaths('id=g:id job_function=g:job_function locale')

/** `g:expiration_date` is a number of days after the moment at which the feed is made, and there is no other date. */
const readItems = entryReader(Item, 'id', (item) => {
  const named = nameAndPlace(item.title, textAt(item, 'g:location'))
  return {
    external_id: item.id,
    title: named.title,
    url: webAddress(item.link) ?? item.link,
    organization: textAt(item, 'g:employer'),
    places: named.place === undefined ? [] : [{ text: named.place }],
    employment_type: employmentTypes(textAt(item, 'g:job_type')),
    ...descriptionMembers(textAt(item, 'description')),
    source_fields: sourceFields(item, SOURCE_FIELDS),
  }
})

/** A title ends with its place: `Cook (Guelph, ON, CA)`. Other words in brackets stay. */
function nameAndPlace(text: string, location: string | undefined) {
  const written = text.trim()
  const start = written.lastIndexOf(' (')
  const inside = written.endsWith(')') ? written.slice(start + 2, -1) : ''
  const isPlace =
    location === undefined ? /, ?[A-Z]{2}$/.test(inside) : firstPart(inside) === firstPart(location)
  return start > 0 && inside !== '' && isPlace
    ? { title: written.slice(0, start).trim(), place: location ?? inside }
    : { title: written, place: location }
}

function firstPart(place: string): string | undefined {
  return place.split(',')[0]?.trim().toLowerCase()
}

/** What the results of a site say of its postings: their number, and the ids on the first page. */
interface Results {
  total: number
  ids: readonly string[]
}

/** Why the results do not prove that the feed has all postings. */
async function doubtOf(
  board: Board,
  ids: ReadonlySet<string>,
  fetch: Fetch,
): Promise<string | undefined> {
  try {
    const { text } = await fetch({ url: `https://${board.slug}${SEARCH}` })
    const table = withinLimit(() => resultsIn(text))
    if (table === undefined) return await doubtOfLanguages(board, ids, fetch)
    return doubtOfTotal(table, ids) ?? doubtOfIds(table.ids, ids)
  } catch (error) {
    if (PASSED_ON.some((kind) => error instanceof kind)) throw error
    return `no total: ${messageOf(error)}`
  }
}

/** They say nothing of the site. */
const PASSED_ON = [RequestsSpent, Stopped, VendorBlocked]

function doubtOfTotal({ total }: Results, ids: ReadonlySet<string>): string | undefined {
  return total === ids.size
    ? undefined
    : `the feed has ${ids.size} postings, and the site has ${total}`
}

function doubtOfIds(shown: readonly string[], ids: ReadonlySet<string>): string | undefined {
  const missing = shown.find((id) => !ids.has(id))
  return missing === undefined ? undefined : `the feed lacks posting ${missing}`
}

/** `Results 1 – 25 of 1,312`, in the language of the site; a row is printed for desktops and for phones. */
function resultsIn(html: string): Results | undefined {
  const page = parseHtml(html)
  const [label] = elementsOfClass(page, 'paginationLabel')
  const digits = label && plainText(elementsNamed(label, 'b').at(-1))?.replace(/\D/g, '')
  if (!digits) return undefined
  const links = elementsNamed(page, 'a').filter((link) => hasClass(link, 'jobTitle-link'))
  const ids = links.flatMap(({ attribs }) => /\/(\d+)\/?$/.exec(attribs.href ?? '')?.[1] ?? [])
  return { total: Number(digits), ids }
}

/**
 * The results of newer sites are those of one language. The total proves the feed where one of our languages has results, and as
 * many as the feed; otherwise all results are read.
 */
async function doubtOfLanguages(
  board: Board,
  ids: ReadonlySet<string>,
  fetch: Fetch,
): Promise<string | undefined> {
  const pages: Page<unknown, number>[] = []
  for (const locale of LOCALES) {
    const { text } = await fetch(resultsRequest(board, locale, 0))
    pages.push(pageOf(text, 0))
  }
  const [only, other] = pages.filter(({ total }) => total)
  if (only === undefined) return doubtOfTotal({ total: 0, ids: [] }, ids)
  if (other === undefined && only.total === ids.size) {
    return doubtOfIds(only.rows.map(idOf), ids)
  }
  const all = await allResults.list(board, fetch)
  if (all.kind === 'missing') return all.reason
  return (
    all.doubt ??
    doubtOfIds(
      all.postings.map(({ external_id }) => external_id),
      ids,
    )
  )
}

const allResults = inLocales((locale) =>
  pagedList({
    start: 0,
    request: (board, page) => resultsRequest(board, locale, page),
    page: pageOf,
    id: idOf,
    read: (rows) => ({
      postings: rows.map((row) => ({ external_id: idOf(row), fingerprint: '' })),
    }),
  }),
)

function resultsRequest({ slug }: Board, locale: string, pageNumber: number): HttpRequest {
  return {
    url: `https://${slug}${RESULTS}`,
    method: 'POST',
    body: {
      locale: locale.replace('-', '_'),
      pageNumber,
      sortBy: 'date',
      keywords: '',
      location: '',
      facetFilters: {},
      brand: '',
      skills: [],
      categoryId: 0,
      alertId: '',
      rcmCandidateId: '',
    },
  }
}

const { end, next } = byNumber(0, PAGE_SIZE)

function pageOf(text: string, at: number): Page<unknown, number> {
  const answer = parseAnswer(text, RESULTS)
  const total = countAt(answer, 'totalJobs')
  if (total === undefined) throw new Error(`${RESULTS} answered without totalJobs`)
  if (total > MOST_RESULTS) throw new Error(`${total} results are too many to be read`)
  const rows = total === 0 ? [] : listIn(answer, 'jobSearchResult', RESULTS)
  return countedPage(rows, { total, end: end(at), size: PAGE_SIZE, next: next(at) })
}

function idOf(row: unknown): string {
  return textAt(memberAt(row, 'response'), 'id') ?? JSON.stringify(row)
}
