import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parsePlaces } from '../../../../src/text/search/places/parse-places'
import { placeTerms } from '../../../../src/text/search/places/place-terms'
import { matchesPlaces } from '../../../support/matcher'
import { printPlaces } from '../../../support/print-search'
import { searchText } from '../../../support/search-arbitraries'
import { checkAnswer, issue } from '../../../support/syntax-errors'

describe('trees', () => {
  test.each([
    ['Toronto', 'toronto'],
    ['St. Louis', 'st louis/st,louis/saint louis/saint,louis'],
    ['Halifax, Nouvelle-Écosse', 'halifax,nova scotia'],
    ['"New York City"', 'new york city/new york,new york'],
    ['"New York City", Texas', 'new york city,texas'],
    ['"New York Cit"*', 'new york cit*'],

    ['"New York"', 'new york'],
    ['London, Ontario', 'london,ontario'],
    ['London , Ontario ,', 'london,ontario'],
    ['"London, Ontario"', 'london,ontario'],
    ['a b c', 'a b c/a,b c/a,b,c/a b,c'],
    ['a b, c', 'a b,c/a,b,c'],
    ['a, b c', 'a,b c/a,b,c'],
    ['a b, c d', 'a b,c d/a b,c,d/a,b,c d'],
    ['a b, c, d', 'a b,c,d'],
    ['"a b" c d', 'a b,c d/a b,c,d'],
    ['"a b" "c d"', 'a b,c d'],
    ['Toronto - Ontario', 'toronto ontario/toronto,ontario'],
    ['Toronto OR Ottawa, Ontario', 'any(toronto ottawa,ontario)'],
    ['-Toronto', 'not(toronto)'],
    ['-Toronto, Ontario', 'all(ontario not(toronto))'],
    ['-Toronto,Ontario', 'not(toronto,ontario)'],
    ['Ontario -"North York" -Winston-Salem', 'all(ontario not(north york) not(winston salem))'],
    ['Ontario -Toronto Canada', 'all(ontario,canada not(toronto))'],
    ['Tor* OR -"North Yo"* OR -"North Yo*"', 'any(tor* not(north yo*) not(north yo*))'],
    ['San Fra*', 'san fra/san,fra*'],
  ])('%s', (source, printed) => {
    expect(printPlaces(parsePlaces(source).tree)).toBe(printed)
  })
})

const OREGON = "for the state write 'Oregon'"

describe('messages', () => {
  test.each([
    ['', 'expected a word at position 1'],
    [' , ', "expected a word, got ',' at position 2"],
    ['"Toronto', `expected '"' to close '"' at position 1`],
    ['"," Toronto', `expected a word between the quotes, got '","' at position 1`],
    ['OR', `expected a term before 'OR' at position 1; ${OREGON}`],
    ['Toronto OR , OR Ottawa', `expected a term before 'OR' at position 14; ${OREGON}`],
    ['*', "expected a word before '*' at position 1"],
    ['T*', "expected at least 2 characters before '*' at position 2"],
    ['Tor*, Ontario', "expected '*' at the end of the place at position 4"],
    ['Tor* "North York"', "expected '*' at the end of the place at position 4"],
    ['a, b, c, d', 'expected no more than City, Region, Country at position 10'],
    ['a b,c,"d, e"', 'expected no more than City, Region, Country at position 11'],
    [`${'a '.repeat(21)}`, 'more than 20 words in one name at position 1'],
    [`x, ${'a '.repeat(21)}`, 'more than 20 words in one name at position 4'],
    ['x'.repeat(2_001), 'longer than 2000 characters at position 2001'],
    [Array(201).fill('a').join(' OR '), 'more than 200 terms at position 1001'],
  ])('%s', (source, message) => {
    expect(issue(parsePlaces, source)).toBe(message)
  })

  test('every limit admits what is just within it', () => {
    expect(() =>
      parsePlaces(`${'a '.repeat(20)}, "${'b '.repeat(20)}", ${'c '.repeat(20)}`),
    ).not.toThrow()
    expect(() => parsePlaces(Array(200).fill('a').join(' OR '))).not.toThrow()
  })
})

test('any text gives a tree or an error whose position lies in the text', () => {
  fc.assert(
    fc.property(searchText, (source) => checkAnswer(parsePlaces, source)),
    { numRuns: 1_000 },
  )
})

describe('a place without quotes is found by its names in order, and by nothing else', () => {
  const name = fc.array(fc.constantFrom('a', 'b', 'abb'), { minLength: 1, maxLength: 2 })
  const location = fc.array(name, { minLength: 1, maxLength: 3 })
  const query = fc.oneof(
    location,
    location.map((names) => names.map((words) => words.slice(1))),
  )

  test('without commas', () => {
    const property = fc.property(location, query, (names, asked) => {
      const text = asked.flat().join(' ')
      fc.pre(text !== '')
      const expected = subsets(names).some((subset) => subset.flat().join(' ') === text)
      expect(matchesPlaces(parsePlaces(text).tree, termsOf(names))).toBe(expected)
    })
    fc.assert(property, { numRuns: 500 })
  })

  test('with commas, when each name is in quotes', () => {
    const property = fc.property(location, query, (names, asked) => {
      const known = asked.filter((words) => words.length > 0)
      fc.pre(known.length > 0)
      const expected = subsets(names).some((subset) => Bun.deepEquals(subset, known))
      const text = known.map((words) => `"${words.join(' ')}"`).join(', ')
      expect(matchesPlaces(parsePlaces(text).tree, termsOf(names))).toBe(expected)
    })
    fc.assert(property, { numRuns: 500 })
  })
})

function termsOf(names: string[][]): Set<string> {
  return new Set(placeTerms(names.map((words) => words.join(' '))))
}

function subsets<Value>(values: Value[]): Value[][] {
  const [first, ...rest] = values
  if (first === undefined) return []
  const others = subsets(rest)
  return [[first], ...others, ...others.map((subset) => [first, ...subset])]
}
