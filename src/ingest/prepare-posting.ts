import { toTextVector } from '../database/text-index'
import { type ContentTexts, contentTexts } from '../resources/job-document'
import { analyze } from '../search/analyzer'
import { locationTerms } from '../search/location-terms'
import { COUNTRIES, COUNTRY_NAMES, type Country } from '../values/country'
import { employmentTypeBits } from '../values/employment-type-bits'
import { countryViews, type Location } from './country-views'
import { htmlToText } from './html-text'
import { jobContent } from './job-content'
import type { Posting } from './posting'

/** A posting in one country view, ready to be written. */
export interface PreparedView {
  country: Country
  texts: ContentTexts
  datePosted: string | null
  employmentTypes: number
  isRemote: boolean
  hasSalary: boolean
  hasLocation: boolean
  source: string
  sourceSlug: string | null
  organization: string | null
  placeTerms: ReadonlySet<string>
  titleWords: string
  organizationWords: string
  textWords: string
}

/** The views of a posting, in the order of `COUNTRIES`; none when it is in neither country. */
export function preparePosting(posting: Posting): PreparedView[] {
  const views = countryViews(posting)
  if (views.size === 0) return []
  const description = descriptions(posting)
  const title = analyze(posting.title)
  const organization = analyze(posting.organization ?? '')
  const words = {
    titleWords: toTextVector([title]),
    organizationWords: toTextVector([organization]),
    textWords: toTextVector([title, organization, analyze(description.text ?? '')]),
  }
  return COUNTRIES.flatMap((country) => {
    const locations = views.get(country)
    return locations === undefined
      ? []
      : [{ ...prepareView(posting, country, locations, description), ...words }]
  })
}

interface Descriptions {
  text: string | null
  html: string | null
}

/** The text is derived when only HTML is published. A blank description is none. */
function descriptions({ description_html, description_text }: Posting): Descriptions {
  const html = description_html?.trim() ? description_html : null
  if (description_text?.trim()) return { html, text: description_text }
  return { html, text: html === null ? null : htmlToText(html) || null }
}

type Words = 'titleWords' | 'organizationWords' | 'textWords'

function prepareView(
  posting: Posting,
  country: Country,
  locations: readonly Location[],
  description: Descriptions,
): Omit<PreparedView, Words> {
  const content = jobContent(posting, country, locations)
  return {
    country,
    texts: contentTexts(content, description, posting.source_fields),
    datePosted: content.date_posted,
    employmentTypes: employmentTypeBits(content.employment_type ?? []),
    isRemote: content.location_type === 'TELECOMMUTE',
    hasSalary: content.salary !== null,
    hasLocation: locations.length > 0,
    source: content.source,
    sourceSlug: content.source_slug,
    organization: content.organization,
    placeTerms: new Set(
      locations.flatMap((location) =>
        locationTerms({ ...location, country: COUNTRY_NAMES[country] }),
      ),
    ),
  }
}
