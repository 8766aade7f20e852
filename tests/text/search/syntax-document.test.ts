import { describe, expect, test } from 'bun:test'
import {
  MAX_POSITIONS_OF_WORD,
  wordPositions,
} from '../../../src/catalogue/database/words/word-positions'
import { OPERATORS, operatorOf } from '../../../src/text/search/grammar/operators'
import { readTokens } from '../../../src/text/search/grammar/tokens'
import { analyze } from '../../../src/text/search/index/analyzer'
import { parsePlaces } from '../../../src/text/search/places/parse-places'
import { placeTerms } from '../../../src/text/search/places/place-terms'
import { parseAdvanced } from '../../../src/text/search/reading/parse-advanced'
import { parsePlain as readPlain } from '../../../src/text/search/reading/parse-plain'
import {
  MAX_ALTERNATIVES,
  MAX_CHARACTERS,
  MAX_COST,
  MAX_DEPTH,
  MAX_DISTANCE,
  MAX_NAME_WORDS,
  MAX_SPAN,
  MAX_TERMS,
  MIN_PREFIX,
} from '../../../src/text/search/search-limits'
import { matches, matchesPlaces } from '../../support/matcher'
import { plain as parsePlain } from '../../support/plain'
import {
  readReadings,
  readSyntaxErrors,
  readSyntaxExamples,
  SYNTAX,
} from '../../support/syntax-examples'

describe('every example of SYNTAX.md finds what it says', () => {
  test.each(readSyntaxExamples().map((example) => [example.parameter, example.query, example]))(
    '%s=%s',
    (_parameter, _query, { parameter, query, finds, misses }) => {
      const texts = [...finds, ...misses]
      expect(texts.filter((text) => decide(parameter, query, text))).toEqual(finds)
      expect(finds.length * misses.length).toBeGreaterThan(0)
    },
  )
})

describe('every filter of another engine in SYNTAX.md is read as it says', () => {
  const readings = readReadings()

  test.each(readings.map(({ query, reading }) => [query, reading]))('%s', (query, reading) => {
    expect(readPlain(query).reading).toBe(reading)
    expect(readPlain(reading).tree).toEqual(readPlain(query).tree)
  })

  test('and each operator of the table is among them', () => {
    const typed = readings.map(({ query }) => query).join('\n')
    const missing = OPERATORS.filter(({ native = [], only, text }) => {
      return !native.includes('plain') && only !== 'advanced' && !new RegExp(text, 'u').test(typed)
    })
    expect(missing.map(({ text }) => text)).toEqual([])
  })
})

describe('every error of SYNTAX.md is the one that is given', () => {
  test.each(readSyntaxErrors().map((example) => [example.parameter, example.query, example]))(
    '%s=%s',
    (_parameter, _query, { parameter, query, message }) => {
      expect(() => decide(parameter, query, '')).toThrow(new Error(message))
    },
  )
})

test.each([
  ['plain', 'title'],
  ['advanced', 'title_advanced'],
] as const)('SYNTAX.md has an example of every operator of the %s syntax', (syntax, parameter) => {
  const shown = readSyntaxExamples()
    .filter((example) => example.parameter === parameter)
    .flatMap(({ query }) => readTokens(query, syntax))
    .map(({ text }) => operatorOf(text, syntax))
  const native = OPERATORS.filter((operator) => operator.native?.includes(syntax))
  expect(native.filter((operator) => !shown.includes(operator))).toEqual([])
})

test('SYNTAX.md has examples of every kind of filter', () => {
  const parameters = ['title', 'title_advanced', 'location', 'location_advanced']
  expect([...new Set(readSyntaxExamples().map((example) => example.parameter))]).toEqual(parameters)
  expect(readSyntaxErrors().length).toBeGreaterThan(20)
})

test.each([
  ['length of a filter', MAX_CHARACTERS],
  ['terms; each word of a phrase counts', MAX_TERMS],
  ['nesting of `(` and `!`', MAX_DEPTH],
  ['N of `<N>`', MAX_DISTANCE],
  ['words from the first to the last of a chain of distances', MAX_SPAN],
  ['alternatives on one side of a distance', MAX_ALTERNATIVES],
  ['look-ups of words for phrases, prefixes and distances', MAX_COST],
  ['characters of a word before `*` or `:*`', MIN_PREFIX],
  ['words in one name of a location', MAX_NAME_WORDS],
  ['words of title, employer and description', searchedWords()],
  ['positions of one word for phrases and distances', MAX_POSITIONS_OF_WORD],
])('SYNTAX.md states the limit: %s', (name, limit) => {
  const row = SYNTAX.split('\n').find((line) => line.startsWith(`| ${name} `))
  expect(row).toMatch(new RegExp(`\\b${limit.toLocaleString('en')}\\b`))
})

/** Of a job whose description has more than that. */
function searchedWords(): number {
  const description = Array.from({ length: 20_000 }, (_, index) => `w${index}`)
  return wordPositions([['title'], ['employer'], description]).size
}

function decide(parameter: string, query: string, text: string): boolean {
  const locations = text.split('; ')
  switch (parameter) {
    case 'title':
      return matches(parsePlain(query), [analyze(text)])
    case 'title_advanced':
      return matches(parseAdvanced(query), [analyze(text)])
    case 'location': {
      const terms = locations.flatMap((location) => placeTerms(location.split(', ')))
      return matchesPlaces(parsePlaces(query).tree, new Set(terms))
    }
    case 'location_advanced': {
      const tree = parseAdvanced(query)
      return locations.some((location) => matches(tree, [analyze(location)]))
    }
    default:
      throw new Error(`no filter is called ${parameter}`)
  }
}
