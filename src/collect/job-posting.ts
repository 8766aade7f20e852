import { findRegion } from '../values/region'
import { arrangementOf } from './arrangement'
import { publishedInstant } from './dates'
import { employmentTypes } from './employment-types'
import { distinct } from './fingerprint'
import { unescapedOnce } from './html-parts'
import { memberAt, textAt } from './members'
import { payUnit, type Salary, salaryOf } from './pay'
import type { CollectedPosting, PublishedPlace } from './system'

/** The members of a posting that a schema.org JobPosting has. Without a value they are null. */
export function jobPostingMembers(
  job: unknown,
): Omit<CollectedPosting, 'external_id' | 'title' | 'url'> {
  const isRemote = textAt(job, 'jobLocationType') === 'TELECOMMUTE'
  return {
    organization:
      textAt(job, 'hiringOrganization', 'name') ?? textAt(job, 'hiringOrganization') ?? null,
    date_posted: publishedInstant(memberAt(job, 'datePosted')) ?? null,
    date_valid_through: publishedInstant(memberAt(job, 'validThrough')) ?? null,
    places: placesOf(job),
    ...arrangementOf([isRemote ? 'remote' : undefined]),
    salary: salaryOfJob(job) ?? null,
    employment_type: typesOf(job) ?? null,
    ...descriptionMembers(textAt(job, 'description')),
  }
}

/** A description is HTML, or HTML escaped once more, or text such as Markdown. */
export function descriptionMembers(
  published: string | undefined,
): Pick<CollectedPosting, 'description_html' | 'description_text'> {
  if (published === undefined) return { description_html: null }
  const html = unescapedOnce(published)
  const isHtml = /<\/?[a-z][^>]*>/i.test(html)
  return isHtml ? { description_html: html } : { description_text: html }
}

/** Remote jobs without a place have the countries that applicants may live in. */
function placesOf(job: unknown): PublishedPlace[] {
  const places = listOrOne(memberAt(job, 'jobLocation')).flatMap((place) =>
    listOrOne(memberAt(place, 'address') ?? place).flatMap((address) => placeOf(address) ?? []),
  )
  if (places.length > 0) return distinct(places)
  const countries = listOrOne(memberAt(job, 'applicantLocationRequirements'))
  return distinct(
    countries.flatMap((country): PublishedPlace[] => {
      const name = textAt(country, 'name')
      return name === undefined ? [] : [{ text: name }]
    }),
  )
}

function listOrOne(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function placeOf(address: unknown): PublishedPlace | undefined {
  if (typeof address === 'string') return address.trim() === '' ? undefined : { text: address }
  const city = textAt(address, 'addressLocality')
  const country = textAt(address, 'addressCountry') ?? textAt(address, 'addressCountry', 'name')
  // `Uusimaa,FI`: some systems add the country.
  const region = textAt(address, 'addressRegion')?.split(',')[0]?.trim()
  // The region is often the country or a part of the world: `Canada`, `Europe`, `APAC`.
  const isRegion = region && (country === undefined || findRegion(region))
  if (city === undefined && country === undefined && !region) return undefined
  return {
    address: {
      ...(city === undefined ? {} : { city }),
      ...(isRegion ? { region } : {}),
      ...(country === undefined ? {} : { country }),
    },
  }
}

function salaryOfJob(job: unknown): Salary | undefined {
  const base = memberAt(job, 'baseSalary')
  const pay = memberAt(base, 'value')
  const single = typeof pay === 'object' ? memberAt(pay, 'value') : pay
  return salaryOf({
    min: memberAt(pay, 'minValue') ?? single,
    max: memberAt(pay, 'maxValue') ?? single,
    currency: memberAt(base, 'currency'),
    unit: payUnit(memberAt(pay, 'unitText') ?? memberAt(base, 'unitText')),
  })
}

function typesOf(job: unknown): CollectedPosting['employment_type'] {
  const labels = listOrOne(memberAt(job, 'employmentType'))
  return employmentTypes(labels.filter((label) => typeof label === 'string').join(' '))
}
