import Type, { type Static, type TObject } from 'typebox'
import { salaryOf } from '../../values/pay/salary'
import { BOARD_NAME, pathParts } from '../answers/addresses'
import { entryReader, texts, title } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { textAt } from '../answers/members'
import { commonSalary } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { anything, arrayOf, flags, link, object, objects, word } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { REMOTE, workplace } from '../answers/workplace'
import { jsonList } from '../strategies/whole-list'
import type { BoardAddress, PublishedPlace, System } from '../system'

const Location = Type.Object({
  ...texts('location'),
  address: object({
    postalAddress: object(texts('addressLocality', 'addressRegion', 'addressCountry')),
  }),
})

type Location = Static<typeof Location>

const COMPONENT = {
  ...texts('compensationType', 'interval', 'currencyCode', 'summary'),
  minValue: anything,
  maxValue: anything,
}

const Job = Type.Object({
  ...texts('applyUrl', 'workplaceType', 'employmentType', 'publishedAt', 'descriptionHtml'),
  ...Location.properties,
  id: word,
  title,
  jobUrl: link,
  ...flags('isListed', 'isRemote', 'shouldDisplayCompensationOnJobPostings'),
  secondaryLocations: arrayOf(Location),
  compensation: object({
    summaryComponents: objects(COMPONENT),
    compensationTiers: objects({ components: objects(COMPONENT) }),
  }),
})

type Job = Static<typeof Job>

const SOURCE_FIELDS = fieldPaths(
  'department',
  'team',
  'employmentType',
  'workplaceType',
  'location',
)
const PAY_FIELD = fieldPaths({ compensationTierSummary: 'compensation.compensationTierSummary' })

export const ashby: System = {
  source: 'ashby',
  name: 'Ashby',
  aliases: ['ashbyhq', 'ashbyhq.com'],
  example: 'https://jobs.ashbyhq.com/acme',
  slug: BOARD_NAME,
  boardOf,
  isHost: (host) => host === 'api.ashbyhq.com',
  postingId: postingIdAt('/:board/:id'),
  limits: { minIntervalMs: 250, maxParallel: 4 },
  ...jsonList({
    request: ({ slug }) => ({
      url: `https://api.ashbyhq.com/posting-api/job-board/${encodeURIComponent(slug)}?includeCompensation=true`,
    }),
    rows: 'jobs',
    read: (rows, board) => readJobs(rows, board),
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
  return {
    title: job.title,
    url: job.jobUrl,
    apply_url: job.applyUrl,
    places: primaryFirst(placeOf(job), (job.secondaryLocations ?? []).map(placeOf)),
    ...(job.isRemote && !textAt(job.workplaceType) ? REMOTE : workplace(job.workplaceType)),
    date_posted: job.publishedAt,
    salary: isPayPublic ? salaryOfJob(job) : undefined,
    employment_type: job.employmentType,
    description_html: textAt(job.descriptionHtml),
    source_fields: sourceFields(
      job,
      isPayPublic ? { ...SOURCE_FIELDS, ...PAY_FIELD } : SOURCE_FIELDS,
    ),
  }
})

type Component = Static<TObject<typeof COMPONENT>>

/** The bands of the summary, else those of the tiers, such as of countries or levels. */
function salaryOfJob({ compensation }: Job) {
  const { summaryComponents = [], compensationTiers = [] } = compensation ?? {}
  const summary = bandsOf(summaryComponents ?? [])
  if (summary.length > 0) return commonSalary(summary)
  return commonSalary(bandsOf((compensationTiers ?? []).flatMap((tier) => tier.components ?? [])))
}

/** Bonuses, commissions and equity are no salary, nor are on-target earnings, as a band's words may call it. */
function bandsOf(components: readonly Component[]) {
  return components
    .filter(({ compensationType }) => compensationType === 'Salary')
    .map(({ minValue: min, maxValue: max, currencyCode: currency, interval: unit, summary }) =>
      EARNINGS.test(summary ?? '') ? undefined : salaryOf({ min, max, currency, unit }),
    )
}

const EARNINGS = /\bOTE\b|\bon[- ]target\b/i

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
