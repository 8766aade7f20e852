import { COUNTRY_NAMES, type Country, toCountry } from '../values/country'
import { findRegion, REGIONS, type Region } from '../values/region'
import citiesText from './cities.txt' with { type: 'text' }
import foreignText from './foreign-places.txt' with { type: 'text' }
import { locationKey } from './location-key'
import { type WordMeaning, wordMeaning } from './location-words'

export interface City {
  name: string
  region: Region
  latitude: number
  longitude: number
  /** 0 when it is not known. */
  population: number
}

interface ForeignCity {
  /** ISO 3166, two letters. */
  country: string
  population: number
}

/** Everything that a name can mean. */
export interface Meaning extends WordMeaning {
  country?: Country
  region?: Region
  foreignCountry?: string
  cities: readonly City[]
  foreignCities: readonly ForeignCity[]
}

/** The names of places, by their keys. About 40,000 names: make one and keep it. */
export class LocationTable {
  private readonly cities = new Map<string, City[]>()
  private readonly foreignCities = new Map<string, ForeignCity[]>()
  private readonly foreignCountries = new Map<string, string>()
  private readonly codes = new Set<string>()
  private readonly countries = new Map<string, Country>()
  private readonly regions = new Map<string, Region>()

  constructor() {
    this.readCities()
    this.readForeign()
    for (const name of COUNTRY_SPELLINGS) {
      const country = toCountry(name)
      if (country !== undefined) this.countries.set(locationKey(name), country)
    }
    for (const region of REGIONS) {
      for (const name of [region.name, region.code]) this.regions.set(locationKey(name), region)
    }
    for (const [name, code] of REGION_SPELLINGS) {
      const region = findRegion(code)
      if (region !== undefined) this.regions.set(name, region)
    }
  }

  /** Undefined when the key means nothing. */
  find(key: string): Meaning | undefined {
    const word = wordMeaning(key)
    const country = this.countries.get(key)
    const region = this.regions.get(key)
    const foreignCountry = this.foreignCountries.get(key)
    const cities = this.cities.get(key)
    const foreignCities = this.foreignCities.get(key)
    if (!(word || country || region || foreignCountry || cities || foreignCities)) return undefined
    return {
      ...word,
      ...(country && { country }),
      ...(region && { region }),
      ...(foreignCountry && { foreignCountry }),
      cities: cities ?? [],
      foreignCities: foreignCities ?? [],
    }
  }

  cityIn(region: Region, key: string): City | undefined {
    return this.cities.get(key)?.find((city) => city.region === region)
  }

  /** Whether two capital letters are the ISO 3166 code of another country. */
  isForeignCode(code: string): boolean {
    return this.codes.has(code)
  }

  private readCities(): void {
    const spellings: [string, City][] = []
    for (const [region, fields] of readLines(citiesText)) {
      const found = findRegion(region)
      if (found === undefined) continue
      const [name = '', latitude, longitude, population, others] = fields
      const city = {
        name,
        region: found,
        latitude: Number(latitude),
        longitude: Number(longitude),
        population: Number(population ?? 0),
      }
      this.addCity(locationKey(name), city)
      for (const other of others?.split('|') ?? []) spellings.push([locationKey(other), city])
      const short = shorten(locationKey(name))
      if (short !== undefined) spellings.push([short, city])
    }
    // A city whose own name it is goes first.
    for (const [key, city] of spellings) this.addCity(key, city)
  }

  private addCity(key: string, city: City): void {
    const known = this.cities.get(key)
    if (known === undefined) this.cities.set(key, [city])
    else if (known.every(({ region }) => region !== city.region)) known.push(city)
  }

  private readForeign(): void {
    for (const [country, fields] of readLines(foreignText, (code, names) => {
      this.codes.add(code)
      for (const name of names.split('|')) this.foreignCountries.set(locationKey(name), code)
    })) {
      const [name = '', thousands, others] = fields
      const city = { country, population: Number(thousands) * 1000 }
      for (const spelling of [name, ...(others?.split('|') ?? [])]) {
        const key = locationKey(spelling)
        const known = this.foreignCities.get(key)
        if (known === undefined) this.foreignCities.set(key, [city])
        else known.push(city)
      }
    }
  }
}

const COUNTRY_SPELLINGS = [
  ...Object.keys(COUNTRY_NAMES).filter((code) => code !== 'CA'),
  ...['CAN', 'Canada', 'USA', 'United States', 'United States of America'],
]

/** Beside the names and codes of `values/region`; by key. `washington dc` is a city here. */
const REGION_SPELLINGS: readonly (readonly [key: string, code: string])[] = [
  ['newfoundland', 'NL'],
  ['labrador', 'NL'],
  ['newfoundland & labrador', 'NL'],
  ['yukon territory', 'YT'],
  ['pei', 'PE'],
  ['virgin islands', 'VI'],
  ['united states virgin islands', 'VI'],
  ['new york state', 'NY'],
  ['washington state', 'WA'],
  ['ont', 'ON'],
  ['calif', 'CA'],
]

/** The lines below each `@CODE`, split at tabs. */
function* readLines(
  text: string,
  onHead?: (code: string, names: string) => void,
): Generator<[code: string, fields: string[]]> {
  let code = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('@')) {
      const [head = '', names = ''] = line.slice(1).split('\t')
      code = head
      onHead?.(code, names)
    } else if (line !== '' && !line.startsWith('#')) yield [code, line.split('\t')]
  }
}

const SHORTENED: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  fort: 'ft',
  mount: 'mt',
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
}

/** The other spelling of a name with Saint, Fort or Mount. */
function shorten(key: string): string | undefined {
  if (!/\b(?:sainte?|fort|mount|ste?|ft|mt)\b/.test(key)) return undefined
  return key.replace(/\b(?:sainte?|fort|mount|ste?|ft|mt)\b/g, (word) => SHORTENED[word] ?? word)
}
