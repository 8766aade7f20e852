import Type from 'typebox'
import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { publishedInstant } from '../answers/dates'
import { employmentTypes } from '../answers/employment-types'
import { entrySplitter, listIn, parseAnswer, title, webAddress } from '../answers/entries'
import { distinct, fingerprint, unordered } from '../answers/fingerprint'
import { joinSections } from '../answers/html-parts'
import { countAt, listAt, memberAt, textAt } from '../answers/members'
import { commonSalary, payUnit, type Salary, salaryOf } from '../answers/pay'
import { publishedPlace } from '../answers/published-place'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { sourceFields } from '../answers/source-fields'
import { isTestPosting } from '../answers/test-posting'
import { arrangementOf, workplace } from '../answers/workplace'
import type {
  Board,
  CollectedPosting,
  Fetch,
  ListedPosting,
  Listing,
  PublishedPlace,
  System,
} from '../system'

const NAME = 'Rippling'
const PAGE_SIZE = 50
const PAGE_HOST = /^ats(?:\.[a-z]{2}\d)?\.rippling\.com$/
/** `/acme/jobs`, after a language, `embed` or the interface; or `/acme` alone. */
const BOARD_PAGE =
  /^\/(?:(?:[a-z]{2}(?:-[A-Z]{2})?|embed|api\/v2\/board)\/)?([\w.-]+)\/jobs(?:\/|$)|^\/([\w.-]+)\/?$/
const BOARD_API = /^\/platform\/api\/ats\/v1\/board\/([\w.-]+)(?:\/|$)/

export const rippling: System = {
  source: 'rippling',
  name: NAME,
  example: 'https://ats.rippling.com/acme/jobs',
  boardOf({ hostname, pathname }) {
    const isApi = hostname === 'api.rippling.com'
    if (!isApi && !PAGE_HOST.test(hostname)) return undefined
    const found = (isApi ? BOARD_API : BOARD_PAGE).exec(pathname)
    const slug = found?.[1] ?? found?.[2]
    return slug === undefined ? undefined : { slug }
  },
  isHost: (host) => host === 'ats.rippling.com' || host === 'api.rippling.com',
  limits: { minIntervalMs: 250, maxParallel: 3 },
  list,
  detail,
}

const isVendorSite = (host: string) => /^(?:www\.)?rippling\.com$/.test(host)

function boardApi(board: Board): string {
  const slug = encodeURIComponent(board.slug)
  return `https://api.rippling.com/platform/api/ats/v1/board/${slug}/jobs`
}

/**
 * Reads the paged list, which has totals and addresses in parts. A board that it does not have is asked for in the older
 * list, one array, before it is missing.
 */
async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const read = (page: number) => {
    const slug = encodeURIComponent(board.slug)
    const url = `https://ats.rippling.com/api/v2/board/${slug}/jobs?page=${page}&pageSize=${PAGE_SIZE}`
    return fetch({ url, accept: page === 0 ? ABSENCE_STATUSES : [] })
  }
  const response = await read(0)
  if (absenceOf(response, `${NAME} board ${board.slug}`, isVendorSite) !== undefined) {
    return listOfArray(board, fetch)
  }
  const { rows, doubt } = await readPages({
    start: 0,
    firstPage: pageOf(response.text, 0),
    read: async (page) => pageOf((await read(page)).text, page),
    keyOf: (row) => JSON.stringify([memberAt(row, 'id'), memberAt(row, 'locations')]),
    hasRepeats: true,
  })
  return listingOf(rows, doubt)
}

async function listOfArray(board: Board, fetch: Fetch): Promise<Listing> {
  const url = boardApi(board)
  const response = await fetch({ url, accept: ABSENCE_STATUSES })
  const absence = absenceOf(response, url, isVendorSite)
  if (absence !== undefined) return absence
  const rows = parseAnswer(response.text, NAME)
  if (!Array.isArray(rows)) throw new Error(`${NAME} answered without a list of jobs`)
  return listingOf(rows, undefined)
}

function pageOf(text: string, page: number): Page<unknown, number> {
  const answer = parseAnswer(text, NAME)
  const pages = countAt(answer, 'totalPages')
  const total = countAt(answer, 'totalItems')
  if (pages === undefined || total === undefined) throw new Error(`${NAME} answered without totals`)
  const rows = listIn(answer, 'items', NAME)
  const next = page + 1
  const paging = { total: pages, end: next, size: PAGE_SIZE, next }
  return { ...countedPage(rows, paging), total }
}

const jobId = { pattern: '^[0-9a-fA-F-]{36}$', expected: 'a UUID' }

/** The paged list calls the id `id`, the array `uuid`. */
const split = entrySplitter(
  Type.Object({
    id: Type.String(jobId),
    name: title,
  }),
  'id',
)

/** A job has a row for each of its places. */
function listingOf(rows: readonly unknown[], doubt: string | undefined): Listing {
  const { entries, unreadable } = split(rows.map(withId))
  const jobs = Map.groupBy(
    entries.filter(({ name }) => !isTestPosting(name)),
    ({ id }) => id,
  )
  return {
    kind: 'listed',
    postings: [...jobs].map(([id, ofJob]) => listed(id, ofJob)),
    unreadable,
    doubt,
  }
}

function withId(row: unknown): unknown {
  return typeof row === 'object' ? { id: memberAt(row, 'uuid'), ...row } : row
}

/** `reference` holds the places of the list: those of the detail are texts. */
function listed(id: string, rows: readonly unknown[]): ListedPosting {
  const places = distinct(rows.flatMap(placesOf))
  const arrangements = rows.flatMap((row) => listAt(row, 'locations').map(arrangement))
  const [row] = rows
  const content = ['name', 'url', 'department', 'language'].map((name) => memberAt(row, name))
  return {
    external_id: id,
    fingerprint: fingerprint([content, places, unordered(arrangements)]),
    reference: JSON.stringify({ places, ...arrangementOf(arrangements) }),
  }
}

function placesOf(row: unknown): PublishedPlace[] {
  const label = textAt(row, 'workLocation', 'label')
  if (label !== undefined) return [{ text: label }]
  return listAt(row, 'locations').flatMap((location) => {
    const place = publishedPlace({
      city: textAt(location, 'city'),
      region: textAt(location, 'stateCode') ?? textAt(location, 'state'),
      country: textAt(location, 'countryCode') ?? textAt(location, 'country'),
      text: textAt(location, 'name'),
    })
    return place ?? []
  })
}

function arrangement(location: unknown) {
  return workplace(memberAt(location, 'workplaceType')).work_arrangement ?? undefined
}

interface Reference extends ReturnType<typeof arrangementOf> {
  places: PublishedPlace[]
}

async function detail(
  board: Board,
  { external_id, reference = '{"places":[]}' }: ListedPosting,
  fetch: Fetch,
): Promise<CollectedPosting | undefined> {
  const url = `${boardApi(board)}/${external_id}`
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return undefined
  const job = parseAnswer(text, NAME)
  const title = textAt(job, 'name')
  if (title === undefined) throw new Error(`${url} has no name`)
  // `listed` wrote it.
  const { places, ...arranged }: Reference = JSON.parse(reference)
  const named = listAt(job, 'workLocations').filter((place) => typeof place === 'string')
  return {
    external_id,
    title,
    url:
      webAddress(memberAt(job, 'url')) ??
      `https://ats.rippling.com/${encodeURIComponent(board.slug)}/jobs/${external_id}`,
    organization: textAt(job, 'companyName') ?? null,
    date_posted: publishedInstant(memberAt(job, 'createdOn')) ?? null,
    places: places.length > 0 ? places : distinct(named.map((place) => ({ text: place }))),
    ...arranged,
    salary: salaryOfBands(listAt(job, 'payRangeDetails')) ?? null,
    employment_type: employmentTypes(memberAt(job, 'employmentType', 'label')) ?? null,
    description_html: descriptionOf(memberAt(job, 'description')),
    source_fields: sourceFields(job, {
      department: 'department.name',
      base_department: 'department.base_department',
      department_tree: 'department.department_tree',
      employmentType: 'employmentType.id',
      payRangeDetails: 'payRangeDetails',
      language: 'language',
    }),
  }
}

/** The pay from the lowest to the highest band; there is one for each place or level. */
function salaryOfBands(bands: readonly unknown[]): Salary | undefined {
  return commonSalary(
    bands.map((band) =>
      salaryOf({
        min: memberAt(band, 'rangeStart'),
        max: memberAt(band, 'rangeEnd'),
        currency: memberAt(band, 'currency'),
        unit: payUnit(memberAt(band, 'frequency')),
      }),
    ),
  )
}

/** The job, then the employer. Each answer signs the addresses of its images again. */
function descriptionOf(description: unknown): string | null {
  const sections = [textAt(description, 'role'), textAt(description, 'company')]
  return joinSections(sections.map((html) => ({ html: html && withoutSignatures(html) })))
}

function withoutSignatures(html: string): string {
  return html
    .replace(/^<meta>/, '')
    .replace(/<img\b[^<>]*/gi, (image) =>
      image.replace(/\bsrc=["'][^"'?]*\?[^"']*/i, (source) => source.slice(0, source.indexOf('?'))),
    )
}
