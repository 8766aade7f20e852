import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  isViewAddress,
  readView,
  type View,
  writeView,
} from '../../../../src/service/pages/explore/browser/search/search'
import { COUNTRIES } from '../../../../src/values/country'
import { EMPLOYMENT_TYPES } from '../../../../src/values/vocabulary'

const text = fc.string({ unit: 'grapheme' }).map((value) => value.trim())

const views: fc.Arbitrary<View> = fc.record({
  search: fc.record({
    country: fc.constantFrom(...COUNTRIES),
    syntax: fc.constantFrom('plain', 'advanced'),
    text,
    title: text,
    city: text,
    region: text,
    place: text,
    employer: text,
    source: text,
    types: fc.uniqueArray(fc.constantFrom(...EMPLOYMENT_TYPES)),
    arrangement: text,
    remote: text,
    pay: text,
    payAtLeast: text,
    payUnit: text,
    day: text,
    sort: text,
    window: text,
  }),
  isOverview: fc.boolean(),
  isRequestOpen: fc.constant(false),
  job: fc.oneof(fc.constant(''), fc.nat().map(String)),
})

test('an address holds the whole view', () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(readView(writeView(view))).toEqual(view)
      expect(isViewAddress(writeView(view))).toBe(true)
    }),
  )
})

test('the view of a plain address is the newest jobs of Canada, and its address is short', () => {
  expect(writeView(readView(''))).toBe('explore')
  expect(readView('?country=MX&syntax=regex&job=1e3&view=none&q=x')).toEqual(readView(''))
})
