import { keepingShort } from '../../../values/bounded-cache'
import { COUNTRY_NAMES } from '../../../values/country'
import { quoteValue } from '../../../values/errors'
import { findRegion } from '../../../values/region'
import { isCityIn, isCityName } from '../../locations/table/city-names'
import { locationKey } from '../../locations/table/location-key'
import { typedPlaces } from '../../locations/typed-places'
import { type Issue, vagueIssue, withoutDistance, withoutExtent } from '../reading/vague-places'

/** The places that a text means, in the form of a location filter; or why it means none, and what may be written instead. */
export type PlaceReading =
  | { places: readonly string[]; issue?: undefined }
  | (Issue & { places?: undefined; write?: readonly string[] | undefined })

/** Reads a text as the locations of postings are read. Undefined: it is a name as it stands. */
export function readPlace(typed: string): PlaceReading | undefined {
  return kept(typed)[0]
}

const kept = keepingShort(5_000, (typed) => [read(typed)])

/** `Tx.`: the code of a region as an abbreviation. */
const CODE_WITH_DOT = /^\p{L}{2}\.$/u

function read(typed: string): PlaceReading | undefined {
  const code = CODE_WITH_DOT.test(typed) ? findRegion(typed.slice(0, 2)) : undefined
  if (code !== undefined) return read(code.code)
  const vague = vagueIssue(typed)
  if (vague !== undefined) return vague
  const codes = codeAlone(typed)
  if (codes !== undefined) return codes
  const { text: place, hasDistance } = withoutDistance(typed)
  if (hasDistance) {
    const got = `distances cannot be searched, got ${quoteValue(typed)}`
    return { issue: got, write: readPlace(place)?.places ?? [place] }
  }
  const [head = ''] = place.split(',')
  // `Near North Side` is a place of the table.
  const text = withoutTown(isCityName(head) ? place : withoutExtent(place))
  const places = typedPlaces(text)
  if (places !== undefined) return { places }
  return text === typed ? undefined : { places: [text] }
}

/** `la ville de Québec` is the city; the name alone is the province too. */
function withoutTown(place: string): string {
  const name = place.replace(TOWN, '')
  if (name === place) return place
  const region = findRegion(name)
  return region !== undefined && isCityIn(region.code, name) ? `${name}, ${region.name}` : name
}

const TOWN = /^(?:(?:the )?(?:city|town) of |(?:la )?(?:ville|municipalit[eé]) (?:de |d['’]))/i

/** The codes that stand alone for two things, or for a country, with the names to write. */
const CODES: ReadonlyMap<string, readonly string[]> = new Map([
  ['ca', ['California', COUNTRY_NAMES.CA]],
  ['la', ['Louisiana', 'Los Angeles']],
  ['can', [COUNTRY_NAMES.CA]],
  ['us', [COUNTRY_NAMES.US]],
  ['usa', [COUNTRY_NAMES.US]],
])

const BETWEEN_PLACES = /[;|/&]|\s(?:or|ou|and|et)\s/i

/** What is wrong with `CA, US`: codes of countries belong to another parameter. */
export function countriesIssue(text: string): Issue | undefined {
  const codes = text.split(text.includes(',') ? ',' : BETWEEN_PLACES).map((code) => code.trim())
  const isCode = (code: string) => Object.hasOwn(COUNTRY_NAMES, code.toUpperCase())
  if (codes.length === 1 || !codes.every(isCode)) return undefined
  const issue = `${quoteValue(text.trim())} are codes of countries`
  return { issue, hint: `send country=${codes.join().toUpperCase()}` }
}

/** A code of two meanings or of a country, alone or in a list. */
function codeAlone(text: string): PlaceReading | undefined {
  const names = text.split(BETWEEN_PLACES).flatMap((name) => name.trim() || [])
  const code = names.find((name) => CODES.has(codeKey(name)))
  if (code === undefined) return undefined
  const written = (name: string) => CODES.get(codeKey(name)) ?? readPlace(name)?.places ?? [name]
  const meant = written(code)
    .map((name) => `'${name}'`)
    .join(' or ')
  const issue = `${quoteValue(code)} is a code`
  return { issue, hint: `write ${meant}`, write: names.flatMap(written) }
}

/** `L.A.` is the city, and `U.S.` the country. */
function codeKey(text: string): string {
  return /^l\.\s?a\.?$/i.test(text) ? '' : locationKey(text).replace(/^u s a?$/, 'us')
}
