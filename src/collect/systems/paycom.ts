import Type from 'typebox'
import { findRegion } from '../../values/region'
import { parseAnswer, rowReader, title } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { embeddedJson } from '../answers/markup/embedded-json'
import { joinSections } from '../answers/markup/html-parts'
import { listAt, memberAt, textAt, valuesOf } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { commonCountry } from '../answers/published-place'
import { isRemoteJob, jobPlaces } from '../answers/schema-org/job-places'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { REMOTE, workplace } from '../answers/workplace'
import { detail } from '../strategies/detail'
import { byOffset, jsonPages } from '../strategies/paged-list'
import { type TokenSource, withToken } from '../strategies/token'
import type { Board, BoardAddress, HttpRequest, PublishedPlace, System } from '../system'

const PAGE_SIZE = 100
const KEY = /^[0-9a-f]{32}$/
const HOST = /^(?:[a-z0-9-]+\.)*paycomonline\.net$/
/** Where requests are written to go, until the portal has named the service of the board's region. */
const SERVICE = 'https://portal-applicant-tracking.us-cent.paycomonline.net'

interface Session {
  jwt: string
  /** The service of the board's region, as `https://` and a host. */
  service: string
}

/** Any page of a portal carries a token, which lives for about two hours, and the address of the service that takes it. */
const session: TokenSource<Session> = {
  async obtain(board, fetch) {
    const url = `${portalOf(board)}/career-page`
    const { status, text } = await fetch({ url, accept: [404, 410] })
    if (status !== 200) return { kind: 'missing', reason: `${url} answered ${status}` }
    if (/job board does not exist or is unavailable/i.test(text)) {
      return { kind: 'missing', reason: `${url} says that the job board does not exist` }
    }
    return { kind: 'token', token: sessionIn(text) }
  },
  // The token is sent as it is, without `Bearer`.
  authorize: (request, { jwt, service }) => ({
    ...request,
    url: request.url.replace(SERVICE, service),
    headers: { accept: 'application/json', authorization: jwt, locale: 'en-US' },
  }),
}

export const paycom: System = {
  source: 'paycom',
  name: 'Paycom',
  aliases: ['paycomonline'],
  example:
    'https://www.paycomonline.net/v4/ats/web.php/portal/0A1B2C3D4E5F60718293A4B5C6D7E8F9/career-page',
  slug: KEY,
  boardOf,
  isHost: (host) => HOST.test(host),
  postingId: postingIdAt('/v4/ats/web.php/portal/:board/jobs/:id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...withToken(session, {
    ...jsonPages({
      ...byOffset(PAGE_SIZE),
      request: (_, skip) => searchFrom(skip),
      rows: 'jobPostingPreviews',
      total: 'jobPostingPreviewsCount',
      id: 'jobId',
      isKnown: true,
      read: (rows) => readRows(rows),
    }),
    ...detail({
      request: (_, { external_id }) => ({ url: `${SERVICE}/api/ats/job-postings/${external_id}` }),
      parse: parseAnswer,
      read(answer, { board, entry }) {
        const job = memberAt(answer, 'jobPosting')
        const google = googleJob(job)
        const places = placesOf(job, google)
        const country = commonCountry(places) ?? board.country
        return {
          title: textAt(job, 'jobTitle'),
          url: `${portalOf(board)}/jobs/${entry.external_id}`,
          organization: textAt(google, 'hiringOrganization', 'name'),
          // `postedOn` and `startDate` are empty.
          date_posted: memberAt(google, 'datePosted'),
          places,
          ...(isRemoteJob(google) ? REMOTE : workplace(memberAt(job, 'remoteType'))),
          // `baseSalary` has no unit.
          salary: salaryInText(memberAt(job, 'salaryRange'), country),
          employment_type: memberAt(job, 'positionType'),
          description_html: joinSections([
            { html: textAt(job, 'description') },
            {
              title: textAt(job, 'qualificationsTitle'),
              html: textAt(job, 'qualifications'),
            },
          ]),
          source_fields: sourceFields(job, SOURCE_FIELDS),
        }
      },
    }),
  }),
}

function boardOf(address: URL): BoardAddress | undefined {
  const isPortal = /^(?:www\.)?paycomonline\.net$/.test(address.hostname)
  if (!isPortal || !address.pathname.startsWith('/v4/ats/')) return undefined
  const inPath = /\/portal\/([0-9a-f]{32})(?:\/|$)/i.exec(address.pathname)?.[1]
  const slug = (inPath ?? address.searchParams.get('clientkey') ?? '').toLowerCase()
  return KEY.test(slug) ? { slug } : undefined
}

function portalOf({ slug }: Board): string {
  return `https://www.paycomonline.net/v4/ats/web.php/portal/${slug}`
}

/** The settings of the portal are JSON, in which the address of the service is in a text that is JSON again. */
function sessionIn(page: string): Session {
  const settings = embeddedJson(page, /\bconfigsFromHost\s*=\s*/)
  const jwt = textAt(settings, 'sessionJWT')
  const library = textAt(settings, 'libConfig')
  if (jwt === undefined || library === undefined) {
    throw new UnexpectedAnswer('answered with a portal that has no session')
  }
  const address = textAt(parseAnswer(library), 'atsPortalMantleServiceUrl') ?? ''
  const service = URL.parse(address)
  if (service?.protocol !== 'https:' || service.port !== '' || !HOST.test(service.hostname)) {
    throw new UnexpectedAnswer(`names a service that is not its own: ${address.slice(0, 200)}`)
  }
  return { jwt, service: service.origin }
}

const NO_LISTS = {
  workEnvironments: [],
  positionTypes: [],
  educationLevels: [],
  categories: [],
  travelTypes: [],
  shiftTypes: [],
  otherFilters: [],
}

/** Filters that are not inside `filtersForQuery`, or lack a member, are answered with an empty list. */
function searchFrom(skip: number): HttpRequest {
  const filters = { distanceFrom: 0, keywordSearchText: '', location: '', sortOption: '' }
  return {
    url: `${SERVICE}/api/ats/job-posting-previews/search`,
    method: 'POST',
    body: {
      skip,
      take: PAGE_SIZE,
      filtersForQuery: { ...filters, ...NO_LISTS },
    },
  }
}

const readRows = rowReader(
  Type.Object({ jobId: Type.Integer({ minimum: 1 }), jobTitle: title }),
  { id: 'jobId', title: 'jobTitle' },
  (row) => ({ content: valuesOf(row, CONTENT) }),
)

const CONTENT = ['jobTitle', 'positionType', 'remoteType', 'locations', 'description']

const SOURCE_FIELDS = fieldPaths(
  'clientCode',
  'positionType',
  'remoteType',
  'salaryRange',
  'level',
  'jobShift',
  'educationLevel',
  'travelPercentage',
  'jobCategory',
  'location',
  'secondaryLocations',
  'startDate',
  'endDate',
)

/** The schema.org JobPosting of a posting is a text that is JSON. */
function googleJob(job: unknown): unknown {
  const text = textAt(job, 'googleJobJson')
  return text === undefined ? undefined : parseAnswer(text)
}

/** The first place is that of the JobPosting where it has one, since `location` begins with the name of the site. */
function placesOf(job: unknown, google: unknown): PublishedPlace[] {
  const [structured] = jobPlaces(google)
  const first = textAt(job, 'location')
  const others = listAt(job, 'secondaryLocations').flatMap((text) => textAt(text) ?? [])
  const primary = structured ?? (first === undefined ? undefined : placeIn(first))
  return primaryFirst(primary, others.map(placeIn))
}

/** `Main 499 - Floresville, TX 78114`: the site's name, the town, the state and the postal code. */
function placeIn(text: string): PublishedPlace {
  const town = text.slice(text.lastIndexOf(' - ') + 1).replace(/^- /, '')
  const parts = town.split(',').map((part) => part.trim())
  const code = parts.pop()?.replace(/ \d{5}(?:-\d{4})?$/, '') ?? ''
  const region = /^[A-Z]{2}$/.test(code) ? findRegion(code) : undefined
  const city = parts.pop()
  if (region === undefined || !city) return { text }
  return { address: { city, region: code, country: region.country }, text }
}
