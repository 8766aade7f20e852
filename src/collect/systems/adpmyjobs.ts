import Type, { type Static } from 'typebox'
import { absenceStatuses } from '../answers/absence'
import { pathParts } from '../answers/addresses'
import { entryReader, parseAnswer, texts, title } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { joinSections } from '../answers/markup/html-parts'
import { memberAt, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { arrayOf, digits, flag, object } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { arrangementOf } from '../answers/workplace'
import { byOffset, jsonPages } from '../strategies/paged-list'
import { type TokenSource, withToken } from '../strategies/token'
import type { BoardAddress, PublishedPlace, System } from '../system'

const SITES = 'myjobs.adp.com'
const SERVICE = 'my.adp.com'
const SITE = /^[a-z0-9](?:[a-z0-9_.-]*[a-z0-9_-])?$/

/** Without `$select` a row has neither text nor date. */
const SELECT = `reqId,jobTitle,publishedJobTitle,jobDescription,jobQualifications,workLevelCode,postingDate,clientRequisitionID,category,requisitionLocations,organizationalUnits`

/** A page above 1 MB is answered with 502; rows have 14 KB on the site with the longest texts. */
const PAGE_SIZE = 50

/** Another `Accept-Language`, also one that only adds to it, is answered with no postings. */
const HEADERS = { accept: 'application/json', 'accept-language': 'en-US' }

/** The token stands for the site: the addresses of the list do not name it. */
const site: TokenSource<string> = {
  // `postingChannelId not found`.
  refusals: [400, 401, 403],
  async obtain({ slug }, fetch) {
    const url = `https://${SITES}/public/staffing/v1/career-site/${slug}`
    const accept = [...absenceStatuses(undefined), 400]
    const { status, text } = await fetch({ url, headers: HEADERS, accept })
    const answer = status === 404 || status === 410 ? undefined : parseAnswer(text)
    if (status !== 200) {
      const message = textAt(answer, 'message') ?? ''
      if (status === 400 && !/^careersite (?:not found|is not active)/i.test(message)) {
        throw new Error(`${url} answered 400: ${message.slice(0, 200)}`)
      }
      return { kind: 'missing', reason: `${url} answered ${status} ${message}`.trim() }
    }
    if (textAt(answer, 'settings', 'careerSiteType')?.toLowerCase() === 'internal') {
      return { kind: 'missing', reason: `${url} is for employees of the client` }
    }
    const token = textAt(answer, 'myJobsToken')
    if (token === undefined) throw new UnexpectedAnswer('answered with a site that has no token')
    return { kind: 'token', token, organization: textAt(answer, 'clientName') }
  },
  authorize: (request, token) => ({ ...request, headers: { ...HEADERS, myjobstoken: token } }),
}

export const adpmyjobs: System = {
  source: 'adpmyjobs',
  name: 'ADP Recruiting Management',
  aliases: ['adp_myjobs', 'adp_recruiting', 'adp-myjobs'],
  example: `https://${SITES}/acme/cx/job-listing`,
  slug: SITE,
  boardOf,
  isHost: (host) => host === SITES || host === SERVICE,
  postingId: postingIdAt('/:board/cx/job-details?reqId'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...withToken(
    site,
    jsonPages({
      ...byOffset(PAGE_SIZE),
      request: (_, skip) => ({
        url: `https://${SERVICE}/myadp_prefix/mycareer/public/staffing/v1/job-requisitions/apply-custom-filters?$select=${SELECT}&$orderby=reqId&$top=${PAGE_SIZE}&$skip=${skip}`,
      }),
      rows: 'jobRequisitions',
      total: 'count',
      id: 'reqId',
      isKnown: true,
      read: (rows, board) => readRows(rows, board),
    }),
  ),
}

function boardOf(address: URL): BoardAddress | undefined {
  const [first = ''] = pathParts(address)
  const slug = first.toLowerCase().replace(/\.$/, '')
  const isSite = address.hostname === SITES && slug !== 'public' && SITE.test(slug)
  return isSite ? { slug } : undefined
}

const Names = object(texts('codeValue', 'longName'))

const Location = Type.Object({
  address: object({ ...texts('cityName'), countrySubdivisionLevel1: Names, country: Names }),
  nameCode: Names,
  primaryIndicator: flag,
})

type Location = Static<typeof Location>

const Requisition = Type.Object({
  ...texts(
    'publishedJobTitle',
    'jobDescription',
    'jobQualifications',
    'workLevelCode',
    'postingDate',
  ),
  reqId: digits,
  jobTitle: title,
  requisitionLocations: arrayOf(Location),
})

const SOURCE_FIELDS = fieldPaths('clientRequisitionID', 'category', 'workLevelCode', {
  departments: 'organizationalUnits[*].name',
  locationNames: 'requisitionLocations[*].nameCode.longName',
  postalCodes: 'requisitionLocations[*].address.postalCode',
})

const readRows = entryReader(Requisition, 'reqId', (row, { slug }) => {
  const locations = row.requisitionLocations ?? []
  const primary = locations.find(({ primaryIndicator }) => primaryIndicator === true)
  return {
    title: textAt(row.publishedJobTitle) ?? row.jobTitle,
    url: `https://${SITES}/${slug}/cx/job-details?reqId=${row.reqId}`,
    // Half of the sites hide it.
    date_posted: row.postingDate,
    places: primaryFirst(primary && placeOf(primary), locations.map(placeOf)),
    ...arrangementOf(locations.map(arrangement)),
    employment_type: row.workLevelCode,
    description_html: textOf(row),
    source_fields: sourceFields(row, SOURCE_FIELDS),
  }
})

/** Pay stands in another answer, without its unit. */
function textOf({ jobDescription, jobQualifications }: Static<typeof Requisition>) {
  const isRepeated = jobDescription?.includes(jobQualifications ?? '') === true
  return joinSections([
    { html: jobDescription ?? undefined },
    ...(isRepeated ? [] : [{ title: 'Requirements', html: jobQualifications ?? undefined }]),
  ])
}

const REMOTE = /^(?:remote|work from home)\b/i

function placeOf(location: Location): PublishedPlace | undefined {
  const { cityName, countrySubdivisionLevel1: region, country } = location.address ?? {}
  return publishedPlace({
    city: REMOTE.test(textAt(cityName) ?? '') ? undefined : cityName,
    region: textAt(region?.codeValue) ?? region?.longName,
    country: textAt(country?.codeValue) ?? country?.longName,
    text: location.nameCode?.longName,
  })
}

/** No member says it; employers name such places so. */
function arrangement(location: Location): 'remote' | undefined {
  const names = [memberAt(location, 'address', 'cityName'), location.nameCode?.longName]
  return names.some((name) => REMOTE.test(textAt(name) ?? '')) ? 'remote' : undefined
}
