import Type from 'typebox'
import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { publishedInstant } from '../answers/dates'
import { employmentTypes } from '../answers/employment-types'
import { entrySplitter, listIn, parseAnswer, title, webAddress } from '../answers/entries'
import { fingerprint, unordered } from '../answers/fingerprint'
import { joinSections } from '../answers/html-parts'
import { countAt, listAt, memberAt, textAt } from '../answers/members'
import { publishedPlace } from '../answers/published-place'
import { type Page, readPages } from '../answers/read-pages'
import { isPersonal, sourceFields } from '../answers/source-fields'
import { isTestPosting } from '../answers/test-posting'
import { arrangementOf } from '../answers/workplace'
import type {
  Board,
  CollectedPosting,
  Fetch,
  ListedPosting,
  Listing,
  PublishedPlace,
  System,
} from '../system'

const NAME = 'SmartRecruiters'
const PAGE_SIZE = 100
const HOSTS = ['jobs.smartrecruiters.com', 'careers.smartrecruiters.com']
/** Steps of paths before the company, such as those of the application form. */
const COMPANY =
  /^\/(?:ni\/|oneclick-ui\/company\/|external-referrals\/company\/)?([A-Za-z0-9][\w.-]*)(?:\/|$)/
const API_COMPANY = /^\/v1\/companies\/([A-Za-z0-9][\w.-]*)(?:\/|$)/
const VENDOR_PATHS = ['ni', 'oneclick-ui', 'external-referrals', 'sr-jobs', 'my-applications']

export const smartrecruiters: System = {
  source: 'smartrecruiters',
  name: NAME,
  example: 'https://jobs.smartrecruiters.com/Acme',
  boardOf({ hostname, pathname }) {
    const isApi = hostname === 'api.smartrecruiters.com'
    if (!isApi && !HOSTS.includes(hostname)) return undefined
    const slug = (isApi ? API_COMPANY : COMPANY).exec(pathname)?.[1]
    return slug === undefined || VENDOR_PATHS.includes(slug) ? undefined : { slug }
  },
  isHost: (host) => host === 'api.smartrecruiters.com',
  // The documented limits are 10 requests a second and 8 at a time.
  limits: { minIntervalMs: 200, maxParallel: 4 },
  list,
  detail,
  optIn: {
    setting: 'COLLECT_SMARTRECRUITERS',
    reason:
      "the robots.txt of SmartRecruiters' interface disallows it, and the terms limit it to customers' own sites",
  },
}

function postingsUrl(board: Board): string {
  return `https://api.smartrecruiters.com/v1/companies/${encodeURIComponent(board.slug)}/postings`
}

async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const url = (offset: number) => `${postingsUrl(board)}?limit=${PAGE_SIZE}&offset=${offset}`
  const response = await fetch({ url: url(0), accept: ABSENCE_STATUSES })
  const absence = absenceOf(response, url(0), (host) =>
    /^(?:www\.)?smartrecruiters\.com$/.test(host),
  )
  if (absence !== undefined) return absence
  const firstPage = pageOf(response.text, 0)
  const { rows, doubt } = await readPages({
    start: 0,
    firstPage,
    read: async (offset) => pageOf((await fetch({ url: url(offset) })).text, offset),
    keyOf: (row) => textAt(row, 'id') ?? JSON.stringify(row),
  })
  const { entries, unreadable } = split(rows)
  const organization = entries.map((entry) => textAt(entry, 'company', 'name')).find(Boolean)
  return {
    kind: 'listed',
    postings: entries.filter(({ name }) => !isTestPosting(name)).map(listed),
    unreadable,
    doubt: rows.length === 0 ? 'SmartRecruiters answers the same for unknown companies' : doubt,
    organization,
  }
}

/** A page may be shorter than its limit although more follow, so `offset` grows by the limit. */
function pageOf(text: string, offset: number): Page<unknown, number> {
  const answer = parseAnswer(text, NAME)
  const total = countAt(answer, 'totalFound')
  if (total === undefined) throw new Error(`${NAME} answered without totalFound`)
  const end = offset + (countAt(answer, 'limit') || PAGE_SIZE)
  return {
    rows: listIn(answer, 'content', NAME),
    next: end < total ? end : undefined,
    total,
  }
}

const split = entrySplitter(
  Type.Object({
    id: Type.String({ pattern: '^[\\w-]+$' }),
    name: title,
  }),
  'id',
)

/** Members of the list that are content. `creator`, a person, is none. */
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

function listed(entry: { id: string }): ListedPosting {
  const content = CONTENT.map((name) => memberAt(entry, name))
  const customField = unordered(publicFields(entry))
  return { external_id: entry.id, fingerprint: fingerprint([content, customField]) }
}

async function detail(
  board: Board,
  { external_id }: ListedPosting,
  fetch: Fetch,
): Promise<CollectedPosting | undefined> {
  const url = `${postingsUrl(board)}/${external_id}`
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return undefined
  const job = parseAnswer(text, NAME)
  const title = textAt(job, 'name')
  if (title === undefined) throw new Error(`${url} has no name`)
  const place = placeOf(memberAt(job, 'location'))
  const company = encodeURIComponent(board.slug)
  return {
    external_id,
    title,
    url:
      webAddress(memberAt(job, 'postingUrl')) ??
      `https://jobs.smartrecruiters.com/${company}/${external_id}`,
    organization: textAt(job, 'company', 'name') ?? null,
    apply_url: webAddress(memberAt(job, 'applyUrl')) ?? null,
    date_posted: publishedInstant(memberAt(job, 'releasedDate')) ?? null,
    places: place === undefined ? [] : [place],
    ...arrangementOf([arrangement(memberAt(job, 'location'))]),
    employment_type: typesOf(memberAt(job, 'typeOfEmployment')) ?? null,
    description_html: descriptionOf(memberAt(job, 'jobAd', 'sections')),
    source_fields: fieldsOf(job),
  }
}

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
    latitude: memberAt(location, 'latitude'),
    longitude: memberAt(location, 'longitude'),
    text: textAt(location, 'fullLocation'),
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

function fieldsOf(job: unknown): ReturnType<typeof sourceFields> {
  const fields = publicFields(job)
  const entry = typeof job === 'object' ? { ...job, customField: unordered(fields) } : job
  return sourceFields(entry, {
    uuid: 'uuid',
    refNumber: 'refNumber',
    jobAdId: 'jobAdId',
    industry: 'industry.label',
    department: 'department.label',
    function: 'function.label',
    typeOfEmployment: 'typeOfEmployment.label',
    experienceLevel: 'experienceLevel.label',
    customField: 'customField',
    language: 'language.code',
    address: 'location.address',
    postalCode: 'location.postalCode',
  })
}

/** Custom fields, without those that name people. */
function publicFields(job: unknown): unknown[] {
  return listAt(job, 'customField').filter(
    (field) => !isPersonal(`${textAt(field, 'fieldLabel')} ${textAt(field, 'fieldId')}`),
  )
}
