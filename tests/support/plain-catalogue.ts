import { sql } from 'drizzle-orm'
import { type Location, locationsByCountry } from '../../src/catalogue/import/job/locations'
import type { Posting, Removal } from '../../src/catalogue/import/posting'
import type { JobFilter } from '../../src/catalogue/job-filter'
import { analyze } from '../../src/text/search/index/analyzer'
import { placeTerms } from '../../src/text/search/places/place-terms'
import type { JobStatus } from '../../src/values/change-events'
import { COUNTRY_NAMES, type Country } from '../../src/values/country'
import type { OpenWindow } from '../../src/values/window'
import { matches, matchesPlaces } from './matcher'
import type { TestApp } from './test-app'

/** A job as the test knows it, beside the row that the writer made of it. */
export interface PlainJob {
  id: bigint
  country: Country
  posting: Posting
  locations: readonly Location[]
  created: Date
  modified: Date | null
  status: JobStatus
}

const HOUR = 3_600_000
const BATCH = 50

/**
 * Writes postings, some hours between each 50 of them; then changes every third, and lets some of the rest leave.
 * Leaves the clock a day later, and returns the jobs in the order of their ids.
 */
export async function writePlainCatalogue(
  app: TestApp,
  postings: readonly Posting[],
): Promise<PlainJob[]> {
  const jobs: Omit<PlainJob, 'id'>[] = []
  for (let first = 0; first < postings.length; first += BATCH) {
    const batch = postings.slice(first, first + BATCH)
    const created = app.clock.now()
    await app.write(...batch)
    for (const posting of batch) {
      for (const [country, locations] of locationsByCountry(posting)) {
        jobs.push({ country, posting, locations, created, modified: null, status: 'active' })
      }
    }
    app.clock.advance(5 * HOUR)
  }
  const fates = new Map(postings.map((posting, index) => [posting, fateOf(index)]))
  const modified = app.clock.now()
  await app.write(...postings.flatMap((posting) => change(posting, fates.get(posting))))
  app.clock.advance(24 * HOUR)
  const rows = await app.database.run<{ id: bigint }>(sql`select id from jobs order by id`)
  return jobs.map((job, index) => {
    const fate = fates.get(job.posting) ?? 'active'
    return {
      ...job,
      id: rows[index]?.id ?? 0n,
      status: fate === 'modified' ? 'active' : fate,
      modified: fate === 'modified' ? modified : null,
    }
  })
}

type Fate = 'modified' | JobStatus

function fateOf(index: number): Fate {
  if (index % 3 === 0) return 'modified'
  if (index % 7 === 1) return 'expired'
  return index % 11 === 1 ? 'excluded' : 'active'
}

function change(posting: Posting, fate: Fate | undefined): (Posting | Removal)[] {
  if (fate === undefined || fate === 'active') return []
  if (fate === 'modified') return [{ ...posting, apply_url: `${posting.url}/apply` }]
  const { source, source_slug, external_id } = posting
  return [
    { source, source_slug: source_slug ?? null, status: fate, ...(external_id && { external_id }) },
  ]
}

/** Whether a filter finds a job, without PostgreSQL: what the compiled conditions must agree with. */
export function keeps(filter: JobFilter, job: PlainJob): boolean {
  const { posting } = job
  const title = analyze(posting.title)
  const organization = analyze(posting.organization ?? '')
  const { organization: employer = null } = posting
  return (
    filter.countries.includes(job.country) &&
    (!filter.title || matches(filter.title, [title])) &&
    (!filter.organizationName || matches(filter.organizationName, [organization])) &&
    (!filter.fullText ||
      matches(filter.fullText, [title, organization, analyze(posting.description_text ?? '')])) &&
    keepsPlaces(filter.places, job.locations) &&
    (!filter.organizations || (employer !== null && filter.organizations.includes(employer))) &&
    !(employer !== null && filter.excludedOrganizations?.includes(employer)) &&
    (!filter.sources || filter.sources.includes(posting.source)) &&
    !filter.excludedSources?.includes(posting.source) &&
    isWithin(filter.created, job.created) &&
    isWithin(filter.modified, job.modified) &&
    isWithin(filter.posted, posting.date_posted ? new Date(posting.date_posted) : null) &&
    isEqual(filter.hasSalary, Boolean(posting.salary)) &&
    isEqual(filter.isRemote, posting.location_type === 'TELECOMMUTE') &&
    isEqual(filter.hasLocation, job.locations.length > 0) &&
    (!filter.employmentTypes ||
      filter.employmentTypes.some((type) => posting.employment_type?.includes(type))) &&
    (!filter.ids || filter.ids.includes(job.id)) &&
    keepsArrangement(filter.arrangements, posting) &&
    keepsPay(filter.pay, posting.salary)
  )
}

function keepsArrangement(wanted: JobFilter['arrangements'], posting: Posting): boolean {
  const { work_arrangement: named, location_type: type } = posting
  const arrangement = named ?? (type === 'TELECOMMUTE' ? 'remote' : null)
  return wanted === undefined || (arrangement !== null && wanted.includes(arrangement))
}

function keepsPay(floor: JobFilter['pay'], salary: Posting['salary']): boolean {
  if (floor === undefined) return true
  const { minValue, maxValue, value, unitText } = salary?.value ?? {}
  const amounts = [minValue, maxValue, value].filter((amount) => amount !== undefined)
  return (
    floor.kinds.includes(`${salary?.currency} ${unitText}`) &&
    amounts.some((amount) => amount !== null && amount >= (floor.atLeast ?? 0))
  )
}

function keepsPlaces(places: JobFilter['places'], locations: readonly Location[]): boolean {
  if (places === undefined) return true
  const names = locations.map(({ city, region, country }) => [city, region, COUNTRY_NAMES[country]])
  if (places.kind === 'names') {
    return matchesPlaces(places.tree, new Set(names.flatMap(placeTerms)))
  }
  return names.some((location) => matches(places.tree, [analyze(location.join(' '))]))
}

function isWithin(window: OpenWindow | undefined, instant: Date | null): boolean {
  if (window === undefined) return true
  if (instant === null) return false
  return !(window.from && instant < window.from) && !(window.to && instant >= window.to)
}

function isEqual(wanted: boolean | undefined, actual: boolean): boolean {
  return wanted === undefined || wanted === actual
}
