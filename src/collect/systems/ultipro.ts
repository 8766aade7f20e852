import Type from 'typebox'
import { findRegion } from '../../values/region'
import { pathParts } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { entrySplitter, listIn, parseAnswer, title } from '../answers/entries'
import { distinct, fingerprint } from '../answers/fingerprint'
import { unescapedOnce } from '../answers/html-parts'
import { countAt, listAt, memberAt, textAt } from '../answers/members'
import { type Salary, salaryOf } from '../answers/pay'
import { publishedPlace } from '../answers/published-place'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { sourceFields } from '../answers/source-fields'
import { isTestPosting } from '../answers/test-posting'
import { arrangementOf } from '../answers/workplace'
import type {
  Board,
  BoardAddress,
  CollectedPosting,
  Fetch,
  ListedPosting,
  Listing,
  PublishedPlace,
  System,
} from '../system'

const NAME = 'UKG Pro'
const PAGE_SIZE = 50
const HOST = /^(?:recruiting\d?\.ultipro\.(?:com|ca)|[\w-]+\.rec\.pro\.ukg\.net)$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The slug is `TENANT/GUID` of the job board. The vendor moves tenants between hosts: it is the setting `host`. */
export const ultipro: System = {
  source: 'ultipro',
  name: NAME,
  example:
    'https://recruiting.ultipro.com/ACM1000ACME/JobBoard/11111111-2222-3333-4444-555555555555',
  boardOf,
  isHost: (host) => HOST.test(host),
  limits: { minIntervalMs: 300, maxParallel: 3 },
  list,
  detail,
}

function boardOf(address: URL): BoardAddress | undefined {
  const [tenant = '', jobBoard = '', guid = ''] = pathParts(address)
  const isBoard = /^[\w-]+$/.test(tenant) && /^jobboard$/i.test(jobBoard) && UUID.test(guid)
  if (!HOST.test(address.hostname) || !isBoard) return undefined
  return {
    slug: `${tenant.toUpperCase()}/${guid.toLowerCase()}`,
    settings: { host: address.hostname },
  }
}

function boardUrl({ slug, settings }: Board): string {
  const [tenant, guid] = slug.split('/')
  return `https://${settings?.host ?? 'recruiting.ultipro.com'}/${tenant}/JobBoard/${guid}`
}

async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const url = `${boardUrl(board)}/JobBoardView/LoadSearchResults`
  const request = (skip: number) => ({ url, method: 'POST' as const, body: searchFrom(skip) })
  const response = await fetch({ ...request(0), accept: [404, 410] })
  if (response.status !== 200) {
    return { kind: 'missing', reason: `${url} answered ${response.status}` }
  }
  const { rows, doubt } = await readPages({
    start: 0,
    firstPage: pageOf(response.text, 0),
    read: async (skip) => pageOf((await fetch(request(skip))).text, skip),
    keyOf: (row) => textAt(row, 'Id') ?? JSON.stringify(row),
  })
  const { entries, unreadable } = split(rows)
  return {
    kind: 'listed',
    postings: entries.filter(({ Title }) => !isTestPosting(Title)).map(listed),
    unreadable,
    doubt: rows.length === 0 ? `${NAME} answers the same for unknown boards` : doubt,
  }
}

/** A body without these members is answered with an empty list. */
function searchFrom(skip: number) {
  return {
    opportunitySearch: {
      Top: PAGE_SIZE,
      Skip: skip,
      QueryString: '',
      OrderBy: [{ Value: 'postedDateDesc', PropertyName: 'PostedDate', Ascending: false }],
      Filters: [],
    },
  }
}

function pageOf(text: string, skip: number): Page<unknown, number> {
  const answer = parseAnswer(text, NAME)
  const rows = listIn(answer, 'opportunities', NAME)
  const total = countAt(answer, 'totalCount')
  if (total === undefined) throw new Error(`${NAME} answered without totalCount`)
  const end = skip + rows.length
  if (rows.length === 0) return { rows, next: undefined, total }
  return countedPage(rows, { total, end, size: PAGE_SIZE, next: end })
}

const split = entrySplitter(
  Type.Object({
    Id: Type.String({ pattern: UUID.source.replaceAll('a-f', 'a-fA-F') }),
    Title: title,
  }),
  'Id',
)

/** `PostedDate` of the list moves when an opportunity is published again. */
const CONTENT = `
  Title RequisitionNumber FullTime JobCategoryName JobLocationType BriefDescription`
  .trim()
  .split(/\s+/)

function listed(row: { Id: string }): ListedPosting {
  const content = [CONTENT.map((name) => memberAt(row, name)), placesOf(row)]
  const members = CONTENT.map((name): [string, unknown] => [name, memberAt(row, name)])
  return {
    external_id: row.Id,
    fingerprint: fingerprint(content),
    reference: JSON.stringify(Object.fromEntries(members)),
  }
}

const CONSTRUCTOR = /new\s+US\.Opportunity\.CandidateOpportunityDetail\(/

async function detail(
  board: Board,
  { external_id, reference = '{}' }: ListedPosting,
  fetch: Fetch,
): Promise<CollectedPosting | undefined> {
  const url = `${boardUrl(board)}/OpportunityDetail?opportunityId=${external_id}`
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return undefined
  const found = argumentOf(text)
  // An unknown id is answered with 200 and a page without an opportunity.
  if (typeof found !== 'object') throw new Error(`${url} has no opportunity`)
  if (memberAt(found, 'OpportunityIsClosed') === true) return undefined
  const opportunity: unknown = { ...JSON.parse(reference), ...found }
  const title = textAt(opportunity, 'Title')
  if (title === undefined) throw new Error(`${url} has no Title`)
  const html = textAt(opportunity, 'Description')
  const isFullTime = memberAt(opportunity, 'FullTime')
  return {
    external_id,
    title,
    url,
    date_posted: publishedInstant(memberAt(opportunity, 'PostedDate')) ?? null,
    places: placesOf(opportunity),
    ...arrangementOf([ARRANGEMENTS.get(memberAt(opportunity, 'JobLocationType'))]),
    salary: salaryOfOpportunity(opportunity) ?? null,
    employment_type:
      typeof isFullTime === 'boolean' ? [isFullTime ? 'FULL_TIME' : 'PART_TIME'] : null,
    description_html: html === undefined ? null : unescapedOnce(html),
    source_fields: sourceFields(opportunity, {
      RequisitionNumber: 'RequisitionNumber',
      JobCategoryName: 'JobCategoryName',
      FullTime: 'FullTime',
      JobLocationType: 'JobLocationType',
      OpportunityType: 'OpportunityType',
      Salaried: 'Salaried',
      Travel: 'Travel',
      locationNames: 'Locations[*].LocalizedName',
      postalCodes: 'Locations[*].Address.PostalCode',
    }),
  }
}

/** The JSON that the page gives to the constructor of the opportunity; the page goes on after it. */
function argumentOf(html: string): unknown {
  const found = CONSTRUCTOR.exec(html)
  if (found === null) return undefined
  const start = found.index + found[0].length
  let depth = 0
  let isText = false
  for (let index = start; index < html.length; index += 1) {
    const character = html[index]
    if (isText && character === '\\') index += 1
    else if (character === '"') isText = !isText
    else if (!isText && character === '{') depth += 1
    else if (!isText && character === '}') {
      depth -= 1
      if (depth === 0) return parseAnswer(html.slice(start, index + 1), NAME)
    }
  }
  throw new Error(`${NAME} answered with a page that is cut off`)
}

const ARRANGEMENTS: ReadonlyMap<unknown, 'onsite' | 'remote' | 'hybrid'> = new Map([
  [0, 'hybrid'],
  [1, 'onsite'],
  [2, 'remote'],
] as const)

function placesOf(opportunity: unknown): PublishedPlace[] {
  return distinct(listAt(opportunity, 'Locations').flatMap((place) => placeOf(place) ?? []))
}

/** Countries are ISO 3166 codes of three letters; those of the United States' territories are places of it. */
const TERRITORIES: Readonly<Record<string, string>> = {
  ASM: 'AS',
  GUM: 'GU',
  MNP: 'MP',
  PRI: 'PR',
  VIR: 'VI',
}

function placeOf(place: unknown): PublishedPlace | undefined {
  const address = memberAt(place, 'Address')
  const city = textAt(address, 'City')
  const region = textAt(address, 'State', 'Code') ?? textAt(address, 'State', 'Name')
  const code = textAt(address, 'Country', 'Code') ?? textAt(address, 'Country', 'Name')
  const country =
    code === undefined ? findRegion(region ?? '')?.country : (TERRITORIES[code] ?? code)
  return publishedPlace({
    city: city !== undefined && /^remote$/i.test(city) ? undefined : city,
    region,
    country,
    latitude: memberAt(place, 'Coordinates', 'Latitude'),
    longitude: memberAt(place, 'Coordinates', 'Longitude'),
    text: textAt(place, 'LocalizedDescription') ?? textAt(place, 'LocalizedName'),
  })
}

/** Pay a year or an hour; a range that the employer hides does not count. */
function salaryOfOpportunity(opportunity: unknown): Salary | undefined {
  const currency =
    textAt(opportunity, 'CompensationCurrencyCode') ??
    textAt(opportunity, 'CompensationCurrency') ??
    textAt(opportunity, 'PayRangeCurrencyCode')
  const band = (name: string, unit: 'YEAR' | 'HOUR') =>
    salaryOf({
      min: memberAt(opportunity, `Compensation${name}Minimum`),
      max: memberAt(opportunity, `Compensation${name}Maximum`),
      currency,
      unit,
    })
  if (memberAt(opportunity, 'PayRangeVisible') === false) return undefined
  return band('Annual', 'YEAR') ?? band('Hourly', 'HOUR')
}
