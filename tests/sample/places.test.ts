import { expect, test } from 'bun:test'
import { PLACES } from '../../src/sample/places'
import { REGIONS } from '../../src/values/region'

test('every province, territory and state has a place', () => {
  const territories = ['AS', 'GU', 'MP', 'VI']
  const present = new Set(PLACES.map(({ region }) => region))
  const absent = REGIONS.filter(({ code }) => !present.has(code)).map(({ code }) => code)
  expect(absent).toEqual(territories)
})

test('no region has two places of one name', () => {
  const names = PLACES.map(({ city, region }) => `${city}, ${region}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each(['London', 'Vancouver', 'Springfield', 'Cambridge'])(
  '%s is the name of several',
  (name) => {
    expect(PLACES.filter(({ city }) => city === name).length).toBeGreaterThan(1)
  },
)

test('coordinates lie in the country', () => {
  const outside = PLACES.filter(({ country, latitude, longitude }) => {
    const [south, north] = country === 'CA' ? [42, 70] : [18, 65]
    return latitude < south || latitude > north || longitude < -160 || longitude > -52
  })
  expect(outside).toEqual([])
})

test('places of one region lie close together', () => {
  const far = PLACES.filter(({ region, latitude, longitude }) =>
    PLACES.some(
      (other) =>
        other.region === region &&
        (Math.abs(other.latitude - latitude) > 12 || Math.abs(other.longitude - longitude) > 21),
    ),
  )
  expect(far).toEqual([])
})
