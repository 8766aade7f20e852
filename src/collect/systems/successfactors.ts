import Type, { type Static } from 'typebox'
import { toCountry } from '../../values/country'
import { employmentTypes } from '../../values/employment-types'
import { boardOfOwnHost, HOST_NAME, isOwnHost } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { entryReader, title } from '../answers/entries'
import { incompleteEnd, readXml } from '../answers/markup/xml'
import { memberAt, textAt } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { descriptionMembers } from '../answers/schema-org/job-posting'
import { isPersonal, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { workplace } from '../answers/workplace'
import { wholeList } from '../strategies/whole-list'
import type { Board, BoardAddress, PublishedPlace, System } from '../system'
import { listSite } from './successfactors-site'

const HOST = /^[a-z0-9-]+\.(?:successfactors|sapsf)\.(?:com|eu|cn)$/
const NO_BOARDS = /^(?:www|help|api[0-9a-z-]*)\.|preview|salesdemo|stage/
/** The longest lists known have 27 MB. */
const MAX_BYTES = 64 * 1024 * 1024

/** The career sites of employers without a host of their own. */
const SITE_HOST = /^[a-z0-9][a-z0-9-]*\.jobs2web\.com$/

const portal = wholeList({
  request: (board) => ({
    url: `https://${hostOf(board)}/career?company=${encodeURIComponent(board.slug)}&career_ns=job_listing_summary&resultType=XML`,
    maxBytes: MAX_BYTES,
  }),
  isVendorSite: (host) => /^(?:www\.)?sap\.com$/.test(host),
  parse(xml) {
    // An unknown company is answered with 200 and a page, as is one under maintenance.
    if (/<Job-Listing\b/.test(xml)) return xml
    throw new UnexpectedAnswer('answered without a Job-Listing; check company and host')
  },
  read: (xml, board) => ({
    ...readJobs(readXml(xml, 'Job', { html: ['Job-Description'] }), board),
    incompleteReason: incompleteEnd(xml, 'Job-Listing'),
  }),
})

/** The slug is a company of the vendor's portal, or the host of a career site. */
export const successfactors: System = {
  source: 'successfactors',
  name: 'SuccessFactors',
  aliases: ['jobs2web', 'sap', 'sapsf'],
  ownHostSign: 'rmkcdn.successfactors.com',
  example: 'https://career4.successfactors.com/career?company=acme',
  slug: new RegExp(`^\\w[\\w-]*$|${HOST_NAME.source}`),
  settings: ['host'],
  boardOf({ hostname, searchParams }) {
    if (SITE_HOST.test(hostname)) return { slug: hostname }
    const slug = searchParams.get('company') ?? searchParams.get('career_company')
    if (!isPortal(hostname) || !slug || !/^[\w-]+$/.test(slug)) return undefined
    return { slug, settings: { host: hostname } }
  },
  ownBoardOf: boardOfOwnHost,
  isHost: (host, board) => isPortal(host) || SITE_HOST.test(host) || isOwnHost(host, board),
  requires: (board) => (isSite(board) ? [] : ['host']),
  postingId: postingIdAt('/sfcareer/jobreqcareer?jobId', '/job/:title/:id-:locale'),
  limits: { minIntervalMs: 1000, maxParallel: 2, isPerHost: true },
  obeysRobots: 'own hosts',
  list: (board, fetch) => (isSite(board) ? listSite(board, fetch) : portal.list(board, fetch)),
}

function isSite({ slug }: BoardAddress): boolean {
  return HOST_NAME.test(slug)
}

function isPortal(host: string): boolean {
  return HOST.test(host) && !NO_BOARDS.test(host)
}

function hostOf({ settings }: Board): string {
  const host = settings?.host
  if (host !== undefined) return host
  throw new Error('the setting host is missing, such as host=career4.successfactors.com')
}

const Job = Type.Object({ ReqId: Type.String({ pattern: '^[\\w.-]+$' }), JobTitle: title })

type Job = Static<typeof Job>

/** A field that each tenant names: `filter3` with the label `City`. */
interface Facet {
  name: string
  label: string
  value: string
}

const readJobs = entryReader(Job, 'ReqId', (job, board) => {
  const all = facetsOf(job)
  const arrangement = all.find(
    ({ label, value }) => /work|remote|location|flex/i.test(label) && isArrangement(value),
  )
  const facets = all.filter(({ value }) => !isArrangement(value))
  const place = placeOf(job, facets)
  const labelled = (label: RegExp) => facets.find((facet) => label.test(facet.label))?.value
  const type = labelled(/employment|contract type|job type|schedule|position type/i)
  const pay = labelled(/salary|pay\b|compensation/i)
  return {
    external_id: job.ReqId,
    title: job.JobTitle.replace(TOKEN, ' '),
    url: `https://${hostOf(board)}/sfcareer/jobreqcareer?jobId=${job.ReqId}&company=${encodeURIComponent(board.slug)}`,
    organization: labelled(/^(?:company|employer)$/i),
    date_posted: dateOf(valueIn(job, 'Posted-Date')),
    places: place === undefined ? [] : [place],
    ...workplace(arrangement?.value),
    salary: salaryInText(pay, toCountry(labelled(COUNTRY) ?? '') ?? board.country),
    employment_type: employmentTypes(type),
    ...descriptionMembers(withoutTokens(textAt(job, 'Job-Description'), job, all)),
    source_fields: fieldsOf(job, all),
  }
})

/** `[[salaryMin]]` is a placeholder that the career site fills. */
const TOKEN = /\[\[[^[\]]*\]\]/g

const NOTHING = /^(?:(?:other\W*)?not applicable|n\W?a|none|-+)$/i

/** The text of an element; undefined for placeholders and texts that say that there is nothing. */
function valueIn(value: unknown, ...path: readonly string[]): string | undefined {
  const text = textAt(value, ...path)
  if (text === undefined || text.search(TOKEN) >= 0 || NOTHING.test(text)) return undefined
  return text
}

function facetsOf(job: Job): Facet[] {
  return Object.keys(job).flatMap((name) => {
    if (!/^(?:filter|mfield)\d+$/.test(name)) return []
    const [label, value] = [valueIn(job, name, 'label'), valueIn(job, name, 'value')]
    return label === undefined || value === undefined ? [] : [{ name, label, value }]
  })
}

function isArrangement(value: string): boolean {
  return workplace(value).work_arrangement !== null
}

const COUNTRY = /\bcountry\b/i

/** The place by its parts. A location text counts more than a country, and a city more than a location text. */
function placeOf(job: Job, facets: readonly Facet[]): PublishedPlace | undefined {
  const labelled = (label: RegExp) => facets.find((facet) => label.test(facet.label))?.value
  const city = labelled(/\bcity\b/i)
  const region = labelled(/\b(?:state|province)\b/i)
  const country = labelled(COUNTRY)
  const text =
    valueIn(job, 'Location') ?? labelled(/^(?!.*(?:flex|type|model|code)).*\blocation\b/i)
  if (city === undefined && text !== undefined) {
    const isNamed = country === undefined || text.toLowerCase().includes(country.toLowerCase())
    return { text: isNamed ? text : `${text}, ${country}` }
  }
  return publishedPlace({ city, region, country, text })
}

/** Tenants write `MM/DD/YYYY` and `DD/MM/YYYY`: a date that both can read differently is none. */
function dateOf(text: string | undefined): string | undefined {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '')
  if (parts === null) return publishedInstant(text)
  const [first = 0, second = 0] = [Number(parts[1]), Number(parts[2])]
  if (first <= 12 && second <= 12 && first !== second) return undefined
  const [month, day] = first > 12 ? [second, first] : [first, second]
  const padded = [month, day].map((part) => String(part).padStart(2, '0'))
  return publishedInstant([parts[3], ...padded].join('-'))
}

/** Placeholders are replaced by the values that the list has, and removed otherwise. */
function withoutTokens(
  html: string | undefined,
  job: Job,
  facets: readonly Facet[],
): string | undefined {
  return html?.replace(TOKEN, (token) => {
    const name = token.slice(2, -2).trim()
    if (name === 'id') return job.ReqId
    return facets.find((facet) => facet.name === name)?.value ?? ''
  })
}

const SOURCE_FIELDS = ['ReqId', 'Department', 'Division', 'Posted-Date']

/** Beside the fields of all tenants, the tenant's own ones with their labels. */
function fieldsOf(job: Job, facets: readonly Facet[]): ReturnType<typeof sourceFields> {
  const own = facets.filter(({ label }) => !isPersonal(label)).map(({ name }) => name)
  const common = SOURCE_FIELDS.filter((name) => valueIn(memberAt(job, name)) !== undefined)
  return sourceFields(job, Object.fromEntries([...common, ...own].map((name) => [name, name])))
}
