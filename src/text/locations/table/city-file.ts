import citiesText from './cities.txt' with { type: 'text' }
import { locationKey } from './location-key'

/** A line of `cities.txt`. */
export interface CityLine {
  name: string
  latitude: number
  longitude: number
  /** 0 when it is not known. */
  population: number
  /** The keys of its other spellings. */
  others: readonly string[]
}

/** The lines of `cities.txt` by the code of their region. */
export const CITY_LINES: ReadonlyMap<string, readonly string[]> = new Map(sections(citiesText))

export function readCity(line: string): CityLine {
  const [name = '', latitude, longitude, population, others] = line.split('\t')
  const key = locationKey(name)
  return {
    name,
    latitude: Number(latitude),
    longitude: Number(longitude),
    population: Number(population ?? 0),
    others: [...(others?.split('|') ?? []).map(locationKey), ...otherSpellings(key)],
  }
}

/** The texts behind `@`, and the lines that follow each. */
export function sections(text: string): [head: string, lines: string[]][] {
  const [, ...parts] = text.split('\n@')
  return parts.map((part) => {
    const [head = '', ...lines] = part.trimEnd().split('\n')
    return [head, lines]
  })
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
])

const LONG: ReadonlyMap<string, string> = new Map([...SHORT].map(([long, short]) => [short, long]))

const EXCHANGED: ReadonlyMap<string, string> = new Map([...SHORT, ...LONG])

/** The other spellings of a name, given as words, with Saint, Sainte, Fort or Mount: all words short, all long, or exchanged. */
export function otherSpellings(name: string): string[] {
  const words = name.split(' ')
  if (!words.some((word) => EXCHANGED.has(word))) return []
  const spelled = [SHORT, LONG, EXCHANGED].map((spellings) =>
    words.map((word) => spellings.get(word) ?? word).join(' '),
  )
  return [...new Set(spelled)].filter((spelling) => spelling !== name)
}
