import Type, { type Static } from 'typebox'
import { nullable } from '../../catalogue/import/posting'
import { pathParts } from '../answers/addresses'
import { entryReader, parseAnswer, texts, title } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { joinHtml, unescapedOnce } from '../answers/markup/html-parts'
import { memberAt, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { anything } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { REMOTE } from '../answers/workplace'
import { inLocales, LOCALES } from '../strategies/locales'
import { byOffset, jsonPages } from '../strategies/paged-list'
import { type TokenSource, withToken } from '../strategies/token'
import type { Board, BoardAddress, Fetch, MissingBoard, PublishedPlace, System } from '../system'

const HOST = 'jobs.dayforcehcm.com'
const PAGE_SIZE = 25
const SLUG = /^[a-z0-9][a-z0-9_-]*\/[A-Z0-9][A-Z0-9_-]*$/
const DEFAULT_SITE = 'CANDIDATEPORTAL'

/** The slug is `TENANT/SITE`, neither of which is case sensitive: the first is in lower case, the second in capitals. */
export const dayforce: System = {
  source: 'dayforce',
  name: 'Dayforce',
  aliases: ['ceridian', 'dayforce.com', 'dayforcehcm'],
  example: 'https://jobs.dayforcehcm.com/en-US/acme/CANDIDATEPORTAL',
  slug: SLUG,
  boardOf,
  isHost: (host) => host === HOST,
  postingId: postingIdAt('/:language/:tenant/:site/jobs/:id', '/:tenant/:site/jobs/:id'),
  limits: { minIntervalMs: 500, maxParallel: 2, boardsAtOnce: 2 },
  async list(board, fetch) {
    const site = await siteOf(board, fetch)
    if (site.kind === 'missing') return site
    const { code, organization } = site
    const reader = inLocales((culture) => postingsIn(culture, code))
    const answer = await withToken(csrf, reader).list(board, fetch)
    return answer.kind === 'missing' ? answer : { ...answer, organization }
  },
}

/**
 * `/[LANGUAGE/]TENANT[/SITE/…]` of today's host; `/CandidatePortal/[LANGUAGE/]TENANT[/SITE/SITE/…]` and the feed of the old
 * ones.
 */
function boardOf(address: URL): BoardAddress | undefined {
  const parts = pathParts(address)
  const [first = '', second] = parts
  if (address.hostname === HOST) {
    if (/^api$/i.test(first)) return /^geo$/i.test(second ?? '') ? boardNamed(parts[2]) : undefined
    return boardNamed(...withoutLanguage(parts))
  }
  if (!/^[a-z]+\d*\.dayforcehcm\.com$/.test(address.hostname)) return undefined
  if (/^api$/i.test(first) && /^jobfeeds$/i.test(parts[3] ?? '')) {
    return boardNamed(second, address.searchParams.get('internalJobBoardCode') ?? undefined)
  }
  if (!/^candidateportal$/i.test(first)) return undefined
  const [tenant, word = '', site] = withoutLanguage(parts.slice(1))
  return boardNamed(tenant, /^site$/i.test(word) ? site : undefined)
}

/** A language is `en-CA`; `fi` alone is a tenant. */
function withoutLanguage(parts: readonly string[]): readonly string[] {
  return /^[a-z]{2}-[a-z]{2}$/i.test(parts[0] ?? '') ? parts.slice(1) : parts
}

function boardNamed(tenant = '', site = DEFAULT_SITE): BoardAddress | undefined {
  const slug = `${tenant.toLowerCase()}/${site.toUpperCase()}`
  return SLUG.test(slug) ? { slug } : undefined
}

function namesOf({ slug }: Board): { tenant: string; site: string } {
  const [tenant = '', site = ''] = slug.split('/')
  return { tenant, site }
}

type Site = { kind: 'site'; code: string; organization: string | undefined } | MissingBoard

/** What the vendor says of a board, which proves that it exists: a list in a wrong language is empty, as is one of no postings. */
async function siteOf(board: Board, fetch: Fetch): Promise<Site> {
  const { tenant, site } = namesOf(board)
  const base = `https://${HOST}/api/geo/${tenant}/sitecontext/${tenant}/${site}`
  for (const culture of LOCALES) {
    const { status, text } = await fetch({ url: `${base}/${culture}`, accept: [404] })
    if (status === 404) continue
    const context = parseAnswer(text)
    const code = textAt(context, 'jobBoardCode')
    if (code === undefined) throw new UnexpectedAnswer('answered without jobBoardCode')
    if (memberAt(context, 'isDisabled') === true) {
      return { kind: 'missing', reason: `${base} says that the board is disabled` }
    }
    const name = textAt(context, 'candidateCorrespondenceClientName')
    return { kind: 'site', code, organization: name?.replace(TEAM, '') }
  }
  return { kind: 'missing', reason: `${base} answered 404 in ${LOCALES.join(', ')}` }
}

/** The name signs letters to candidates: `Acme Recruiting Team`. */
const TEAM = / (?:talent|recruiting|recruitment|hiring) team$/i

/** A token and the cookie that must come with it. Without them a search is answered with 403. */
const csrf: TokenSource<{ token: string; cookie: string }> = {
  async obtain(_, fetch) {
    const { text, headers } = await fetch({ url: `https://${HOST}/api/auth/csrf` })
    const token = textAt(parseAnswer(text), 'csrfToken')
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    const cookie = cookies.filter((pair) => pair.includes('next-auth')).join('; ')
    if (token === undefined || cookie === '') throw new UnexpectedAnswer('answered without a token')
    return { kind: 'token', token: { token, cookie } }
  },
  authorize: (request, { token, cookie }) => ({
    ...request,
    headers: { accept: 'application/json', 'x-csrf-token': token, cookie },
  }),
}

/** The postings of a board that are published in one language. */
function postingsIn(culture: string, code: string): Pick<System, 'list'> {
  return jsonPages({
    ...byOffset(PAGE_SIZE),
    request(board, start) {
      const { tenant } = namesOf(board)
      return {
        url: `https://${HOST}/api/geo/${tenant}/jobposting/search`,
        method: 'POST',
        body: {
          clientNamespace: tenant,
          jobBoardCode: code,
          cultureCode: culture,
          distanceUnit: 0,
          paginationStart: start,
        },
      }
    },
    rows: 'jobPostings',
    total: 'maxCount',
    id: 'jobPostingId',
    isKnown: true,
    read: (rows, board) => readRows(rows, { board, culture }),
  })
}

const Location = Type.Object(
  texts('formattedAddress', 'cityName', 'stateCode', 'isoCountryCode', 'coordinates'),
)

const Job = Type.Object({
  ...texts('jobDescription', 'postingStartTimestampUTC', 'postingExpiryTimestampUTC'),
  jobPostingId: Type.Integer({ minimum: 1 }),
  jobTitle: title,
  jobReqId: anything,
  hasVirtualLocation: nullable(Type.Boolean()),
  postingLocations: nullable(Type.Array(Location)),
})

const readRows = entryReader(Job, 'jobPostingId', (job, context: Context) => {
  const { board, culture } = context
  const url = `https://${HOST}/${culture}/${board.slug}/jobs/${job.jobPostingId}`
  const places = distinct((job.postingLocations ?? []).flatMap((place) => placeOf(place) ?? []))
  return {
    title: job.jobTitle,
    url,
    apply_url: `${url}/apply`,
    date_posted: job.postingStartTimestampUTC,
    date_valid_through: job.postingExpiryTimestampUTC,
    places,
    // Beside places it says only that one of them is virtual.
    ...(job.hasVirtualLocation === true && places.length === 0 && REMOTE),
    description_html: htmlOf(job.jobDescription),
    source_fields: sourceFields({ ...job, cultureCode: culture }, SOURCE_FIELDS),
  }
})

interface Context {
  board: Board
  culture: string
}

const SOURCE_FIELDS = fieldPaths('jobReqId', 'cultureCode', 'hasVirtualLocation', 'isEvergreen', {
  locations: 'postingLocations[*].formattedAddress',
})

/** A state may stand without a city. */
function placeOf(place: Static<typeof Location>): PublishedPlace | undefined {
  const point = /^lat:(-?[\d.]+);lng:(-?[\d.]+)$/.exec(place.coordinates ?? '')
  return publishedPlace({
    city: textAt(place.cityName),
    region: textAt(place.stateCode),
    country: textAt(place.isoCountryCode),
    latitude: point?.[1],
    longitude: point?.[2],
    text: textAt(place.formattedAddress),
  })
}

/** HTML that is escaped as a whole, or lines of plain text with entities. */
function htmlOf(published: unknown): string | null {
  const text = textAt(published) ?? ''
  const html = unescapedOnce(text)
  if (/<\/?[a-z][^<>]*>/i.test(html)) return html
  const lines = text.split('\n').map((line) => line.trim())
  return joinHtml(lines.filter(Boolean).map((line) => `<p>${line}</p>`))
}
