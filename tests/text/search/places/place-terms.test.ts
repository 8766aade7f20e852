import { expect, test } from 'bun:test'
import { placeTerms } from '../../../../src/text/search/places/place-terms'

test.each([
  [
    ['Toronto', 'Ontario', 'Canada'],
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
  [
    [null, 'Québec', 'Canada'],
    ['quebec', 'canada', 'quebec,canada'],
  ],
  [["St. John's", null], ['st john s']],
  [
    ['New York', 'New York', 'USA'],
    ['new york', 'new york,new york', 'usa', 'new york,usa', 'new york,new york,usa'],
  ],
  [['--', 'Canada'], ['canada']],
  [[null], []],
])('%j', (names, terms) => {
  expect(placeTerms(names)).toEqual(terms)
})
