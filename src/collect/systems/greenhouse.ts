import Type, { type Static } from 'typebox'
import { type Salary, salaryOf } from '../../values/pay/salary'
import type { PayUnit } from '../../values/vocabulary'
import { pathParts } from '../answers/addresses'
import { commonOrganization, entryReader, texts, title } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { unescapedOnce } from '../answers/markup/html-parts'
import { textAt } from '../answers/members'
import { commonSalary } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { amount, anything, identifier, link, object, objects } from '../answers/row-types'
import { fieldPaths, isPersonal, sourceFields } from '../answers/source-fields'
import { jsonList } from '../strategies/whole-list'
import type { BoardAddress, PublishedPlace, System } from '../system'

const Job = Type.Object({
  ...texts('company_name', 'first_published', 'application_deadline', 'content'),
  id: identifier,
  title,
  absolute_url: link,
  location: object(texts('name')),
  offices: objects(texts('name', 'location')),
  metadata: objects({ ...texts('name', 'value_type'), value: anything }),
  pay_input_ranges: objects({
    ...texts('currency_type', 'title'),
    min_cents: amount,
    max_cents: amount,
  }),
})

type Job = Static<typeof Job>

const SOURCE_FIELDS = fieldPaths(
  'requisition_id',
  'internal_job_id',
  'language',
  { departments: 'departments[*].name', offices: 'offices[*].name' },
  'education',
  'metadata',
  'pay_input_ranges',
)

export const greenhouse: System = {
  source: 'greenhouse',
  name: 'Greenhouse',
  aliases: ['greenhouse.io'],
  example: 'https://boards.greenhouse.io/acme',
  slug: /^[\w-]+$/,
  settings: ['region'],
  boardOf,
  isHost: (host) => /^boards-api\.(?:eu\.)?greenhouse\.io$/.test(host),
  postingId: postingIdAt('/embed/job_app?token', '/:board/jobs/:id'),
  limits: { minIntervalMs: 200, maxParallel: 4 },
  ...jsonList({
    request({ slug, settings }) {
      const region = settings?.region === 'eu' ? '.eu' : ''
      const path = `/v1/boards/${encodeURIComponent(slug)}/jobs?content=true&pay_transparency=true`
      return { url: `https://boards-api${region}.greenhouse.io${path}` }
    },
    rows: 'jobs',
    total: 'meta.total',
    read(jobs, board) {
      const found = readJobs(jobs, board)
      return { ...found, organization: commonOrganization(found.postings) }
    },
  }),
}

function boardOf(address: URL): BoardAddress | undefined {
  const host = /^(?:job-boards|boards|boards-api|api)(\.eu)?\.greenhouse\.io$/.exec(
    address.hostname,
  )
  if (host === null) return undefined
  const [first, second, third] = pathParts(address)
  const isApi = first === 'v1' && second === 'boards'
  const slug = first === 'embed' ? address.searchParams.get('for') : isApi ? third : first
  if (!slug || !/^[\w-]+$/.test(slug)) return undefined
  return host[1] === undefined ? { slug } : { slug, settings: { region: 'eu' } }
}

const readJobs = entryReader(Job, 'id', (job) => ({
  title: unescapedOnce(job.title),
  url: job.absolute_url,
  organization: textAt(job.company_name),
  places: placesOf(job),
  date_posted: job.first_published,
  date_valid_through: job.application_deadline,
  salary: commonSalary((job.pay_input_ranges ?? []).map(salaryOfRange)),
  description_html: job.content ? unescapedOnce(job.content) : null,
  source_fields: sourceFields({ ...job, metadata: publicMetadata(job) }, SOURCE_FIELDS),
}))

/** The location; offices tell where the employer is, and count only without one. */
function placesOf({ location, offices }: Job): PublishedPlace[] {
  const place = publishedPlace({ text: location?.name })
  const ofOffices = (offices ?? []).map((office) =>
    publishedPlace({ text: textAt(office.location) ?? office.name }),
  )
  return place === undefined ? distinct(ofOffices) : [place]
}

type Range = NonNullable<Job['pay_input_ranges']>[number]

function salaryOfRange({ min_cents, max_cents, currency_type, title }: Range): Salary | undefined {
  const [min, max] = [min_cents, max_cents].map((cents) => (cents ?? 0) / 100)
  return salaryOf({ min, max, currency: currency_type, unit: unitOfRange(title, min, max) })
}

/**
 * Greenhouse publishes no unit. The title may name one; else only amounts that can be nothing but hourly or yearly have one.
 */
function unitOfRange(label: unknown, min = 0, max = 0): PayUnit | undefined {
  const text = textAt(label) ?? ''
  const isHourly = /\b(?:hour|hourly|hr)\b/i.test(text)
  const isYearly = /\b(?:year|yearly|annual|annually|annum)\b/i.test(text)
  const isOtherUnit = /\b(?:month|monthly|week|weekly|day|daily)\b/i.test(text)
  if (isOtherUnit || (isHourly && isYearly)) return undefined
  if (isHourly) return 'HOUR'
  if (isYearly) return 'YEAR'
  const low = min > 0 ? min : max
  if (low >= LEAST_YEARLY) return 'YEAR'
  return max < MOST_HOURLY && low > 0 ? 'HOUR' : undefined
}

const LEAST_YEARLY = 20_000
const MOST_HOURLY = 100

/** Fields of employers without names, addresses and numbers of people. */
function publicMetadata({ metadata }: Job) {
  return (metadata ?? []).filter(
    ({ name, value_type, value }) =>
      (value ?? null) !== null && PUBLIC_TYPES.has(value_type ?? '') && !isPersonal(name),
  )
}

const PUBLIC_TYPES: ReadonlySet<string> = new Set([
  'single_select',
  'multi_select',
  'currency',
  'currency_range',
  'number',
  'number_range',
  'date',
  'yes_no',
])
