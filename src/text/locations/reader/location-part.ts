import type { Region } from '../../../values/region'
import { locationKey } from '../table/location-key'
import type { City, LocationTable, Meaning } from '../table/location-table'

/** One name of a location text, between two separators. */
export interface Part {
  text: string
  key: string
  meaning: Meaning | undefined
  /** Two capital letters that may be the code of a region or a country. */
  code: string | undefined
  /** The ZIP code or Canadian postal code behind it. */
  postalCode?: string | undefined
  /** `Store` stood behind it, or, without a comma, the code of a region: it may be the name of a site. */
  isSite?: boolean
  /** A word for a workplace or an area stood behind it, so that it is no town unless the table has it: `Main Campus`. */
  isNoTown?: boolean
  /** A direction stood before it, so that it is no city: `Upstate New York`. */
  isRegion?: boolean
  /** The code of a region stood before it, without a comma: `St. Louis, MO Westport`. */
  behindRegion?: Region
  /** `or` stood before it, so that it is not a region of the name before. */
  isAlternative?: boolean
  /** `and` stood before it, and no other name is in the list. */
  isPaired?: boolean
  /** A slash stood before it. */
  isListed?: boolean
  /** `Southeast Houston`: the large city of which it is a quarter. */
  quarterOf?: City
  /** `Bloomington-Normal`: the cities that each of the joined names may be. */
  joined?: readonly (readonly City[])[]
}

/** What the table knows of a name. */
export function toPart(text: string, table: LocationTable): Part {
  const key = locationKey(text)
  // `can` is a verb, `CAN` a code.
  const meaning = key === 'can' && text !== 'CAN' ? undefined : table.find(key)
  const code = key.length === 2 ? key.toUpperCase() : ''
  const isCode =
    code !== '' &&
    (text === 'Qc' || text.replaceAll('.', '') === code) &&
    (table.isForeignCode(code) || meaning?.region !== undefined)
  return { text, key, meaning, code: isCode ? code : undefined }
}

/** A code, or a word that is not a part of a longer name. */
export function isListWord({ text, code, key, meaning }: Part): boolean {
  return (
    code !== undefined ||
    (meaning?.foreignCountry !== undefined && /^[A-Z]{3}$/.test(text)) ||
    /^\d+$/.test(key) ||
    meaning?.arrangement !== undefined ||
    meaning?.country !== undefined ||
    (meaning?.isFiller === true && !meaning.isDirection)
  )
}

/** A country, a region or a part of the world. */
export function isWide(meaning: Meaning | undefined): boolean {
  return (
    meaning !== undefined &&
    (meaning.country ?? meaning.region ?? meaning.foreignCountry ?? meaning.isForeignZone) !==
      undefined
  )
}
