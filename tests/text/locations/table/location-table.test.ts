import { describe, expect, test } from 'bun:test'
import { locationKey } from '../../../../src/text/locations/table/location-key'
import { locationTable } from '../../../../src/text/locations/table/location-table'

const table = locationTable()

function citiesOf(name: string): string[] {
  return (table.find(locationKey(name))?.cities ?? []).map((city) => {
    return `${city.name}, ${city.region.code}`
  })
}

describe('keys', () => {
  test.each([
    ['Trois-Rivières', 'trois rivieres'],
    ["St. John's", 'st johns'],
    ['St.Louis', 'st louis'],
    ['U.S.A.', 'usa'],
    ['  Łódź ', 'lodz'],
    ['København', 'kobenhavn'],
    ['Kaʻaʻawa', 'kaaawa'],
    ['Newfoundland & Labrador', 'newfoundland & labrador'],
    ['Que\u0301bec', 'quebec'],
    ['', ''],
  ])('%p is compared as %p', (name, key) => {
    expect(locationKey(name)).toBe(key)
    expect(locationKey(key)).toBe(key)
  })
})

describe('the table', () => {
  test.each(['cities.txt', 'foreign-places.txt'])(
    '%s names its source and stays small',
    async (file) => {
      const text = await Bun.file(
        new URL(`../../../../src/text/locations/table/${file}`, import.meta.url),
      ).text()
      expect(text.split('\n')[0]).toContain('GeoNames (https://www.geonames.org), CC BY 4.0')
      expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
    },
  )

  test.each([
    ['towns.txt', 'npmjs.com/package/zipcodes'],
    ['towns-abroad.txt', 'GeoNames'],
  ])('%s names its source and stays small', async (file, source) => {
    const text = await Bun.file(
      new URL(`../../../../src/text/locations/table/${file}`, import.meta.url),
    ).text()
    expect(text.split('\n')[0]).toContain(source)
    expect(Buffer.byteLength(text)).toBeLessThan(500_000)
  })

  test('has the largest city of a name first', () => {
    expect(citiesOf('Kansas City').slice(0, 2)).toEqual(['Kansas City, MO', 'Kansas City, KS'])
  })

  test('has one city of a name in a region', () => {
    const cities = citiesOf('Franklin')
    expect(new Set(cities).size).toBe(cities.length)
  })

  test.each([
    ['NYC', 'New York, NY'],
    ['Quebec City', 'Québec, QC'],
    ['Washington DC', 'Washington, DC'],
    ['Tysons Corner', 'Tysons Corner, VA'],
    ['Saint Albert', 'St. Albert, AB'],
    ['Ft Lauderdale', 'Fort Lauderdale, FL'],
    ["L'Ancienne-Lorette", "L'Ancienne-Lorette, QC"],
  ])('%s is %s', (name, city) => {
    expect(citiesOf(name)).toContain(city)
  })

  test('knows countries by their names and codes', () => {
    expect(table.find('deutschland')?.foreignCountry).toBe('DE')
    expect(table.find('united kingdom')?.foreignCountry).toBe('GB')
    expect(table.isForeignCode('DE')).toBe(true)
    expect(table.isForeignCode('TX')).toBe(false)
    expect(table.find('nowhereville')).toBeUndefined()
  })
})
