import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { place } from '../../support/posting-builder'
import { documentsOf, type SearchCase, testSearches } from '../../support/search-cases'
import { createSearchCatalogue, type SearchCatalogue } from '../../support/search-catalogue'
import { splitLocation } from '../../support/syntax-examples'

const TORONTO = 'Toronto, Ontario, Canada'
const NORTH_YORK = 'North York, Ontario, Canada'
const NEW_YORK = 'New York, New York, United States'
const YORK = 'York, Pennsylvania, United States'
const LONDON = 'London, Ontario, Canada'
const LONDON_KY = 'London, Kentucky, United States'
const ONTARIO_CA = 'Ontario, California, United States'
const ONTARIO = 'Ontario, Canada'
const WASHINGTON = 'Seattle, Washington, United States'
const WASHINGTON_DC = 'Washington, District of Columbia, United States'
const WASHINGTON_PA = 'Washington, Pennsylvania, United States'
const QUEBEC = 'Québec, Québec, Canada'
const LAVAL = 'Laval, Quebec, Canada'
const ST_JOHNS = "St. John's, Newfoundland and Labrador, Canada"
const SAINT_JOHN = 'Saint John, New Brunswick, Canada'
const VANCOUVER = 'Vancouver, British Columbia, Canada'
const TWO_CANADIAN = 'London, Ontario, Canada; Vancouver, British Columbia, Canada'
const TWO_COUNTRIES = 'London, Kentucky, United States; Vancouver, British Columbia, Canada'
const NB_IN_FRENCH = 'Moncton, Nouveau-Brunswick, Canada'
const NEW_YORK_CITY = 'New York City, New York, United States'
const BUFFALO = 'Buffalo, New York, United States'
const QUEBEC_CITY = 'Quebec City, Québec, Canada'
const SAINT_LOUIS = 'Saint Louis, Missouri, United States'
const ST_LOUIS = 'St. Louis, MO, United States'
const FORT_WORTH = 'Ft Worth, Texas, United States'
const OFALLON = 'OFallon, Missouri, United States'
const PEI = 'Charlottetown, P.E.I., Canada'
const CANADA = 'Canada'
const NONE = ''

const names: readonly SearchCase[] = [
  // Whole names.
  ['York', [YORK], [NEW_YORK, NORTH_YORK]],
  ['New York', [NEW_YORK], [YORK, NORTH_YORK]],
  ['north york', [NORTH_YORK], [NEW_YORK, YORK]],
  ['Ontario', [TORONTO, LONDON, ONTARIO, ONTARIO_CA, TWO_CANADIAN], [VANCOUVER, CANADA, NONE]],
  ['Washington', [WASHINGTON, WASHINGTON_DC, WASHINGTON_PA], [YORK, NONE]],
  ['Canada', [TORONTO, CANADA, LAVAL, TWO_COUNTRIES], [YORK, NONE]],
  ['united states', [YORK, WASHINGTON, TWO_COUNTRIES], [TORONTO, CANADA]],
  ['John', [], [ST_JOHNS, SAINT_JOHN]],
  // Parts of City, Region, Country, with and without commas.
  ['London, Ontario, Canada', [LONDON, TWO_CANADIAN], [LONDON_KY, TORONTO, ONTARIO]],
  ['london ontario canada', [LONDON, TWO_CANADIAN], [LONDON_KY, TORONTO]],
  ['London, Ontario', [LONDON, TWO_CANADIAN], [LONDON_KY]],
  ['London Ontario', [LONDON, TWO_CANADIAN], [LONDON_KY]],
  ['London,Canada', [LONDON, TWO_CANADIAN], [LONDON_KY, TWO_COUNTRIES]],
  ['London Canada', [LONDON, TWO_CANADIAN], [LONDON_KY, TWO_COUNTRIES]],
  ['Ontario, Canada', [LONDON, TORONTO, ONTARIO], [ONTARIO_CA, VANCOUVER]],
  ['Ontario California', [ONTARIO_CA], [ONTARIO, TORONTO]],
  ['New York New York', [NEW_YORK], [YORK]],
  ['New York, United States', [NEW_YORK], [YORK]],
  ['York New York', [], [NEW_YORK, YORK]],
  // OR, quotes, exclusion, prefix.
  ['Toronto OR Vancouver', [TORONTO, VANCOUVER, TWO_CANADIAN, TWO_COUNTRIES], [LONDON]],
  ['London, Ontario OR York, Pennsylvania', [LONDON, YORK], [LONDON_KY, TORONTO]],
  ['"New York"', [NEW_YORK], [YORK]],
  ['"london ontario"', [], [LONDON]],
  ['"london, ontario"', [LONDON], [LONDON_KY]],
  ['"London" "Canada"', [LONDON], [LONDON_KY]],
  ['Ontario -Toronto', [LONDON, ONTARIO, NORTH_YORK], [TORONTO, VANCOUVER]],
  ['Ontario -"North York" -London', [TORONTO], [NORTH_YORK, LONDON, TWO_CANADIAN]],
  ['Vancouver -London', [VANCOUVER, TWO_COUNTRIES], [TWO_CANADIAN]],
  ['-"London, Ontario"', [LONDON_KY, TORONTO, NONE], [LONDON, TWO_CANADIAN]],
  ['-Canada', [YORK, NONE, TWO_COUNTRIES], [TORONTO, CANADA]],
  ['Tor*', [TORONTO], [VANCOUVER]],
  ['New*', [NEW_YORK, ST_JOHNS, SAINT_JOHN], [YORK]],
  ['London, On*', [LONDON], [LONDON_KY]],
  ['london on*', [LONDON], [LONDON_KY]],
  ['-Ne*', [YORK, NONE], [NEW_YORK, SAINT_JOHN]],
  ['ci*', [], [TORONTO, LONDON]],
  ['region*', [], [TORONTO, ONTARIO]],
  // Accents and apostrophes.
  ['Québec', [QUEBEC, LAVAL], [SAINT_JOHN, TORONTO]],
  ['quebec', [QUEBEC, LAVAL], [SAINT_JOHN]],
  ['QUE\u0301BEC, QUEBEC', [QUEBEC], [LAVAL]],
  ["St. John's", [ST_JOHNS], [SAINT_JOHN]],
  ['st john’s', [ST_JOHNS], [SAINT_JOHN]],
  ['Saint John', [SAINT_JOHN], [ST_JOHNS]],
  ['Newfoundland and Labrador', [ST_JOHNS], [SAINT_JOHN]],
  ['Nowhere', [], [TORONTO, NONE]],
  ['-Nowhere', [TORONTO, NONE], []],
]

/** Spellings of one place find one another. */
const spellings: readonly SearchCase[] = [
  ['New Brunswick', [NB_IN_FRENCH, SAINT_JOHN], [QUEBEC]],
  ['Nouveau-Brunswick', [NB_IN_FRENCH, SAINT_JOHN], [QUEBEC]],
  ['New York, New York', [NEW_YORK, NEW_YORK_CITY], [BUFFALO]],
  ['New York City', [NEW_YORK, NEW_YORK_CITY], [BUFFALO]],
  ['New York City, New York, United States', [NEW_YORK, NEW_YORK_CITY], [BUFFALO]],
  ['Quebec City', [QUEBEC, QUEBEC_CITY], [LAVAL]],
  ['Québec, Quebec', [QUEBEC, QUEBEC_CITY], [LAVAL]],
  ['Ville de Québec', [QUEBEC, QUEBEC_CITY], [LAVAL]],
  ['Saint Louis', [SAINT_LOUIS, ST_LOUIS], []],
  ['St. Louis, Missouri', [SAINT_LOUIS, ST_LOUIS], []],
  ['Fort Worth', [FORT_WORTH], []],
  ['Ft. Worth', [FORT_WORTH], []],
  ["O'Fallon", [OFALLON], []],
  ['OFallon', [OFALLON], []],
  ['"Washington DC"', [WASHINGTON_DC], [WASHINGTON, WASHINGTON_PA]],
  ['Newfoundland', [ST_JOHNS], [SAINT_JOHN]],
  ['PEI', [PEI], [SAINT_JOHN]],
  ['P.E.I.', [PEI], [SAINT_JOHN]],
  ['Prince Edward Island', [PEI], [SAINT_JOHN]],
  ['Toronto, Ont.', [TORONTO], [LONDON]],
  ['toronto on', [TORONTO], [LONDON]],
  ['United States of America', [YORK, BUFFALO], [TORONTO]],
  ['États-Unis', [YORK, BUFFALO], [TORONTO]],
  ['-Newfoundland', [SAINT_JOHN, NONE], [ST_JOHNS]],
  ['New York -"New York City"', [BUFFALO], [NEW_YORK, NEW_YORK_CITY]],
]

const expressions: readonly SearchCase[] = [
  ['london & canada', [LONDON, TWO_CANADIAN], [LONDON_KY, TWO_COUNTRIES, TORONTO]],
  ['london & columbia', [], [TWO_CANADIAN]],
  ["'canada vancouver' | 'states vancouver'", [], [TWO_CANADIAN, TWO_COUNTRIES, VANCOUVER]],
  ["'british columbia canada'", [VANCOUVER, TWO_CANADIAN, TWO_COUNTRIES], [WASHINGTON_DC]],
  ['canada <50> vancouver', [], [TWO_CANADIAN, VANCOUVER]],
  ['london <-> ontario <-> canada', [LONDON, TWO_CANADIAN], [LONDON_KY]],
  ['york', [YORK, NEW_YORK, NORTH_YORK], [TORONTO]],
  ['!york', [TORONTO, LONDON], [YORK, NEW_YORK, NONE]],
  ['canada & !ontario', [VANCOUVER, TWO_CANADIAN, TWO_COUNTRIES, CANADA], [LONDON, ONTARIO_CA]],
  ['!canada & !states', [], [TORONTO, NONE]],
  ['washing:*', [WASHINGTON, WASHINGTON_DC, WASHINGTON_PA], [YORK]],
  ["'ST JOHN''S' | québec", [ST_JOHNS, QUEBEC, LAVAL], [SAINT_JOHN]],
  // The derived location, not the published one.
  ['city | saint', [], [NEW_YORK_CITY, QUEBEC_CITY, SAINT_LOUIS]],
  ['york & !city', [NEW_YORK_CITY, NEW_YORK], [QUEBEC_CITY]],
  ['on | us | ca', [], [TORONTO, YORK, ONTARIO_CA]],
]

let catalogue: SearchCatalogue
beforeAll(async () => {
  catalogue = await createSearchCatalogue(
    Object.fromEntries(
      documentsOf([...names, ...spellings, ...expressions]).map((text) => [
        text,
        {
          locations: text === NONE ? [] : text.split('; ').map(toPlace),
          countries: countriesOf(text),
        },
      ]),
    ),
  )
})
afterAll(() => catalogue.stop())

describe('names', () => testSearches(() => catalogue, 'location', names))
describe('spellings', () => testSearches(() => catalogue, 'location', spellings))
describe('expressions', () => testSearches(() => catalogue, 'location_advanced', expressions))

test('a name means the same written in any case, with or without accents', async () => {
  const spellings = ['Québec', 'QUEBEC', 'que\u0301bec', '"Québec"', 'Québec,', ' québec ']
  const found = await Promise.all(spellings.map((location) => catalogue.find({ location })))
  expect(new Set(found.map(String)).size).toBe(1)
})

test('location_advanced replaces location, which is not read', async () => {
  const search = { location: '"Toronto', location_advanced: 'vancouver' }
  expect(await catalogue.find(search)).toEqual(await catalogue.find({ location: 'Vancouver' }))
})

test('has_no_location is about the locations that searches see', async () => {
  expect(await catalogue.find({ has_no_location: 'true' })).toEqual([NONE])
  const located = await catalogue.find({ has_no_location: 'false' })
  expect(located).toEqual(await catalogue.find({ location: 'Canada OR United States' }))
})

function toPlace(text: string) {
  const { city = null, region = null, country = '' } = splitLocation(text)
  return place(city, region, country)
}

/** A posting without a location is in Canada; the others are where their locations are. */
function countriesOf(text: string): 'CA'[] {
  return text === NONE ? ['CA'] : []
}
