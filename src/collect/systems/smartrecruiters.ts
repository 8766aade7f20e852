import Type from 'typebox'
import { employmentTypes } from '../../values/employment-types'
import { parseAnswer, rowReader, title } from '../answers/entries'
import { unordered } from '../answers/fingerprint'
import { joinSections } from '../answers/markup/html-parts'
import { listAt, memberAt, pick, textAt, valuesOf, webAddress } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, isPersonal, sourceFields } from '../answers/source-fields'
import { arrangementOf } from '../answers/workplace'
import { detail } from '../strategies/detail'
import { byOffset, jsonPages } from '../strategies/paged-list'
import type { Board, CollectedPosting, PublishedPlace, System } from '../system'

const PAGE_SIZE = 100
const HOSTS = ['jobs', 'careers', 'www'].map((label) => `${label}.smartrecruiters.com`)
/** Steps of paths before the company, such as those of the application form. */
const COMPANY =
  /^\/(?:ni\/|oneclick-ui\/company\/|external-referrals\/company\/)?([A-Za-z0-9][\w.-]*)(?:\/|$)/
const API_COMPANY = /^\/v1\/companies\/([A-Za-z0-9][\w.-]*)(?:\/|$)/
const VENDOR_PATHS = ['ni', 'oneclick-ui', 'external-referrals', 'sr-jobs', 'my-applications']
/** The vendor's own pages on `www`, where companies have their old address. */
const VENDOR_PAGES =
  /^\/(?:about|account|blog|careers|company|contact|customers|demo|events|legal|login|partners|platform|pricing|privacy|products?|resources|solutions|support|terms)[\w-]*(?:\/|$)|\/[^/]+\/./

export const smartrecruiters: System = {
  source: 'smartrecruiters',
  name: 'SmartRecruiters',
  aliases: ['smart_recruiters'],
  example: 'https://jobs.smartrecruiters.com/Acme',
  slug: /^[A-Za-z0-9][\w.-]*$/,
  boardOf({ hostname, pathname }) {
    const isApi = hostname === 'api.smartrecruiters.com'
    if (!isApi && !HOSTS.includes(hostname)) return undefined
    if (hostname.startsWith('www.') && VENDOR_PAGES.test(pathname)) return undefined
    const slug = (isApi ? API_COMPANY : COMPANY).exec(pathname)?.[1]
    return slug === undefined || VENDOR_PATHS.includes(slug) ? undefined : { slug }
  },
  isHost: (host) => host === 'api.smartrecruiters.com',
  postingId: postingIdAt('/:company/:id-:title'),
  // The documented limits are 10 requests a second and 8 at a time.
  limits: { minIntervalMs: 200, maxParallel: 4 },
  ...jsonPages({
    ...byOffset(PAGE_SIZE),
    request: (board, offset) => ({
      url: `${postingsUrl(board)}?limit=${PAGE_SIZE}&offset=${offset}`,
    }),
    isVendorSite: (host) => /^(?:www\.)?smartrecruiters\.com$/.test(host),
    // A page may be shorter than its limit although more follow.
    rows: 'content',
    total: 'totalFound',
    id: 'id',
    isEmptyWhenUnknown: true,
    read: (rows) => ({
      ...readRows(rows),
      organization: rows.map((row) => textAt(row, 'company', 'name')).find(Boolean),
    }),
  }),
  ...detail({
    request: (board, { external_id }) => ({ url: `${postingsUrl(board)}/${external_id}` }),
    parse: parseAnswer,
    read(job, { board, entry }) {
      const page = `https://jobs.smartrecruiters.com/${encodeURIComponent(board.slug)}/${entry.external_id}`
      return {
        title: textAt(job, 'name'),
        url: webAddress(memberAt(job, 'postingUrl')) ?? page,
        organization: textAt(job, 'company', 'name'),
        apply_url: memberAt(job, 'applyUrl'),
        date_posted: memberAt(job, 'releasedDate'),
        places: [placeOf(memberAt(job, 'location'))],
        ...arrangementOf([arrangement(memberAt(job, 'location'))]),
        employment_type: typesOf(memberAt(job, 'typeOfEmployment')),
        description_html: descriptionOf(memberAt(job, 'jobAd', 'sections')),
        source_fields: sourceFields(withPublicFields(job), SOURCE_FIELDS),
      }
    },
  }),
  optIn: {
    setting: 'COLLECT_SMARTRECRUITERS',
    reason:
      "the robots.txt of SmartRecruiters' interface disallows it, and the terms limit it to customers' own sites",
  },
}

function postingsUrl({ slug }: Board): string {
  return `https://api.smartrecruiters.com/v1/companies/${encodeURIComponent(slug)}/postings`
}

/** `creator`, a person, is no content. */
const readRows = rowReader(
  Type.Object({ id: Type.String({ pattern: '^[\\w-]+$' }), name: title }),
  { id: 'id', title: 'name' },
  (row) => ({
    content: [valuesOf(row, CONTENT), unordered(publicFields(row))],
  }),
)

const CONTENT = [
  'name',
  'refNumber',
  'releasedDate',
  'location',
  'industry',
  'department',
  'function',
  'typeOfEmployment',
  'experienceLevel',
]

const SOURCE_FIELDS = fieldPaths(
  'uuid',
  'refNumber',
  'jobAdId',
  {
    industry: 'industry.label',
    department: 'department.label',
    function: 'function.label',
    typeOfEmployment: 'typeOfEmployment.label',
    experienceLevel: 'experienceLevel.label',
  },
  'customField',
  { language: 'language.code', address: 'location.address', postalCode: 'location.postalCode' },
)

/** `city` may be `Remote`, and `country` of older postings `remote`. */
function placeOf(location: unknown): PublishedPlace | undefined {
  const isPlace = (text: string | undefined) => text !== undefined && !/^remote$/i.test(text)
  const [city, region, country] = ['city', 'region', 'country']
    .map((name) => textAt(location, name))
    .map((text) => (isPlace(text) ? text : undefined))
  return publishedPlace({
    city,
    region,
    country: country?.toUpperCase(),
    ...pick(location, ['latitude', 'longitude']),
    text: memberAt(location, 'fullLocation'),
  })
}

/** Both flags are false for a posting whose arrangement the employer did not give. */
function arrangement(location: unknown): 'remote' | 'hybrid' | undefined {
  if (memberAt(location, 'hybrid') === true) return 'hybrid'
  const isRemote = memberAt(location, 'remote') === true
  return isRemote || textAt(location, 'country') === 'remote' ? 'remote' : undefined
}

/** The label may be in any language; the ids are a closed list, in which `permanent` has the label `Full-time`. */
function typesOf(type: unknown): CollectedPosting['employment_type'] {
  const id = textAt(type, 'id')
  return (
    employmentTypes(memberAt(type, 'label')) ??
    (id === 'permanent' ? ['FULL_TIME'] : employmentTypes(id))
  )
}

function descriptionOf(sections: unknown): string | null {
  const names = ['companyDescription', 'jobDescription', 'qualifications', 'additionalInformation']
  return joinSections(
    names.map((name) => ({
      title: textAt(sections, name, 'title'),
      html: textAt(sections, name, 'text'),
    })),
  )
}

function withPublicFields(job: unknown): unknown {
  return { ...Object(job), customField: unordered(publicFields(job)) }
}

/** Custom fields, without those that name people. */
function publicFields(job: unknown): unknown[] {
  return listAt(job, 'customField').filter(
    (field) => !isPersonal(`${textAt(field, 'fieldLabel')} ${textAt(field, 'fieldId')}`),
  )
}
