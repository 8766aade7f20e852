import { expect, test } from 'bun:test'
import { placeTerms } from '../../src/search/place-terms'

test.each([
  [
    { city: 'Toronto', region: 'Ontario', country: 'Canada' },
    [
      'toronto',
      'ontario',
      'toronto,ontario',
      'canada',
      'toronto,canada',
      'ontario,canada',
      'toronto,ontario,canada',
    ],
  ],
  [{ region: 'Québec', country: 'Canada' }, ['quebec', 'canada', 'quebec,canada']],
  [{ city: "St. John's" }, ['st john s']],
  [
    { city: 'New York', region: 'New York', country: 'USA' },
    ['new york', 'new york,new york', 'usa', 'new york,usa', 'new york,new york,usa'],
  ],
  [{ city: '--', country: 'Canada' }, ['canada']],
  [{}, []],
])('%j', (names, terms) => {
  expect(placeTerms(names)).toEqual(terms)
})
