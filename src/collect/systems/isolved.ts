import Type from 'typebox'
import { employmentTypes } from '../../values/employment-types'
import { countryOfDollars, type Salary, salaryOf } from '../../values/pay/salary'
import { boardLabel, pathParts } from '../answers/addresses'
import { writtenInstant } from '../answers/dates'
import { listIn, parseAnswer, rowReader, title } from '../answers/entries'
import { embeddedJson } from '../answers/markup/embedded-json'
import { parseHtml, plainText } from '../answers/markup/html-elements'
import { countAt, memberAt, pick, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { commonCountry, publishedPlace } from '../answers/published-place'
import { incompleteByRows } from '../answers/read-pages'
import { jobPostingMembers, jobPostingOf } from '../answers/schema-org/job-posting'
import { jobSalary } from '../answers/schema-org/job-salary'
import { jobPostingIn } from '../answers/schema-org/json-ld'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import { workplace } from '../answers/workplace'
import { type DetailDraft, detail, storedRow } from '../strategies/detail'
import type {
  Board,
  BoardAddress,
  Fetch,
  ListEntry,
  MissingBoard,
  PublishedPlace,
  System,
} from '../system'

/** One product under the names of three. */
const DOMAINS = ['isolvedhire.com', 'applicantpro.com', 'applicantpool.com']
const SLUG =
  /^(?!(?:www|admin|api|app|feeds|help|status|support)\.)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.(?:isolvedhire|applicantpro|applicantpool)\.com$/

/** The slug is the host: a name may be that of other employers on the other domains. */
export const isolved: System = {
  source: 'isolved',
  name: 'isolved Hire',
  aliases: ['applicantpool', 'applicantpro', 'isolvedhire'],
  example: 'https://acme.isolvedhire.com/jobs/',
  slug: SLUG,
  boardOf,
  isHost: (host) => DOMAINS.some((domain) => boardLabel(host, domain, []) !== undefined),
  postingId: postingIdAt('/jobs/:id.html'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  async list(board, fetch) {
    const site = await siteOf(board, fetch)
    if (site.kind === 'missing') return site
    const url = `https://${board.slug}/core/jobs/${site.id}?getParams=${PUBLIC}`
    const { text } = await fetch({ url, isConditional: true })
    const jobs = withinLimit(() => readJobs(parseAnswer(text), site.id))
    return { kind: 'listed', ...jobs, organization: site.organization }
  },
  async detail(board, entry, fetch) {
    let isPage = false
    const posting = await page.detail(board, entry, async (request) => {
      const response = await fetch(request)
      isPage = response.status === 200
      return response
    })
    return isPage && posting === undefined ? await data.detail(board, entry, fetch) : posting
  },
}

/** The number of the career site, which rows have had since `data` is asked. */
function siteIn(entry: ListEntry): string | undefined {
  return textAt(storedRow(entry), 'siteId')
}

function addressOf({ slug }: Board, { external_id }: ListEntry): string {
  return `https://${slug}/jobs/${external_id}.html`
}

/** The page of a posting. One without a JobPosting proves nothing: `data` may have the posting. */
const page = detail({
  request: (board, entry) => ({ url: addressOf(board, entry) }),
  parse: parseHtml,
  read(html, { board, entry, url }) {
    const job = siteIn(entry) === undefined ? jobPostingOf(html, url) : jobPostingIn(html)
    return job === undefined ? undefined : draftOf(job, board, entry)
  },
})

/** What the page of a posting asks for to show it. */
const data = detail({
  request: ({ slug }, entry) => ({
    url: `https://${slug}/core/jobs/${siteIn(entry)}/${entry.external_id}/job-details`,
  }),
  parse: parseAnswer,
  read(answer, { board, entry, url }) {
    const posting = memberAt(answer, 'data')
    const description =
      textAt(posting, 'advertisingDescriptionHtml') ?? textAt(posting, 'description')
    if (memberAt(answer, 'success') !== true || description === undefined) {
      throw new UnexpectedAnswer(`answered ${url} without a posting`)
    }
    // It names no currency.
    const isAmerican = textAt(storedRow(entry), 'iso3') === 'USA'
    const baseSalary = isAmerican ? { currency: 'USD' } : undefined
    return draftOf({ description, baseSalary }, board, entry)
  },
})

function draftOf(job: unknown, board: Board, entry: ListEntry): DetailDraft {
  const row = storedRow<object>(entry)
  const members = jobPostingMembers(job)
  const arrangement = textAt(row, 'workplaceType')
  const places = members.places.length > 0 ? members.places : placesOf(row)
  return {
    ...members,
    title: plainText(parseHtml(textAt(row, 'title') ?? '')),
    url: addressOf(board, entry),
    date_posted: members.date_posted ?? writtenInstant(memberAt(row, 'startDateRef')),
    // A posting that is open until it is filled has an end some years away.
    date_valid_through:
      textAt(row, 'untilFilled') === '0' ? writtenInstant(memberAt(row, 'endDateRef')) : undefined,
    places,
    ...(arrangement !== undefined && workplace(arrangement)),
    salary: payOf(row, job, places),
    employment_type: employmentTypes(memberAt(row, 'employmentType')) ?? members.employment_type,
    source_fields: sourceFields(row, SOURCE_FIELDS),
  }
}

/** The service fails without parameters; the pages for people send these. */
const PUBLIC = encodeURIComponent('{"isInternal":0}')

/** `NAME.DOMAIN`, or `/openings/NAME/jobs` on the vendor's own host. */
function boardOf(address: URL): BoardAddress | undefined {
  const { hostname } = address
  const [folder, name = ''] = pathParts(address)
  const isVendor = DOMAINS.includes(hostname.replace(/^www\./, ''))
  const label = folder === 'openings' ? `${name.toLowerCase()}.` : ''
  const slug = isVendor ? hostname.replace(/^(?:www\.)?/, label) : hostname
  return SLUG.test(slug) ? { slug } : undefined
}

type Site = { kind: 'site'; id: string; organization: string | undefined } | MissingBoard

/** What the page of a board says of its career site, by whose number the list is asked for, on whatever host. */
async function siteOf(board: Board, fetch: Fetch): Promise<Site> {
  const url = `https://${board.slug}/jobs/`
  const { status, text, url: answered = url } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return { kind: 'missing', reason: `${url} answered ${status}` }
  const { hostname } = new URL(answered)
  if (hostname !== board.slug) throw new Error(`${url} redirects to ${hostname}`)
  const route = embeddedJson(text, /\bcourierCurrentRouteData\s*=\s*(?=\{)/)
  const id = textAt(route, 'domain_id') ?? /\bdomainId\s*:\s*(\d+)/.exec(text)?.[1]
  if (id !== undefined && /^\d+$/.test(id)) {
    return { kind: 'site', id, organization: textAt(route, 'career_site_name') }
  }
  const [notice] = NOTICE.exec(text) ?? []
  if (notice === undefined) throw new Error(`${url} is not the page of a career site`)
  return { kind: 'missing', reason: `${url} says: ${notice}` }
}

const NOTICE = /career site has been disabled|typed the url for this website incorrectly/i

/** All postings of a career site. */
function readJobs(answer: unknown, site: string) {
  if (memberAt(answer, 'success') !== true) throw new UnexpectedAnswer('answered without success')
  const rows = listIn(answer, 'data.jobs')
  const other = rows.map((row) => textAt(row, 'siteId') ?? site).find((id) => id !== site)
  if (other !== undefined) throw new UnexpectedAnswer(`answered with the career site ${other}`)
  const total = countAt(answer, 'data', 'jobCount')
  return { ...readRows(rows), incompleteReason: incompleteByRows(rows.length, total) }
}

const SOURCE_FIELDS = fieldPaths(
  'classification',
  'orgTitle',
  'parentTitle',
  'jobCategory',
  'customCategory',
  'workplaceType',
  'employmentType',
  'payRate',
  'payType',
  'payTypeFrame',
  'payDetails',
  'minSalary',
  'maxSalary',
  'jobLocation',
)

const CONTENT = [
  ...Object.keys(SOURCE_FIELDS),
  'title',
  'city',
  'abbreviation',
  'stateName',
  'iso3',
  'startDateRef',
  'endDateRef',
  'untilFilled',
]

const readRows = rowReader(
  Type.Object({ id: Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })]), title }),
  { id: 'id', title: 'title' },
  (row) => {
    const content = pick(row, CONTENT)
    return { content, stored: { ...content, ...pick(row, ['siteId']) } }
  },
)

function placesOf(row: object): PublishedPlace[] {
  const [city, abbreviation, state, country, text] = [
    'city',
    'abbreviation',
    'stateName',
    'iso3',
    'jobLocation',
  ].map((name) => textAt(row, name))
  return [publishedPlace({ city, region: abbreviation ?? state, country, text }) ?? []].flat()
}

/** The amounts of the list, in the currency that the page names; where it has none, the pay of the page. */
function payOf(row: object, job: unknown, places: readonly PublishedPlace[]): Salary | undefined {
  const currency = textAt(job, 'baseSalary', 'currency')
  const country = commonCountry(places)
  // The currency may be that of the vendor's country.
  if (country !== undefined && countryOfDollars(currency) !== country) return undefined
  const [min, max, rate] = ['minSalary', 'maxSalary', 'payRate'].map((name) => textAt(row, name))
  const band = min === undefined && max === undefined ? [rate, rate] : [min, max]
  const isAmount = (text: string | undefined) => AMOUNT.test(text ?? '')
  if (!band.some(isAmount)) return jobSalary(job)
  if (band.some((text) => text !== undefined && !isAmount(text))) return undefined
  const [low, high] = band.map((text) => text?.replaceAll(',', ''))
  return salaryOf({ min: low, max: high, currency, unit: memberAt(row, 'payTypeFrame') })
}

const AMOUNT = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/
