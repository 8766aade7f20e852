import { COUNTRY_NAMES, type Country, toCountry } from '../../../values/country'
import { findRegion, REGIONS, REGIONS_BY_KEY, type Region } from '../../../values/region'
import { memoizeSync } from '../../../values/single-flight'
import { AREA_WORDS, AREAS } from './areas'
import { CITY_LINES, readCity, sections } from './city-file'
import foreignText from './foreign-places.txt' with { type: 'text' }
import { locationKey } from './location-key'
import { WORD_MEANINGS, type WordMeaning } from './location-words'

export interface City {
  name: string
  region: Region
  /** Undefined for small Canadian towns. */
  latitude?: number
  longitude?: number
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
  /** ISO 3166, two letters. */
  foreignCountry?: string
  /** The largest first. */
  cities: City[]
  /** The largest first. */
  foreignCities: ForeignCity[]
}

/** `Vista` ends 31 names, `Boston` 8. */
const MIN_USUAL_ENDS = 20

/** The one table of this process, made when it is first asked for: about 40,000 names, which take 0.3 s. */
export const locationTable = memoizeSync(() => new LocationTable())

/** The names of places, by their keys. */
export class LocationTable {
  private readonly meanings = new Map<string, Meaning>()
  private readonly foreignCodes = new Set<string>()
  /** How many cities have a name of several words that ends in this one. */
  private readonly lastWords = new Map<string, number>()

  constructor() {
    for (const [key, word] of WORD_MEANINGS) Object.assign(this.meaning(key), word)
    for (const name of COUNTRY_SPELLINGS) {
      const country = toCountry(name)
      if (country !== undefined) this.meaning(locationKey(name)).country = country
    }
    for (const region of REGIONS) {
      // The code of ISO 3166-2 too: `US-OK`.
      const names = [region.name, region.code, `${region.country}-${region.code}`]
      for (const name of names) this.meaning(locationKey(name)).region = region
    }
    for (const [key, region] of REGIONS_BY_KEY)
      if (key !== WASHINGTON) this.meaning(key).region = region
    for (const [key, code] of REGION_SPELLINGS) {
      const region = findRegion(code)
      if (region !== undefined) this.meaning(key).region = region
    }
    this.readCities()
    this.readForeign()
    this.readAreas()
    for (const { cities, foreignCities } of this.meanings.values()) {
      if (cities.length > 1) cities.sort(byPopulation)
      if (foreignCities.length > 1) foreignCities.sort(byPopulation)
    }
  }

  /** Undefined when the key means nothing. */
  find(key: string): Meaning | undefined {
    return this.meanings.get(key)
  }

  cityIn(region: Region, key: string): City | undefined {
    return this.meanings.get(key)?.cities.find((city) => city.region === region)
  }

  /** Whether the names of many cities end in this word, as in `Chula Vista`: then it alone is not the city that is meant. */
  isUsualEnd(key: string): boolean {
    return (this.lastWords.get(key) ?? 0) >= MIN_USUAL_ENDS
  }

  /** Whether two capital letters are the ISO 3166 code of another country. */
  isForeignCode(code: string): boolean {
    return this.foreignCodes.has(code)
  }

  private meaning(key: string): Meaning {
    let meaning = this.meanings.get(key)
    if (meaning === undefined) {
      meaning = { cities: [], foreignCities: [] }
      this.meanings.set(key, meaning)
    }
    return meaning
  }

  private readCities(): void {
    const spellings: [string, City][] = []
    for (const [code, lines] of CITY_LINES) {
      const region = findRegion(code)
      if (region === undefined) continue
      for (const line of lines) {
        const { others, ...known } = readCity(line)
        const city = { ...known, region }
        const key = locationKey(city.name)
        this.addCity(key, city)
        this.countLastWord(key)
        for (const key of others) spellings.push([key, city])
      }
    }
    // A city whose own name it is goes first.
    for (const [key, city] of spellings) this.addCity(key, city)
  }

  private addCity(key: string, city: City): void {
    const { cities } = this.meaning(key)
    if (cities.every(({ region }) => region !== city.region)) cities.push(city)
  }

  private countLastWord(key: string): void {
    const space = key.lastIndexOf(' ')
    if (space < 0) return
    const word = key.slice(space + 1)
    this.lastWords.set(word, (this.lastWords.get(word) ?? 0) + 1)
  }

  /** A posting's area is its region, or the country of its regions: its towns are not certain. */
  private readAreas(): void {
    for (const [key, { regions, isFirst, isTown }] of AREAS) {
      const [region, other] = regions
      const isKnown = this.meanings.has(key) || key.length === 2
      if (region === undefined || (isKnown && !isFirst)) continue
      if (other === undefined) Object.assign(this.meaning(key), { metro: region, isTown })
      else if (
        !AREA_WORDS.test(key) &&
        regions.every(({ country }) => country === region.country)
      ) {
        this.meaning(key).zone = region.country
      }
    }
  }

  private readForeign(): void {
    for (const [head, lines] of sections(foreignText)) {
      const [country = '', names = ''] = head.split('\t')
      this.foreignCodes.add(country)
      for (const name of names.split('|')) this.meaning(locationKey(name)).foreignCountry = country
      for (const line of lines) {
        const [name = '', thousands, others] = line.split('\t')
        const city = { country, population: Number(thousands) * 1000 }
        this.meaning(locationKey(name)).foreignCities.push(city)
        for (const other of others?.split('|') ?? []) {
          this.meaning(locationKey(other)).foreignCities.push(city)
        }
        if (name.startsWith(CIUDAD)) this.addShort(locationKey(name.slice(CIUDAD.length)), city)
      }
    }
  }

  private addShort(key: string, city: ForeignCity): void {
    const { cities, foreignCities } = this.meaning(key)
    if (cities.length === 0) foreignCities.push(city)
  }
}

const COUNTRY_SPELLINGS = [
  ...Object.keys(COUNTRY_NAMES).filter((code) => code !== 'CA'),
  ...['CAN', 'Canada', 'USA', 'United States', 'United States of America'],
]

/** A city here. */
const WASHINGTON = 'washington dc'

/** In addition to the names in `values/region`; by key. */
const REGION_SPELLINGS: readonly (readonly [key: string, code: string])[] = [
  ['newfoundland & labrador', 'NL'],
  ['terre neuve et labrador', 'NL'],
]

/** `Apodaca` is short for `Ciudad Apodaca`. */
const CIUDAD = 'Ciudad '

function byPopulation(a: { population: number }, b: { population: number }): number {
  return b.population - a.population
}
