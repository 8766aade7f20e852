import type { JobContent } from '../resources/job'
import type { Place } from '../resources/job-parts'
import { COUNTRY_NAMES, type Country } from '../values/country'
import { formatInstant, parseInstant } from '../values/instant'
import { CAREER_PAGE, canonicalSource } from '../values/source'
import { derivedName, type Location, locationLabel } from './country-views'
import type { Posting } from './posting'

/** What clients will see of a posting in one country view, beside its descriptions and source fields. */
export function jobContent(
  posting: Posting,
  country: Country,
  locations: readonly Location[],
): JobContent {
  const source = canonicalSource(posting.source)
  const each = <Value>(value: (location: Location) => Value): Value[] | null =>
    locations.length === 0 ? null : locations.map(value)
  return {
    title: posting.title,
    organization: posting.organization ?? null,
    organization_url: null,
    organization_logo: null,
    date_posted: instantText(posting.date_posted),
    date_valid_through: instantText(posting.date_valid_through),
    locations: each(toPlace),
    locations_alt: each(locationLabel),
    locations_derived: each(derivedName),
    location_type: posting.location_type ?? null,
    location_requirements: null,
    salary: publishedPay(posting.salary),
    employment_type: posting.employment_type?.length ? [...new Set(posting.employment_type)] : null,
    url: posting.url,
    source,
    source_type: posting.source_type ?? (source === CAREER_PAGE ? 'career_site' : 'ats'),
    source_domain: new URL(posting.url).hostname,
    source_slug: posting.source_slug ?? null,
    domain_derived: null,
    cities_derived: each((location) => location.city),
    counties_derived: null,
    regions_derived: each((location) => location.region),
    countries_derived: each((location) => COUNTRY_NAMES[location.country]),
    timezones_derived: null,
    lats_derived: each((location) => location.latitude),
    lngs_derived: each((location) => location.longitude),
    country,
    apply_url: posting.apply_url ?? null,
    work_arrangement: posting.work_arrangement ?? null,
  }
}

function instantText(text: string | null | undefined): string | null {
  const instant = text ? parseInstant(text) : undefined
  return instant === undefined ? null : formatInstant(instant)
}

function toPlace(location: Location): Place {
  return {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      addressLocality: location.city,
      addressRegion: location.regionCode ?? location.region,
      addressCountry: location.country,
      postalCode: location.postalCode,
    },
    ...(location.latitude !== null && { latitude: location.latitude }),
    ...(location.longitude !== null && { longitude: location.longitude }),
  }
}

/** Pay as published; a band of zeros is no pay. */
function publishedPay(salary: Posting['salary']): JobContent['salary'] {
  if (!salary) return null
  const { minValue, maxValue, value, unitText } = salary.value
  if (!minValue && !maxValue && !value) return null
  return {
    '@type': 'MonetaryAmount',
    currency: salary.currency,
    value: {
      '@type': 'QuantitativeValue',
      ...(typeof minValue === 'number' && { minValue }),
      ...(typeof maxValue === 'number' && { maxValue }),
      ...(typeof value === 'number' && { value }),
      unitText,
    },
  }
}
