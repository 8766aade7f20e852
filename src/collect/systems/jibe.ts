import Type from 'typebox'
import { toCountry } from '../../values/country'
import { type Salary, salaryOf } from '../../values/pay/salary'
import { findRegion } from '../../values/region'
import { boardsOnOwnHosts } from '../answers/addresses'
import { entrySplitter, listEntries, title } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { joinSections } from '../answers/markup/html-parts'
import { listAt, memberAt, pick, textAt, valuesOf, webAddress } from '../answers/members'
import { inOneLanguage } from '../answers/one-language'
import { commonSalary, salaryInText } from '../answers/pay'
import { completed } from '../answers/posting'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { incompleteByRows, type Page } from '../answers/read-pages'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { byNumber, joinedPages, jsonPage } from '../strategies/paged-list'
import type { Board, CollectedPosting, HttpResponse, PublishedPlace, System } from '../system'

const PAGE_SIZE = 100
const PAGING = byNumber(1, PAGE_SIZE)

const isVendors = (host: string) => host.endsWith('.jibeapply.com')

/** The vendor's search answers no more rows for some employers. */
const CAP = 10_000

/**
 * Career sites of iCIMS, mostly on employers' own hosts: the slug is the host, and requests go to that host only. Postings
 * may be of other systems, so it is a source of its own beside `icims`.
 */
export const jibe: System = {
  source: 'jibe',
  name: 'Jibe',
  ownHostSign: 'app.jibecdn.com',
  example: 'https://jobs.acme.example/api/jobs',
  ...boardsOnOwnHosts(
    ({ hostname, pathname }) => isVendors(hostname) || /^\/api\/jobs\/?$/.test(pathname),
  ),
  isHost: (host, board) => (board === undefined ? isVendors(host) : host === board.slug),
  postingId: postingIdAt('/jobs/:id'),
  limits: { minIntervalMs: 300, maxParallel: 3, isPerHost: true },
  ...joinedPages({
    start: PAGING.start,
    request: ({ slug }, page) => ({
      url: `https://${slug}/api/jobs?page=${page}&limit=${PAGE_SIZE}`,
      ...(page * PAGE_SIZE > CAP && { accept: [400, 500] }),
    }),
    page: pageOf,
    id: (row) => JSON.stringify([textAt(row, 'slug'), textAt(row, 'language')]),
    read(rows, board) {
      const { entries, unreadable } = split(rows)
      const jobs = entries.filter((job) => !isInternal(job))
      const versions = jobs.map((job) => ({
        language: textAt(job, 'language') ?? '',
        posting: postingOf(job, board),
      }))
      return { versions, unreadable }
    },
    incompleteReason: ({ count, total = count }) =>
      count > CAP - PAGE_SIZE && count < total ? incompleteByRows(count, total) : undefined,
    join: (pages) => ({
      postings: listEntries(oneLanguage(pages.flatMap(({ versions }) => versions))),
      unreadable: pages.flatMap(({ unreadable }) => unreadable),
    }),
  }),
}

const readJson = jsonPage({ ...PAGING, rows: 'jobs', total: 'totalCount' })

/** A page that the cap does not allow has no rows. */
function pageOf(
  text: string,
  at: number,
  _board: Board,
  { status }: HttpResponse,
): Page<unknown, number> {
  if (status !== 200) return { rows: [], next: undefined }
  const page = readJson(text, at)
  return { ...page, rows: page.rows.map((job) => memberAt(job, 'data')) }
}

const split = entrySplitter(
  Type.Object({ slug: Type.String({ pattern: '\\S' }), title }),
  'slug',
  'title',
)

type Job = ReturnType<typeof split>['entries'][number]

function isInternal(job: Job): boolean {
  return memberAt(job, 'internal') === true && memberAt(job, 'external') !== true
}

/** A job in one of its languages. */
interface Version {
  language: string
  posting: CollectedPosting
}

/** A job may have a row for each language. */
function oneLanguage(versions: readonly Version[]): CollectedPosting[] {
  const jobs = inOneLanguage(versions, {
    id: ({ posting }) => posting.external_id,
    locale: ({ language }) => language,
    order: ({ language }) => language,
    places: ({ posting }) => posting.places,
  })
  return jobs.map(({ version }) => version.posting)
}

function placesOf(job: Job): PublishedPlace[] {
  return primaryFirst(placeOf(job), listAt(job, 'additional_locations').map(placeOf))
}

function postingOf(job: Job, board: Board): CollectedPosting {
  const id = job.slug.trim()
  const language = textAt(job, 'language')
  const path = `https://${board.slug}/jobs/${encodeURIComponent(id)}`
  return completed({
    external_id: id,
    title: job.title,
    url:
      webAddress(memberAt(job, 'meta_data', 'canonical_url')) ??
      (language === undefined ? path : `${path}?lang=${encodeURIComponent(language)}`),
    apply_url: memberAt(job, 'apply_url'),
    organization: textAt(job, 'hiring_organization'),
    date_posted: memberAt(job, 'posted_date'),
    date_valid_through: memberAt(job, 'posting_expiry_date'),
    places: placesOf(job),
    salary: salaryOfJob(job),
    employment_type: memberAt(job, 'employment_type'),
    description_html: joinSections([
      { html: textAt(job, 'description') },
      { title: 'Responsibilities', html: textAt(job, 'responsibilities') },
      { title: 'Qualifications', html: textAt(job, 'qualifications') },
    ]),
    source_fields: sourceFields(job, FIELDS),
  })
}

const TAGS = ['tags1', 'tags2', 'tags3', 'tags4', 'tags5', 'tags6', 'tags7', 'tags8']

/** Tags have no names, and may be of persons. */
const FIELDS = fieldPaths(
  'req_id',
  'client_code',
  'language',
  'street_address',
  'postal_code',
  'employment_type',
  'department',
  'industry',
  'salary_currency',
  'salary_frequency',
  'salary_min_value',
  'salary_max_value',
  'ats_code',
  { categories: 'categories[*].name' },
)

function placeOf(place: unknown): PublishedPlace | undefined {
  return publishedPlace({
    ...pick(place, ['city', 'latitude', 'longitude']),
    region: memberAt(place, 'state'),
    country: textAt(place, 'country_code') ?? memberAt(place, 'country'),
    text: textAt(place, 'full_location') ?? memberAt(place, 'location_name'),
  })
}

/**
 * Without a currency, tags of the employer may say the pay with one: `$13.66-$19.16 /HOURLY`, or the lowest and the highest in two
 * of them, `USD $47,740.00/Yr.` and `USD $68,200.00/Yr.`
 */
function salaryOfJob(job: Job): Salary | undefined {
  const [low, high] = [memberAt(job, 'salary_min_value'), memberAt(job, 'salary_max_value')]
  const single = memberAt(job, 'salary_value')
  const salary = salaryOf({
    min: low || single,
    max: high || single,
    currency: memberAt(job, 'salary_currency'),
    unit: memberAt(job, 'salary_frequency'),
  })
  if (salary !== undefined) return salary
  const code = textAt(job, 'country_code') ?? ''
  const country = toCountry(code) ?? findRegion(code)?.country
  const tags = valuesOf(job, TAGS).flatMap((list) => listAt(list))
  const found = tags.flatMap((tag) => salaryInText(tag, country) ?? [])
  const whole = commonSalary(found)
  const amounts = [low || single, high || single].map(Number)
  // Amounts of zero are none.
  return amounts.some(Boolean)
    ? [whole, ...found].find((pay) => pay !== undefined && hasAmounts(pay, amounts))
    : whole
}

function hasAmounts({ value }: Salary, [low, high]: readonly number[]): boolean {
  return (value.minValue ?? value.value) === low && (value.maxValue ?? value.value) === high
}
