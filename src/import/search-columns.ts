import { indexTexts } from '../database/index-words'
import { locationTerms } from '../search/place-terms'
import { COUNTRY_NAMES } from '../values/country'
import type { Location } from './country-views'

/** The words of a job's fields as the catalogue searches them. */
export interface SearchWords {
  titleWords: Uint8Array
  organizationWords: Uint8Array
  textWords: Uint8Array
}

interface SearchedTexts {
  title: string
  organization: string | null | undefined
  description: string | null
}

export function searchWords({ title, organization, description }: SearchedTexts): SearchWords {
  const employer = organization ?? ''
  return {
    titleWords: indexTexts([title]),
    organizationWords: indexTexts([employer]),
    textWords: indexTexts([title, employer, description ?? ''], { pairs: true }),
  }
}

/** The terms of the place dictionary that a job's locations answer to. */
export function searchPlaces(locations: readonly Location[]): Set<string> {
  return new Set(
    locations.flatMap((location) =>
      locationTerms({ ...location, country: COUNTRY_NAMES[location.country] }),
    ),
  )
}
