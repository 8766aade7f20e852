import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import { locationKey } from '../../../src/text/locations/table/location-key'
import { locationTable } from '../../../src/text/locations/table/location-table'
import { findRegion, REGIONS } from '../../../src/values/region'
import { fullName, printResolution } from './print-resolution'

const resolver = new LocationResolver()
const rows = await readRows()

/** Region code and name of every city of the table. */
async function readRows(): Promise<[region: string, name: string][]> {
  const path = new URL('../../../src/text/locations/table/cities.txt', import.meta.url)
  let region = ''
  return (await Bun.file(path).text()).split('\n').flatMap((line): [string, string][] => {
    if (line.startsWith('@')) region = line.slice(1)
    return /^[@#]|^$/.test(line) ? [] : [[region, line.split('\t')[0] ?? '']]
  })
}

const city = fc.constantFrom(...rows)
const place = city.map(([region, name]) => `${name}, ${findRegion(region)?.name}`)

const WORDS = [
  ...['Remote', 'Hybrid', 'or', 'and', 'US', 'CA', 'IN', 'Georgia', 'New York', 'Washington'],
  ...['Toronto', 'ON', 'London', 'UK', 'Canada', '3 Locations', '12 Main St', 'K1P 1H4', 'Paris'],
  ...[
    'United States',
    'Greater',
    'Area',
    'County',
    'HQ',
    'Nowhereville',
    'São Paulo',
    '東京',
    'ST',
  ],
]
const SEPARATORS = [', ', ';', ' | ', '/', ' - ', '-', ' ', ' (', ') ', '\n', ' & ', ': ', '+']
const mixture = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...SEPARATORS)), { maxLength: 14 })
  .map((pairs) => pairs.flat().join(''))

const codeUnits = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))

test('any text resolves', () => {
  fc.assert(
    fc.property(fc.oneof(codeUnits, fc.string(), mixture), (text) => {
      const resolution = resolver.resolve(text)
      if (resolution.kind === 'places') expect(resolution.places.length).toBeGreaterThan(0)
    }),
    { numRuns: 1000 },
  )
})

test('a text means the same whatever was resolved before it', () => {
  fc.assert(
    fc.property(mixture, (text) => {
      expect(resolver.resolve(text)).toEqual(resolver.resolve(text.concat(' ')))
    }),
    { numRuns: 500 },
  )
})

test('a place of the tables that is printed and resolved again is the same place', () => {
  fc.assert(
    fc.property(fc.oneof(mixture, place), (text) => {
      const resolution = resolver.resolve(text)
      if (resolution.kind !== 'places') return
      for (const found of resolution.places) {
        // What said that a name is that of a town, such as a postal code, is not printed.
        const isUnlisted = found.address.addressLocality && found.latitude === undefined
        if (isUnlisted) continue
        const again = resolver.resolve(fullName(found))
        expect([text, again.kind === 'places' && again.places]).toEqual([text, [found]])
      }
    }),
    { numRuns: 1000 },
  )
})

test('cities of the table are found by their names and regions', () => {
  const some = rows.filter((_, index) => index % 4 === 0)
  const wrong = some.filter(([code, name]) => {
    const region = findRegion(code)
    const country = region?.country === 'CA' ? 'Canada' : 'USA'
    const printed = printResolution(resolver.resolve(`${name}, ${region?.name}, ${country}`))
    return printed !== `${name}, ${code}, ${region?.country}`
  })
  expect(wrong).toEqual([])
})

test('separators of places give the places of each', () => {
  const separator = fc.constantFrom('; ', ';', ' | ', ' / ', '\n')
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 6 }), separator, (texts, between) => {
      const each = texts.flatMap((text) => {
        const resolution = resolver.resolve(text)
        return resolution.kind === 'places' ? resolution.places : []
      })
      const all = resolver.resolve(texts.join(between))
      const names = all.kind === 'places' ? all.places.map(fullName) : []
      expect(new Set(names)).toEqual(new Set(each.map(fullName)))
    }),
    { numRuns: 200 },
  )
})

test('every region is found by its name, and with its country', () => {
  for (const { name, code, country } of REGIONS) {
    const long = country === 'CA' ? 'Canada' : 'United States'
    expect(printResolution(resolver.resolve(`${name}, ${long}`))).toBe(`${code}, ${country}`)
    expect(printResolution(resolver.resolve(`${long} - ${code}`))).toBe(`${code}, ${country}`)
  }
})

test('coordinates lie in North America, Hawaii or a territory', () => {
  const table = locationTable()
  const outside = rows.filter(([region, name]) => {
    const found = table.find(locationKey(name))?.cities.find((one) => one.region.code === region)
    if (found === undefined) return true
    const { latitude = 0, longitude = 0 } = found
    const isPacific = ['AS', 'GU', 'MP'].includes(region)
    return !isPacific && !(latitude > 17 && latitude < 84 && longitude > -180 && longitude < -50)
  })
  expect(outside).toEqual([])
})
