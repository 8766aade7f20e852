import { expect, test } from 'bun:test'
import { placeParameters } from '../../../src/service/notices/place-parameters'

test.each([
  ['queens ny', 'queens ny OR New York, New York'],
  ['US', 'United States'],
  ['Bay Area', 'Bay Area'],
  ['texas', 'texas'],
])('%s is sent as %s', (text, location) => {
  expect(placeParameters({}, { text, rest: '', isSaid: true })).toEqual({ location })
})

test('several places are no city', () => {
  const several = { text: 'Laval OR Toronto', rest: '', isSaid: true, isSeveral: true }
  expect(placeParameters({ city: undefined }, several)).toEqual({})
})
