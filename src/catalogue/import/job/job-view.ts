import { percentDecoded } from '../../../text/search/reading/paste-artifacts'
import { statedFields, withStated } from '../../../text/stated/stated-fields'
import { COUNTRY_NAMES, type Country, toCountry } from '../../../values/country'
import { formatInstant, parseInstant } from '../../../values/instant'
import { CAREER_PAGE, canonicalSource } from '../../../values/source'
import { indexTexts } from '../../database/words/index-words'
import type { JobContent } from '../../resources/job'
import { type ContentTexts, contentTexts } from '../../resources/job-document'
import type { Place } from '../../resources/job-parts'
import type { Posting } from '../posting'
import { htmlToText } from './html-text'
import { fullName, type Location, locationsByCountry, placeTerms, shortName } from './locations'
import { type SearchColumns, searchColumns } from './search-columns'
import { withWords } from './stated-words'

/** A posting in one country: the columns of its job, and the texts of its document. */
export interface JobView extends SearchColumns, SearchWords {
  texts: ContentTexts
  placeTerms: ReadonlySet<string>
}

export interface ViewOptions {
  /** False: only pay that the source gives as a structure counts. */
  payFromText: boolean
}

/** The views of a posting, in the order of `COUNTRIES`; empty when it is in neither country. */
export function jobViews(posting: Posting, { payFromText }: ViewOptions): JobView[] {
  const places = locationsByCountry(posting)
  if (places.size === 0) return []
  const description = descriptions(posting)
  const words = searchWords(posting, description.text)
  return Array.from(places, ([country, locations]) => {
    const published = jobContent(posting, country, locations)
    const stated = statedFields(published, {
      text: description.text ?? '',
      places: {
        country,
        regions: locations.flatMap(({ region }) => region ?? []),
        isOnlyCountry: places.size === 1 && !hasForeignPlace(posting),
      },
      payFromText,
    })
    const content = withStated(published, stated)
    return {
      ...words,
      ...searchColumns(content),
      texts: contentTexts(content, description, withWords(posting.source_fields, stated)),
      placeTerms: placeTerms(locations),
    }
  })
}

/** Whether a place is in neither country: its dollars may be others. */
function hasForeignPlace({ locations }: Posting): boolean {
  return (locations ?? []).some(({ address }) => {
    const country = address?.addressCountry
    return Boolean(country) && toCountry(country ?? '') === undefined
  })
}

/** The text is derived when only HTML is published. A blank description is null. */
function descriptions({ description_html, description_text }: Posting) {
  const html = description_html?.trim() ? description_html : null
  if (description_text?.trim()) return { html, text: description_text }
  return { html, text: html === null ? null : htmlToText(html) || null }
}

/** The columns of a job for text search. */
interface SearchWords {
  titleWords: Uint8Array
  organizationWords: Uint8Array
  textWords: Uint8Array
}

export function searchWords(
  { title, organization }: Pick<Posting, 'title' | 'organization'>,
  description: string | null,
): SearchWords {
  // An employer such as `Iodine%20Software` is found by both its forms.
  const employer = percentDecoded(organization ?? '')
  return {
    titleWords: indexTexts([title]),
    organizationWords: indexTexts([employer]),
    textWords: indexTexts([title, employer, description ?? ''], { pairs: true }),
  }
}

/** The fields of a Job in one country view, except its descriptions and source fields. */
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
    locations_alt: each(shortName),
    locations_derived: each(fullName),
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
    cities_derived: each((location) => location.cityName),
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

/** Pay as published; a range of zeros is no pay. */
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
