import Type from 'typebox'
import { toCountry } from '../../values/country'
import type { Salary } from '../../values/pay/salary'
import { findRegion } from '../../values/region'
import { pathParts } from '../answers/addresses'
import { parseAnswer, rowReader, title } from '../answers/entries'
import { primaryFirst, unordered } from '../answers/fingerprint'
import { joinSections } from '../answers/markup/html-parts'
import { listAt, memberAt, textAt, valuesOf } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { placeInCountry, publishedPlace } from '../answers/published-place'
import { fieldPaths, isPersonal, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import { detail } from '../strategies/detail'
import type { Board, BoardAddress, Fetch, ListAnswer, PublishedPlace, System } from '../system'
import { CONTENT, PAGE_SIZE, readOracleRows } from './oracle-rows'

const SITE = /^[\w-]+$/
const SLUG = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*\/[\w-]+$/

/**
 * The slug is `HOST/SITE`. Employers' own hosts have the same paths as `*.oraclecloud.com`; requests go to the host of the
 * board only.
 */
export const oracle: System = {
  source: 'oracle',
  name: 'Oracle Recruiting',
  aliases: ['oracle_cloud', 'oraclecloud'],
  example: 'https://acme.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_1',
  slug: SLUG,
  boardOf,
  isHost: (host, board) =>
    board === undefined ? host.endsWith('.oraclecloud.com') : host === partsOf(board).host,
  postingId: postingIdAt('/hcmUI/CandidateExperience/:language/sites/:site/job/:id'),
  limits: { minIntervalMs: 250, maxParallel: 3, isPerHost: true },
  list,
  ...detail({
    request: (board, { external_id }) => ({
      url: requestUrl(
        board,
        'recruitingCEJobRequisitionDetails',
        `ById;Id="${external_id}"`,
        'all',
      ),
    }),
    parse: parseAnswer,
    read(answer, { board, entry }) {
      const job = listAt(answer, 'items')[0] ?? answer
      const { host, site } = partsOf(board)
      const setting = textAt(job, 'WorkplaceTypeCode')?.replace(/^ORA_/, '')
      return {
        title: textAt(job, 'Title'),
        url: `https://${host}/hcmUI/CandidateExperience/en/sites/${site}/job/${entry.external_id}`,
        date_posted: memberAt(job, 'ExternalPostedStartDate'),
        date_valid_through: memberAt(job, 'ExternalPostedEndDate'),
        places: placesOf(job),
        ...workplace(setting ?? textAt(job, 'WorkplaceType')),
        salary: salaryOf(job),
        employment_type: memberAt(job, 'JobSchedule'),
        description_html: descriptionOf(job),
        source_fields: fieldsOf(job),
      }
    },
  }),
}

function boardOf(address: URL): BoardAddress | undefined {
  const parts = pathParts(address)
  const isPage = parts[0] === 'hcmUI' && parts[1] === 'CandidateExperience'
  const finder = parts[0] === 'hcmRestApi' ? address.searchParams.get('finder') : null
  const site = isPage
    ? parts[parts.indexOf('sites') + 1]
    : /siteNumber=["']?([\w-]+)/.exec(finder ?? '')?.[1]
  if (isPage && !parts.includes('sites')) return undefined
  return site && SITE.test(site) ? { slug: `${address.hostname}/${site}` } : undefined
}

function partsOf({ slug }: BoardAddress): { host: string; site: string } {
  const [host = '', site = ''] = slug.split('/')
  return { host, site }
}

/** The finder's `;`, `,` and `=` must not be escaped. */
function requestUrl(board: Board, resource: string, finder: string, expand: string): string {
  const { host, site } = partsOf(board)
  const query = `onlyData=true&expand=${expand}&finder=${finder},siteNumber=${site}`
  return `https://${host}/hcmRestApi/resources/latest/${resource}?${query}`
}

async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const urlOf = (order: string, offset: number) => {
    const paging = `limit=${PAGE_SIZE},offset=${offset},sortBy=${order}`
    const expand = 'requisitionList.secondaryLocations'
    return requestUrl(board, 'recruitingCEJobRequisitions', `findReqs;${paging}`, expand)
  }
  const url = urlOf('POSTING_DATES_DESC', 0)
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return { kind: 'missing', reason: `${url} answered ${status}` }
  const { rows, incompleteReason } = await readOracleRows(text, (order, offset) =>
    fetch({ url: urlOf(order, offset) }),
  )
  return { kind: 'listed', ...readRows(rows), incompleteReason }
}

const readRows = rowReader(
  Type.Object({ Id: Type.String({ pattern: '^[\\w-]+$' }), Title: title }),
  { id: 'Id', title: 'Title' },
  (row) => {
    const others = listAt(row, 'secondaryLocations').map((place) => textAt(place, 'Name'))
    return { content: [valuesOf(row, CONTENT), unordered(others)] }
  },
)

function placesOf(job: unknown): PublishedPlace[] {
  const [point] = listAt(job, 'primaryLocationCoordinates')
  const [name, country] = [textAt(job, 'PrimaryLocation'), textAt(job, 'PrimaryLocationCountry')]
  const others = listAt(job, 'secondaryLocations').map((place) =>
    placeOf(textAt(place, 'Name'), textAt(place, 'CountryCode'), place),
  )
  return primaryFirst(placeOf(name, country, point), others)
}

/** A name is `City, Region, Country`, or its last parts. Without a city, the coordinates are those of a region. */
function placeOf(
  name: string | undefined,
  country: string | undefined,
  point: unknown,
): PublishedPlace | undefined {
  const parts = name?.split(',').map((part) => part.trim()) ?? []
  const [city, region, named] = parts
  const isWhole = parts.length === 3 && city !== '' && findRegion(region ?? '') !== undefined
  if (!isWhole) return placeInCountry(name, country)
  return publishedPlace({
    city,
    region,
    country: country ?? named,
    latitude: memberAt(point, 'Latitude'),
    longitude: memberAt(point, 'Longitude'),
    text: name,
  })
}

const PAY = /^(?:pay|salary|wage|compensation)(?: (?:range|rate|band))?$/i

/** A field of the employer that is nothing but pay. */
function salaryOf(job: unknown): Salary | undefined {
  const field = listAt(job, 'requisitionFlexFields').find((candidate) =>
    PAY.test(textAt(candidate, 'Prompt') ?? ''),
  )
  const country = toCountry(textAt(job, 'PrimaryLocationCountry') ?? '')
  return salaryInText(memberAt(field, 'Value'), country)
}

function descriptionOf(job: unknown): string | null {
  return joinSections([
    { html: textAt(job, 'ExternalDescriptionStr') ?? textAt(job, 'ShortDescriptionStr') },
    { title: 'Responsibilities', html: textAt(job, 'ExternalResponsibilitiesStr') },
    { title: 'Qualifications', html: textAt(job, 'ExternalQualificationsStr') },
    { html: textAt(job, 'CorporateDescriptionStr') },
    { html: textAt(job, 'OrganizationDescriptionStr') },
  ])
}

const FIELDS = fieldPaths(
  'RequisitionId',
  'RequisitionType',
  'Category',
  'JobFamily',
  'JobFunction',
  'JobSchedule',
  'JobShift',
  'JobType',
  'JobGrade',
  'WorkerType',
  'ContractType',
  'StudyLevel',
  'Department',
  'Organization',
  'BusinessUnit',
  'LegalEmployer',
  'WorkplaceTypeCode',
  'ContentLocale',
  'requisitionFlexFields',
)

function fieldsOf(job: unknown) {
  const fields = listAt(job, 'requisitionFlexFields').filter(
    (field) => !isPersonal(textAt(field, 'Prompt')),
  )
  const published = typeof job === 'object' ? { ...job, requisitionFlexFields: fields } : job
  return sourceFields(published, FIELDS)
}
