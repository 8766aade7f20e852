import { expect, test } from 'bun:test'
import { inOneLanguage } from '../../../src/collect/answers/one-language'
import type { PublishedPlace } from '../../../src/collect/system'

const LAVAL: PublishedPlace = { address: { city: 'Laval', region: 'Québec', country: 'CA' } }
const GATINEAU: PublishedPlace = { text: 'Gatineau, QC, CA' }
const OTTAWA: PublishedPlace = { text: 'Ottawa, ON, CA' }

const chosen = (locales: readonly string[], places: readonly PublishedPlace[]) =>
  inOneLanguage(locales, { id: () => '1', locale: (locale) => locale, places: () => places })

test.each([
  [['en-CA', 'fr-CA'], [LAVAL, GATINEAU], 'fr-CA'],
  [['EN-CA', 'FR-CA'], [LAVAL], 'FR-CA'],
  [['es', 'en_US'], [LAVAL], 'en_US'],
  [['fr-CA', 'en-CA'], [LAVAL, OTTAWA], 'en-CA'],
  [['fr-CA', 'en-CA', 'en-US'], [], 'en-CA'],
  [['es', 'fr-CA'], [OTTAWA], 'es'],
  [['', 'pl'], [LAVAL], ''],
])('of %j at %j, it is %s', (locales, places, expected) => {
  expect(chosen(locales, places)).toEqual([{ version: expected, versions: locales }])
})

test('versions without an id are postings of their own', () => {
  const members = { id: () => undefined, locale: () => 'en', places: () => [] }
  expect(inOneLanguage(['a', 'b'], members)).toHaveLength(2)
})

test('places of one version count for all', () => {
  const places = (locale: string) => (locale === 'fr' ? [GATINEAU] : [])
  const members = { id: () => '1', locale: (locale: string) => locale, places }
  expect(inOneLanguage(['en', 'fr'], members)).toMatchObject([{ version: 'fr' }])
})
