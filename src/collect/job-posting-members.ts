import { arrangementOf } from './arrangement'
import { publishedInstant } from './dates'
import { employmentTypes } from './employment-types'
import { distinct } from './fingerprint'
import { unescapedOnce } from './html-parts'
import { memberAt, textAt } from './members'
import { payUnit, type Salary, salaryOf } from './pay'
import { publishedPlace } from './published-place'
import type { CollectedPosting, PublishedPlace } from './system'

/** The members of a posting that a schema.org JobPosting on a vendor's page gives. */
export function membersOfJobPosting(job: unknown) {
  const html = textAt(job, 'description')
  const isRemote = textAt(job, 'jobLocationType') === 'TELECOMMUTE'
  return {
    organization: textAt(job, 'hiringOrganization', 'name') ?? null,
    date_posted: publishedInstant(memberAt(job, 'datePosted')) ?? null,
    date_valid_through: publishedInstant(memberAt(job, 'validThrough')) ?? null,
    places: placesOf(job),
    ...arrangementOf([isRemote ? 'remote' : undefined]),
    salary: salaryOfJob(job) ?? null,
    employment_type: typesOf(job) ?? null,
    description_html: html === undefined ? null : unescapedOnce(html),
  }
}

/** Remote jobs without a place have the countries that applicants may live in. */
function placesOf(job: unknown): PublishedPlace[] {
  const places = listOrOne(memberAt(job, 'jobLocation')).flatMap((place) => placeOf(place) ?? [])
  if (places.length > 0) return distinct(places)
  const countries = listOrOne(memberAt(job, 'applicantLocationRequirements'))
  return distinct(countries.flatMap((country) => textOrNone(textAt(country, 'name'))))
}

function placeOf(place: unknown): PublishedPlace | undefined {
  const address = memberAt(place, 'address')
  if (typeof address === 'string') return address.trim() === '' ? undefined : { text: address }
  const part = (name: string) => known(textAt(address, name) ?? textAt(address, name, 'name'))
  const [city, region] = [part('addressLocality'), part('addressRegion')]
  const country = part('addressCountry')
  return publishedPlace({
    city,
    region,
    country,
    latitude: memberAt(place, 'geo', 'latitude') ?? memberAt(place, 'latitude'),
    longitude: memberAt(place, 'geo', 'longitude') ?? memberAt(place, 'longitude'),
  })
}

/** iCIMS writes `UNAVAILABLE` for parts that it does not have. */
function known(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:unavailable|n\/a|null)$/i.test(text) ? undefined : text
}

function salaryOfJob(job: unknown): Salary | undefined {
  const pay = memberAt(job, 'baseSalary', 'value')
  const single = typeof pay === 'object' ? memberAt(pay, 'value') : pay
  return salaryOf({
    min: memberAt(pay, 'minValue') ?? single,
    max: memberAt(pay, 'maxValue') ?? single,
    currency: memberAt(job, 'baseSalary', 'currency'),
    unit: payUnit(memberAt(pay, 'unitText') ?? memberAt(job, 'baseSalary', 'unitText')),
  })
}

function typesOf(job: unknown): CollectedPosting['employment_type'] {
  const labels = listOrOne(memberAt(job, 'employmentType'))
  return employmentTypes(labels.filter((label) => typeof label === 'string').join(' '))
}

function textOrNone(text: string | undefined): { text: string }[] {
  return text === undefined ? [] : [{ text }]
}

function listOrOne(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
