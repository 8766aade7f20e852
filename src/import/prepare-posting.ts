import { type ContentTexts, contentTexts } from '../resources/job-document'
import { COUNTRIES, type Country } from '../values/country'
import { employmentTypeBits } from '../values/vocabulary'
import { countryViews, type Location } from './country-views'
import { htmlToText } from './html-text'
import { jobContent } from './job-content'
import type { Posting } from './posting'
import { type SearchWords, searchPlaces, searchWords } from './search-columns'

/** A posting in one country view, ready to be written. */
export interface PreparedView extends SearchWords {
  country: Country
  texts: ContentTexts
  datePosted: Date | null
  employmentTypes: number
  isRemote: boolean
  hasSalary: boolean
  hasLocation: boolean
  source: string
  sourceSlug: string | null
  organization: string | null
  placeTerms: ReadonlySet<string>
}

/** The views of a posting, in the order of `COUNTRIES`; none when it is in neither country. */
export function preparePosting(posting: Posting): PreparedView[] {
  const views = countryViews(posting)
  if (views.size === 0) return []
  const description = descriptions(posting)
  const { title, organization } = posting
  const words = searchWords({ title, organization, description: description.text })
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

function prepareView(
  posting: Posting,
  country: Country,
  locations: readonly Location[],
  description: Descriptions,
): Omit<PreparedView, keyof SearchWords> {
  const content = jobContent(posting, country, locations)
  return {
    country,
    texts: contentTexts(content, description, posting.source_fields),
    datePosted: content.date_posted === null ? null : new Date(content.date_posted),
    employmentTypes: employmentTypeBits(content.employment_type ?? []),
    isRemote: content.location_type === 'TELECOMMUTE',
    hasSalary: content.salary !== null,
    hasLocation: locations.length > 0,
    source: content.source,
    sourceSlug: content.source_slug,
    organization: content.organization,
    placeTerms: searchPlaces(locations),
  }
}
