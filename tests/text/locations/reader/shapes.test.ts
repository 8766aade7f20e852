import { describe, expect, test } from 'bun:test'
import { LocationResolver } from '../../../../src/text/locations/location-resolver'
import { toKinds } from '../../../../src/text/locations/reader/kinds'
import { typedPlaces } from '../../../../src/text/locations/typed-places'
import { printResolution } from '../print-resolution'

const resolver = new LocationResolver()

describe('the cheapest cover of a text decides', () => {
  test.each([
    // The list of regions explains more than Bellevue, California.
    [
      'Seattle/Bellevue, California, Texas or Florida',
      'Seattle, WA, US + Bellevue, WA, US + CA, US + TX, US + FL, US',
    ],
    // A misspelt city of the region behind it costs no more than a city elsewhere and the region.
    ['Grand Prairie, Alberta', 'Grande Prairie, AB, CA'],
    ['Grand Prairie, Texas', 'Grand Prairie, TX, US'],
    ['London, New York', 'New York, NY, US'],
    ['Nowhereville, New York', 'NY, US'],
    ['15th Floor, New York, NY', 'New York, NY, US'],
    ['Nowhere - USA - FL - Jacksonville', 'Jacksonville, FL, US'],
    ['Texas, United States, Ohio, United States', 'TX, US + OH, US'],
  ])('%p is %s', (text, printed) => {
    expect(printResolution(resolver.resolve(text))).toBe(printed)
  })
})

test('a misspelt city with coordinates is that city', () => {
  const address = { city: 'Wichiita', region: 'KS', latitude: 37.69, longitude: -97.34 }
  expect(printResolution(resolver.resolveAddress(address))).toBe('Wichita, KS, US')
})

test('a typed city abroad is one place with its region and country', () => {
  expect(typedPlaces('London, England, United Kingdom; Chicago, IL')).toEqual([
    'London, England, United Kingdom',
    'Chicago, Illinois',
  ])
})

test('a shape of an unknown kind is refused', () => {
  expect(() => toKinds('name planet?')).toThrow('no kind of parts: planet')
})

test.each(['SG,', 'US,', 'Nowhere,', 'TX,', 'Boston,TX,', 'Paris,FR,', 'CA,'])(
  'a text of nothing but %p is read in under a second',
  (names) => {
    const start = process.cpuUsage()
    resolver.resolve(names.repeat(4000 / names.length))
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(1)
  },
)
