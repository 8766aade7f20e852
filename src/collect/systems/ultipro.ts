import Type from 'typebox'
import { type Salary, salaryOf } from '../../values/pay/salary'
import { findRegion } from '../../values/region'
import { pathParts } from '../answers/addresses'
import { rowReader, title } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { embeddedJson } from '../answers/markup/embedded-json'
import { unescapedOnce } from '../answers/markup/html-parts'
import { listAt, memberAt, pick, textAt, valuesOf } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { arrangementOf } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import { byOffset, jsonPages } from '../strategies/paged-list'
import type { Board, BoardAddress, PublishedPlace, System } from '../system'

const PAGE_SIZE = 50
const HOST = /^(?:recruiting\d?\.ultipro\.(?:com|ca)|[\w-]+\.rec\.pro\.ukg\.net)$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The slug is `TENANT/GUID` of the job board. The vendor moves tenants between hosts: it is the setting `host`. */
export const ultipro: System = {
  source: 'ultipro',
  name: 'UKG Pro',
  aliases: ['ukg'],
  example:
    'https://recruiting.ultipro.com/ACM1000ACME/JobBoard/11111111-2222-3333-4444-555555555555',
  slug: /^[A-Z0-9_-]+\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  settings: ['host'],
  boardOf,
  isHost: (host) => HOST.test(host),
  postingId: postingIdAt('/:tenant/JobBoard/:board/OpportunityDetail?opportunityId'),
  limits: { minIntervalMs: 300, maxParallel: 3 },
  ...jsonPages({
    ...byOffset(PAGE_SIZE),
    request: (board, skip) => ({
      url: `${boardUrl(board)}/JobBoardView/LoadSearchResults`,
      method: 'POST',
      body: searchFrom(skip),
    }),
    rows: 'opportunities',
    total: 'totalCount',
    id: 'Id',
    isEmptyWhenUnknown: true,
    read: (rows) => readRows(rows),
  }),
  ...detail({
    request: (board, { external_id }) => ({
      url: `${boardUrl(board)}/OpportunityDetail?opportunityId=${external_id}`,
    }),
    parse: (page) => embeddedJson(page, CONSTRUCTOR),
    read(found, { entry, url }) {
      // An unknown id is answered with 200 and a page without an opportunity.
      if (typeof found !== 'object') throw new Error(`${url} has no opportunity`)
      if (memberAt(found, 'OpportunityIsClosed') === true) return undefined
      const opportunity = { ...storedRow<object>(entry), ...found }
      const html = textAt(opportunity, 'Description')
      const isFullTime = memberAt(opportunity, 'FullTime')
      return {
        title: textAt(opportunity, 'Title'),
        url,
        date_posted: memberAt(opportunity, 'PostedDate'),
        places: placesOf(opportunity),
        ...arrangementOf([ARRANGEMENTS.get(memberAt(opportunity, 'JobLocationType'))]),
        salary: salaryOfOpportunity(opportunity),
        employment_type:
          typeof isFullTime === 'boolean' ? [isFullTime ? 'FULL_TIME' : 'PART_TIME'] : null,
        description_html: html && unescapedOnce(html),
        source_fields: sourceFields(opportunity, SOURCE_FIELDS),
      }
    },
  }),
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

const readRows = rowReader(
  Type.Object({
    Id: Type.String({ pattern: UUID.source.replaceAll('a-f', 'a-fA-F') }),
    Title: title,
  }),
  { id: 'Id', title: 'Title' },
  (row) => ({
    content: [valuesOf(row, CONTENT), placesOf(row)],
    stored: pick(row, CONTENT),
  }),
)

/** `PostedDate` of the list moves when an opportunity is published again. */
const CONTENT = [
  'Title',
  'RequisitionNumber',
  'FullTime',
  'JobCategoryName',
  'JobLocationType',
  'BriefDescription',
]

/** It gets the opportunity as JSON; the page goes on after it. */
const CONSTRUCTOR = /new\s+US\.Opportunity\.CandidateOpportunityDetail\(/

const ARRANGEMENTS: ReadonlyMap<unknown, 'onsite' | 'remote' | 'hybrid'> = new Map([
  [0, 'hybrid'],
  [1, 'onsite'],
  [2, 'remote'],
] as const)

function placesOf(opportunity: unknown): PublishedPlace[] {
  return distinct(listAt(opportunity, 'Locations').map(placeOf))
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

const SOURCE_FIELDS = fieldPaths(
  'RequisitionNumber',
  'JobCategoryName',
  'FullTime',
  'JobLocationType',
  'OpportunityType',
  'Salaried',
  'Travel',
  { locationNames: 'Locations[*].LocalizedName', postalCodes: 'Locations[*].Address.PostalCode' },
)
