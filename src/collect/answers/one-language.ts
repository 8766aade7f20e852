import { findRegion } from '../../values/region'
import type { PublishedPlace } from '../system'

interface Members<Version> {
  /** The same for all versions of a posting. Undefined: the version is a posting of its own. */
  id(version: Version): string | undefined
  /** Begins with the language: `fr-CA`, `en_us`. */
  locale(version: Version): string
  places(version: Version): readonly (PublishedPlace | undefined)[]
  /** Which of several versions in a language is the first, where the vendor lists them in any order. */
  order?(version: Version): string
}

interface InOneLanguage<Version> {
  version: Version
  versions: readonly Version[]
}

/**
 * Each posting in one of the languages in which it is published: in French where all its places are in Quebec, else in English, else in
 * the first one.
 */
export function inOneLanguage<Version>(
  versions: readonly Version[],
  { id, locale, places, order }: Members<Version>,
): InOneLanguage<Version>[] {
  const ofPostings = Map.groupBy(versions, (version) => id(version) ?? Symbol('a posting'))
  return [...ofPostings.values()].flatMap((ofId) => {
    const group = order === undefined ? ofId : sorted(ofId, order)
    const languages = isInQuebec(group.flatMap(places)) ? ['fr', 'en'] : ['en']
    const inLanguage = (language: string) =>
      group.find((version) => locale(version).toLowerCase().startsWith(language))
    const version = languages.map(inLanguage).find((found) => found !== undefined) ?? group[0]
    return version === undefined ? [] : [{ version, versions: group }]
  })
}

function sorted<Version>(versions: readonly Version[], order: (version: Version) => string) {
  return versions.toSorted((a, b) => Number(order(a) > order(b)) - Number(order(a) < order(b)))
}

function isInQuebec(places: readonly (PublishedPlace | undefined)[]): boolean {
  const known = places.filter((place) => place !== undefined)
  return known.length > 0 && known.every(isPlaceInQuebec)
}

function isPlaceInQuebec(place: PublishedPlace): boolean {
  const region = 'address' in place ? place.address.region : undefined
  const parts = region === undefined ? place.text?.split(',') : [region]
  return parts?.some((part) => findRegion(part.trim())?.code === 'QC') ?? false
}
