import type { Region } from '../../../values/region'
import { memoizeSync } from '../../../values/single-flight'
import { otherSpellings, sections } from './city-file'
import townsText from './towns.txt' with { type: 'text' }
import abroadText from './towns-abroad.txt' with { type: 'text' }

/** A small place with a post office. Canadian ones have no coordinates. */
export interface Town {
  latitude?: number
  longitude?: number
}

const townLines = memoizeSync(() => new Map(sections(townsText)))

/** The towns by their keys, for each region that was asked for. */
const towns = new Map<string, ReadonlyMap<string, Town>>()

/** The place with a post office that the table of cities lacks. Reads a region's towns when they are first asked for. */
export function townIn({ code }: Region, key: string): Town | undefined {
  const known = towns.getOrInsertComputed(code, readTowns)
  const short = key.replace(/ air force base$/, ' afb')
  const spelled = [short, ...otherSpellings(short)].find((spelling) => known.has(spelling))
  return spelled === undefined ? undefined : known.get(spelled)
}

const abroadLines = memoizeSync(() => new Map(sections(abroadText)))

/** The keys of towns abroad, for each country that was asked for. */
const abroad = new Map<string, ReadonlySet<string>>()

/** Whether a country abroad whose regions have codes that are also used here has a town of 5,000 to 15,000 people of this name. */
export function isTownOf(country: string, key: string): boolean {
  const read = () => new Set(abroadLines().get(country))
  return abroad.getOrInsertComputed(country, read).has(key)
}

function readTowns(code: string): Map<string, Town> {
  const lines = townLines().get(code) ?? []
  return new Map(
    lines.map((line) => {
      const [key = '', latitude, longitude] = line.split('\t')
      const isPlaced = latitude !== undefined && longitude !== undefined
      return [key, isPlaced ? { latitude: Number(latitude), longitude: Number(longitude) } : {}]
    }),
  )
}
