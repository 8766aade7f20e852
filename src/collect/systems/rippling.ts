import Type from 'typebox'
import { type Salary, salaryOf } from '../../values/pay/salary'
import {
  countIn,
  type Entries,
  entrySplitter,
  listIn,
  parseAnswer,
  title,
} from '../answers/entries'
import { distinct, fingerprint, unordered } from '../answers/fingerprint'
import { joinSections } from '../answers/markup/html-parts'
import { listAt, memberAt, pick, textAt, valuesOf, webAddress } from '../answers/members'
import { commonSalary } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { countedPage, type Page } from '../answers/read-pages'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { arrangementOf, workplace } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import { joinedPages } from '../strategies/paged-list'
import { jsonList } from '../strategies/whole-list'
import type { Board, ListEntry, PublishedPlace, System } from '../system'

const PAGE_SIZE = 50
const PAGE_HOST = /^ats(?:\.[a-z]{2}\d)?\.rippling\.com$/
/** `/acme/jobs`, after a language, `embed` or the interface; or `/acme` alone. */
const BOARD_PAGE =
  /^\/(?:(?:[a-z]{2}(?:-[A-Z]{2})?|embed|api\/v2\/board)\/)?([\w.-]+)\/jobs(?:\/|$)|^\/([\w.-]+)\/?$/
const BOARD_API = /^\/platform\/api\/ats\/v1\/board\/([\w.-]+)(?:\/|$)/

export const rippling: System = {
  source: 'rippling',
  name: 'Rippling',
  example: 'https://ats.rippling.com/acme/jobs',
  slug: /^\w[\w.-]*$/,
  boardOf({ hostname, pathname }) {
    const isApi = hostname === 'api.rippling.com'
    if (!isApi && !PAGE_HOST.test(hostname)) return undefined
    const found = (isApi ? BOARD_API : BOARD_PAGE).exec(pathname)
    const slug = found?.[1] ?? found?.[2]
    return slug === undefined ? undefined : { slug }
  },
  isHost: (host) => host === 'ats.rippling.com' || host === 'api.rippling.com',
  postingId: postingIdAt('/:board/jobs/:id', '/:language/:board/jobs/:id'),
  limits: { minIntervalMs: 250, maxParallel: 3 },
  ...joinedPages({
    start: 0,
    request: ({ slug }, page) => ({
      url: `https://ats.rippling.com/api/v2/board/${encodeURIComponent(slug)}/jobs?page=${page}&pageSize=${PAGE_SIZE}`,
    }),
    isVendorSite,
    page: pageOf,
    id: (row) => JSON.stringify([memberAt(row, 'id'), memberAt(row, 'locations')]),
    hasRepeats: true,
    read: (rows) => rows.map((row) => pick(row, ROW)),
    join: (pages) => readRows(pages.flat()),
    // A board that the paged list does not have may be in the older one.
    otherwise: jsonList({
      request: (board) => ({ url: boardApi(board), isConditional: false }),
      isVendorSite,
      read: readRows,
    }),
  }),
  ...detail({
    request: (board, { external_id }) => ({ url: `${boardApi(board)}/${external_id}` }),
    parse: parseAnswer,
    read(job, { board, entry }) {
      const { places = [], ...arranged } = storedRow<Stored>(entry)
      const named = listAt(job, 'workLocations').filter((place) => typeof place === 'string')
      const page = `https://ats.rippling.com/${encodeURIComponent(board.slug)}/jobs/${entry.external_id}`
      return {
        title: textAt(job, 'name'),
        url: webAddress(memberAt(job, 'url')) ?? page,
        organization: textAt(job, 'companyName'),
        date_posted: memberAt(job, 'createdOn'),
        places: places.length > 0 ? places : distinct(named.map((place) => ({ text: place }))),
        ...arranged,
        salary: salaryOfBands(listAt(job, 'payRangeDetails')),
        employment_type: memberAt(job, 'employmentType', 'label'),
        description_html: descriptionOf(memberAt(job, 'description')),
        source_fields: sourceFields(job, SOURCE_FIELDS),
      }
    },
  }),
}

function isVendorSite(host: string): boolean {
  return /^(?:www\.)?rippling\.com$/.test(host)
}

function boardApi(board: Board): string {
  const slug = encodeURIComponent(board.slug)
  return `https://api.rippling.com/platform/api/ats/v1/board/${slug}/jobs`
}

function pageOf(text: string, page: number): Page<unknown, number> {
  const answer = parseAnswer(text)
  const rows = listIn(answer, 'items')
  const pages = countIn(answer, 'totalPages')
  const paging = { total: pages, end: page + 1, size: PAGE_SIZE, next: page + 1 }
  return { ...countedPage(rows, paging), total: countIn(answer, 'totalItems') }
}

const jobId = { pattern: '^[0-9a-fA-F-]{36}$', expected: 'a UUID' }

/** The paged list calls the id `id`, the array `uuid`. */
const split = entrySplitter(Type.Object({ id: Type.String(jobId), name: title }), 'id', 'name')

const ROW = ['id', 'name', 'url', 'department', 'language', 'locations', 'workLocation']

/** A job has a row for each of its places. */
function readRows(rows: readonly unknown[]): Entries {
  const { entries, unreadable } = split(rows.map(withId))
  const jobs = Map.groupBy(entries, ({ id }) => id)
  return { postings: [...jobs].map(([id, ofJob]) => toEntry(id, ofJob)), unreadable }
}

function withId(row: unknown): unknown {
  return typeof row === 'object' ? { id: memberAt(row, 'uuid'), ...row } : row
}

/** The places of the list are stored: those of the detail are texts. */
function toEntry(id: string, rows: readonly unknown[]): ListEntry {
  const places = distinct(rows.flatMap(placesOf))
  const arrangements = rows.flatMap((row) => listAt(row, 'locations').map(arrangement))
  const [row] = rows
  const content = valuesOf(row, ['name', 'url', 'department', 'language'])
  return {
    external_id: id,
    fingerprint: fingerprint([content, places, unordered(arrangements)]),
    reference: JSON.stringify({ places, ...arrangementOf(arrangements) }),
  }
}

function placesOf(row: unknown): (PublishedPlace | undefined)[] {
  const label = textAt(row, 'workLocation', 'label')
  if (label !== undefined) return [{ text: label }]
  return listAt(row, 'locations').map((location) =>
    publishedPlace({
      city: memberAt(location, 'city'),
      region: textAt(location, 'stateCode') ?? memberAt(location, 'state'),
      country: textAt(location, 'countryCode') ?? memberAt(location, 'country'),
      text: memberAt(location, 'name'),
    }),
  )
}

function arrangement(location: unknown) {
  return workplace(memberAt(location, 'workplaceType')).work_arrangement ?? undefined
}

interface Stored extends ReturnType<typeof arrangementOf> {
  places?: PublishedPlace[]
}

/** The pay from the lowest to the highest band; there is one for each place or level. */
function salaryOfBands(bands: readonly unknown[]): Salary | undefined {
  return commonSalary(
    bands.map((band) =>
      salaryOf({
        min: memberAt(band, 'rangeStart'),
        max: memberAt(band, 'rangeEnd'),
        currency: memberAt(band, 'currency'),
        unit: memberAt(band, 'frequency'),
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

const SOURCE_FIELDS = fieldPaths(
  {
    department: 'department.name',
    base_department: 'department.base_department',
    department_tree: 'department.department_tree',
    employmentType: 'employmentType.id',
  },
  'payRangeDetails',
  'language',
)
