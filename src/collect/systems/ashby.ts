import Type, { type Static } from 'typebox'
import { nullable } from '../../import/posting'
import { payUnit, type Salary, salaryOf } from '../../import/salary'
import { employmentTypes } from '../../values/employment-types'
import { BOARD_NAME, pathParts } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import {
  anything,
  entryReader,
  listAnswer,
  maybeText,
  texts,
  title,
  webAddress,
} from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { textAt } from '../answers/members'
import { commonSalary } from '../answers/pay'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { REMOTE, workplace } from '../answers/workplace'
import { wholeList } from '../strategies/whole-list'
import type { BoardAddress, PublishedPlace, System } from '../system'

const Location = Type.Object({
  location: maybeText,
  address: nullable(
    Type.Object({
      postalAddress: nullable(Type.Object(texts('addressLocality addressRegion addressCountry'))),
    }),
  ),
})

type Location = Static<typeof Location>

const Component = Type.Object({
  ...texts('compensationType interval currencyCode'),
  minValue: anything,
  maxValue: anything,
})

const Job = Type.Object({
  ...texts('applyUrl workplaceType employmentType publishedAt descriptionHtml'),
  ...Location.properties,
  id: Type.String({ minLength: 1 }),
  title,
  jobUrl: Type.String({ pattern: '^https?://' }),
  isListed: nullable(Type.Boolean()),
  isRemote: nullable(Type.Boolean()),
  secondaryLocations: nullable(Type.Array(Location)),
  shouldDisplayCompensationOnJobPostings: nullable(Type.Boolean()),
  compensation: nullable(Type.Object({ summaryComponents: nullable(Type.Array(Component)) })),
})

type Job = Static<typeof Job>

const SOURCE_FIELDS = fieldPaths(`department team employmentType workplaceType location`)

const PAY_FIELDS = fieldPaths(`compensationTierSummary=compensation.compensationTierSummary`)

export const ashby: System = {
  source: 'ashby',
  name: 'Ashby',
  example: 'https://jobs.ashbyhq.com/acme',
  slug: BOARD_NAME,
  boardOf,
  isHost: (host) => host === 'api.ashbyhq.com',
  limits: { minIntervalMs: 250, maxParallel: 4 },
  ...wholeList({
    request: ({ slug }) => ({
      url: `https://api.ashbyhq.com/posting-api/job-board/${encodeURIComponent(slug)}?includeCompensation=true`,
    }),
    parse: listAnswer('Ashby', 'jobs'),
    read: (jobs, board) => readJobs(jobs, board),
  }),
}

function boardOf(address: URL): BoardAddress | undefined {
  const parts = pathParts(address)
  if (address.hostname === 'api.ashbyhq.com') {
    const [first, second, slug] = parts
    return first === 'posting-api' && second === 'job-board' && slug ? { slug } : undefined
  }
  const [slug] = parts
  return address.hostname === 'jobs.ashbyhq.com' && slug ? { slug } : undefined
}

const readJobs = entryReader(Job, 'id', (job) => {
  if (job.isListed === false) return undefined
  const isPayPublic = job.shouldDisplayCompensationOnJobPostings !== false
  const fields = isPayPublic ? { ...SOURCE_FIELDS, ...PAY_FIELDS } : SOURCE_FIELDS
  return {
    external_id: job.id,
    title: job.title.trim(),
    url: job.jobUrl,
    apply_url: webAddress(job.applyUrl),
    places: placesOf(job),
    ...(job.isRemote && !textAt(job.workplaceType) ? REMOTE : workplace(job.workplaceType)),
    date_posted: publishedInstant(job.publishedAt),
    salary: isPayPublic ? commonSalary(bandsOf(job)) : undefined,
    employment_type: employmentTypes(job.employmentType),
    description_html: textAt(job.descriptionHtml),
    source_fields: sourceFields(job, fields),
  }
})

/** Bands of salary; bonuses, commissions and equity are no salary. */
function bandsOf({ compensation }: Job): Salary[] {
  return (compensation?.summaryComponents ?? [])
    .filter(({ compensationType }) => compensationType === 'Salary')
    .map(({ minValue: min, maxValue: max, currencyCode: currency, interval }) =>
      salaryOf({ min, max, currency, unit: payUnit(interval) }),
    )
    .filter((salary) => salary !== undefined)
}

function placesOf(job: Job): PublishedPlace[] {
  const others = (job.secondaryLocations ?? []).map(placeOf).filter((place) => place !== undefined)
  return primaryFirst(placeOf(job), others)
}

/**
 * The address belongs to an office: `United States`, `NAMER` and `Remote` may come with one in San Francisco. For such names
 * the name counts, and for `Remote` the country.
 */
function placeOf({ location, address }: Location): PublishedPlace | undefined {
  const text = textAt(location)
  const postal = address?.postalAddress
  const city = textAt(postal?.addressLocality)
  const region = textAt(postal?.addressRegion)
  const country = textAt(postal?.addressCountry)
  const whole = publishedPlace({ city, region, country, text })
  if (text === undefined || names(text, city)) return whole
  if (city === undefined && !SUPRANATIONAL.test(text)) return whole
  if (/^\W*(?:fully )?remote\W*$/i.test(text)) return publishedPlace({ country, text })
  if (SUPRANATIONAL.test(text) || /\bremote\b/i.test(text) || names(text, region)) return { text }
  const isCountry = names(text, country) || /\b(?:US|USA|Canada|United States|America)\b/.test(text)
  // Names such as `Headquarters` and `NYC` say less than the address.
  return isCountry ? { text } : whole
}

const SUPRANATIONAL =
  /\b(?:NAMER|AMER|NA|EMEA|APAC|LATAM|MENA|DACH|EU|Europe|European Union|(?:North|South|Latin) America|Americas|Asia|Africa|Global|Worldwide|International|Anywhere|Distributed)\b/i

function names(text: string, name: string | undefined): boolean {
  return name !== undefined && text.toLowerCase().includes(name.toLowerCase())
}
