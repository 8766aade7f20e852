import { afterAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import postgres from 'postgres'
import { toTsQuery } from '../../../../src/catalogue/database/conditions/search-condition'
import {
  indexTexts,
  quoteLexeme,
  toTextVector,
} from '../../../../src/catalogue/database/words/index-words'
import {
  MAX_POSITION,
  MAX_POSITIONS_OF_WORD,
} from '../../../../src/catalogue/database/words/word-positions'
import { analyze, MAX_WORD_LENGTH } from '../../../../src/text/search/index/analyzer'
import { pairTerm } from '../../../../src/text/search/index/common-grams'
import { parseAdvanced } from '../../../../src/text/search/reading/parse-advanced'
import { MAX_SPAN } from '../../../../src/text/search/search-limits'
import { matches } from '../../../support/matcher'
import { pairedTextVector, readVector } from '../../../support/text-vector'

const client = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1 })
afterAll(() => client.end())

test('words are numbered from 1, and fields stand a span apart', () => {
  const text = toTextVector([['senior', 'c++', 'senior'], [], ['acme']])
  expect(text).toBe(`'senior':1,3 'c++':2 'acme':${4 + 2 * MAX_SPAN}`)
  expect(toTextVector([[], []])).toBe('')
})

test('two common words side by side are a term of their own, which begins as no word does', () => {
  const [of, the, term] = ['of', 'the', pairTerm('of', 'the')]
  const vector = pairedTextVector([[of, the, 'zzz', of, the], [of], [the]])
  const places = `'of':1,4,${6 + MAX_SPAN} 'the':2,5,${7 + 2 * MAX_SPAN} 'zzz':3`
  expect(vector).toBe(`${places} '${term}'`)
  expect(pairTerm(of, 'zzz')).toBeUndefined()
})

test('a lexeme with quotes and backslashes comes back as it was', async () => {
  const lexeme = `o'ne\\il`
  const [row] = await client`select tsvector_to_array(${quoteLexeme(lexeme)}::tsvector) as lexemes`
  expect(row).toEqual({ lexemes: [lexeme] })
})

describe('texts are indexed as the words that the analyzer gives', () => {
  const vocabulary = fc.constantFrom(
    'a',
    'b',
    'of',
    'The',
    'and',
    'c++',
    '.NET',
    'C#',
    'É',
    'naïve',
    '’',
    '—',
    '.',
    '东',
  )
  const text = fc
    .array(vocabulary, { maxLength: 400 })
    .chain((parts) => fc.constantFrom('', ' ').map((separator) => parts.join(separator)))
  const texts = fc.array(fc.oneof(text, fc.string({ unit: 'binary' })), { maxLength: 4 })

  test('any texts, one after the other', () => {
    fc.assert(fc.property(texts, agree), { numRuns: 2_000 })
  })

  test.each([
    ['more than MAX_POSITION words', [numbered(20_000, 'w'), 'a b']],
    ['pairs of words that first stand in another order', ['É', 'a É a']],
    ['a field that ends near MAX_POSITION', [numbered(MAX_POSITION - 100, 'w'), 'a b', 'c']],
    ['more than 1 MB of words', [numbered(20_000, 'w'.repeat(58)), 'a']],
    ['more than MAX_POSITIONS_OF_WORD positions', ['a of '.repeat(300), 'a b'.repeat(200)]],
    [
      'one word of every length',
      [Array.from({ length: 200 }, (_, at) => 'x'.repeat(at)).join(' ')],
    ],
  ])('%s', (_, fields) => agree(fields))

  function agree(fields: string[]): void {
    const words = fields.map(analyze)
    expect(readVector(indexTexts(fields))).toBe(toTextVector(words))
    expect(readVector(indexTexts(fields, { pairs: true }))).toBe(pairedTextVector(words))
  }

  function numbered(count: number, word: string): string {
    return Array.from({ length: count }, (_, index) => word + index).join(' ')
  }
})

describe('no phrase or distance spans two fields', () => {
  const first = Array<string>(190).fill('a')
  test.each([
    ["'a b'", false],
    ['a <50> b', false],
    [`'${'a '.repeat(35)}' <10> b`, false],
    ['a & b', true],
  ])('%s', async (source, isFound) => {
    expect(await find(source, [first, ['b']])).toBe(isFound)
    expect(await find(source, [[...first, 'b']])).toBe(true)
  })
})

describe('documents beyond the limits of PostgreSQL are cut, not refused', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `w${index}`)
  const wide = many.map((word) => `${word}${'𐀀'.repeat(MAX_WORD_LENGTH - 6)}`)

  test('after MAX_POSITION words', async () => {
    expect(await find(`w${MAX_POSITION - 1}`, [many])).toBe(true)
    expect(await find(`w${MAX_POSITION}`, [many])).toBe(false)
    expect(await find(`'w${MAX_POSITION - 2} w${MAX_POSITION - 1}'`, [many])).toBe(true)
  })

  test('at 1 MB of words', async () => {
    expect(await find(`${wide[2_000]}`, [wide])).toBe(true)
    expect(await find(`${wide[19_999]}`, [wide])).toBe(false)
  })

  test('after MAX_POSITIONS_OF_WORD positions of a word', async () => {
    const often = Array<string>(MAX_POSITIONS_OF_WORD).fill('a')
    expect(await find("'a b'", [[...often, 'b']])).toBe(true)
    expect(await find("'a b'", [[...often, 'a', 'b']])).toBe(false)
    expect(await find('a & b', [[...often, 'a', 'b']])).toBe(true)
  })

  test('with room for the widest distance at the last position', async () => {
    const padding = Array<string>(MAX_POSITION - 2).fill('x')
    const source = `(a | 'b b b') <50> c`
    expect(await find(source, [[...padding, 'a', 'c']])).toBe(true)
    expect(await find(source, [[...padding, 'c', 'a']])).toBe(false)
  })
})

/** What the matcher and PostgreSQL agree on. */
async function find(source: string, fields: string[][]): Promise<boolean> {
  const tree = parseAdvanced(source)
  const [row] = await client<{ found: boolean }[]>`
    select ${toTextVector(fields)}::tsvector @@ ${toTsQuery(tree)}::tsquery as found`
  expect(row?.found).toBe(matches(tree, fields))
  return row?.found ?? false
}
