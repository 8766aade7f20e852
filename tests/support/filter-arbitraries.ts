import fc from 'fast-check'
import type { JobFilter, PlaceFilter } from '../../src/catalogue/job-filter'
import { parsePlaces } from '../../src/text/search/places/parse-places'
import { SearchSyntaxError } from '../../src/text/search/search-syntax-error'
import { COUNTRIES } from '../../src/values/country'
import { EMPLOYMENT_TYPES, WORK_ARRANGEMENTS } from '../../src/values/vocabulary'
import type { OpenWindow } from '../../src/values/window'
import { EMPLOYERS, INSTANTS, SOURCES } from './posting-arbitraries'
import { advancedTree, plainTree, word } from './search-arbitraries'

const tree = fc.oneof(advancedTree, plainTree)

const REGIONS = ['Ontario', 'Quebec', 'New York', 'California', 'Canada', 'United States']
const name = fc.oneof(
  fc.constantFrom(...REGIONS),
  fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
)
const PREFIXES = ['ab*', 'On*', 'New Yo*', 'c++ ab*', 'United St*', 'ab, Ont*']
const someNames = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.constantFrom(', ', ' '))
  .map(([names, separator]) => names.join(separator))
const included = fc.oneof(
  { weight: 4, arbitrary: someNames },
  { weight: 1, arbitrary: fc.constantFrom(...PREFIXES) },
)
const excluded = fc.oneof(
  name.map((text) => `-"${text}"`),
  fc.constantFrom(...PREFIXES).map((text) => `-"${text.slice(0, -1)}"*`),
)
const alternative = fc
  .tuple(fc.option(included, { freq: 4 }), fc.array(excluded, { maxLength: 2 }))
  .map(([place, exclusions]) => [...(place ? [place] : []), ...exclusions].join(' ') || '-"a"')

/** Texts of the `location` filter. */
export const locationText = fc
  .array(alternative, { minLength: 1, maxLength: 3 })
  .map((alternatives) => alternatives.join(' OR '))
  .filter((text) => !isList(text))

/** Lists such as `Ontario, Quebec` are refused. */
function isList(text: string): boolean {
  try {
    parsePlaces(text)
    return false
  } catch (error) {
    return error instanceof SearchSyntaxError
  }
}

export const placeFilter: fc.Arbitrary<PlaceFilter> = fc.oneof(
  locationText.map((text) => ({ kind: 'names' as const, tree: parsePlaces(text).tree })),
  advancedTree.map((expression) => ({ kind: 'each' as const, tree: expression })),
)

const instant = fc.constantFrom(...INSTANTS).map((text) => new Date(text))
const window: fc.Arbitrary<OpenWindow> = fc.oneof(
  fc.record({ from: instant, to: instant }),
  fc.record({ from: instant, to: fc.constant(undefined) }),
  fc.record({ from: fc.constant(undefined), to: instant }),
)
const employers = fc.subarray([...EMPLOYERS, 'A', '%'], { minLength: 1 })
const sources = fc.subarray([...SOURCES, 'workday'], { minLength: 1 })

type Asked = Omit<JobFilter, 'countries' | 'notices' | 'placeTerms'>

/** Values of every member that `keeps` compares: all that are conditions, except `placeTerms`. */
const members: { [Name in keyof Asked]-?: fc.Arbitrary<Exclude<Asked[Name], undefined>> } = {
  title: tree,
  fullText: tree,
  organizationName: tree,
  places: placeFilter,
  organizations: employers,
  excludedOrganizations: employers,
  sources,
  excludedSources: sources,
  posted: window,
  created: window,
  modified: window,
  hasSalary: fc.boolean(),
  isRemote: fc.boolean(),
  hasLocation: fc.boolean(),
  employmentTypes: fc.subarray([...EMPLOYMENT_TYPES], { minLength: 1 }),
  arrangements: fc.subarray([...WORK_ARRANGEMENTS], { minLength: 1 }),
  pay: fc.record({
    kinds: fc.subarray(['CAD HOUR', 'CAD YEAR', 'USD HOUR', 'USD YEAR'], { minLength: 1 }),
    atLeast: fc.constantFrom(undefined, 0.5, 20, 31, 31.01, 60_000, 75_000, 200_000),
  }),
  ids: fc.uniqueArray(fc.bigInt({ min: 1n, max: 300n }), { minLength: 1, maxLength: 150 }),
}

const member = fc.oneof(
  ...Object.entries(members).map(([name, values]) => values.map((value) => ({ [name]: value }))),
)

/** Filters with few of their members, because one that asks for everything at once finds nothing. */
export const jobFilter: fc.Arbitrary<JobFilter> = fc
  .record({
    countries: fc.constantFrom(COUNTRIES, COUNTRIES, ['CA'] as const, ['US'] as const),
    asked: fc.array(member, { maxLength: 3 }),
  })
  .map(({ countries, asked }) => Object.assign({ countries }, ...asked))
