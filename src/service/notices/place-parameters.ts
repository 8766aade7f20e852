import { cityAround } from '../../text/locations/typed-areas'
import { readPlace } from '../../text/search/places/read-place'
import { findRegion } from '../../values/region'
import type { AskedParameters, ExplainedAnswer } from './asked-values'
import { type PlaceInText, withoutCountry } from './place-in-text'

/** The place as the path takes it; nothing for a postal code. The live search has a parameter for regions, and takes one city. */
export function placeParameters(
  parameters: AskedParameters,
  { text, isPostal, isSeveral }: PlaceInText,
): AskedParameters {
  if (isPostal) return {}
  if (!('city' in parameters)) return { location: isSeveral ? text : writtenPlace(text) }
  if (isSeveral) return {}
  const name = withoutCountry(text)
  const region = findRegion(name)
  if (region === undefined) return { city: name }
  return region.country === 'CA' ? { province: [region.code] } : { state: [region.code] }
}

/** A place as `location` takes it, with the city that it is a part of: `US` is refused there, and `Brooklyn` is a town too. */
function writtenPlace(text: string): string {
  const reading = readPlace(text)
  if (reading !== undefined) return reading.places ? text : (reading.write?.join(' OR ') ?? text)
  const [name = '', ...rest] = partsOfPlace(text)
  const around = cityAround(name, rest)
  return around === undefined ? text : `${text} OR ${around}`
}

/** The space before a code: `Queens NY`. */
const BEFORE_CODE = /\s(?=[a-z]{2}$)/i

/** The name of a place, and what it is in. */
export function partsOfPlace(text: string): string[] {
  return text.split(text.includes(',') ? ',' : BEFORE_CODE).map((part) => part.trim())
}

/** What to send for a place of a text. */
export function placeHint(
  parameters: AskedParameters,
  place: PlaceInText,
  { countries }: ExplainedAnswer['filter'],
): string {
  const [[name, value] = ['', '']] = Object.entries(placeParameters(parameters, place))
  if (name === '') return 'postal codes cannot be searched'
  const country = name === 'location' ? undefined : findRegion(withoutCountry(place.text))?.country
  const isOther = country !== undefined && !countries.includes(country)
  return `for a place send '${isOther ? `country=${country}&` : ''}${name}=${value}'`
}
