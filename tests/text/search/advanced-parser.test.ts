import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { printSearch } from '../../../src/text/search/grammar/printer'
import { readTokens } from '../../../src/text/search/grammar/tokens'
import { parseAdvanced } from '../../../src/text/search/reading/parse-advanced'
import { SearchSyntaxError } from '../../../src/text/search/search-syntax-error'
import type { SearchTree } from '../../../src/text/search/search-tree'
import { printTree } from '../../support/print-search'
import { advancedTree, searchText } from '../../support/search-arbitraries'
import { checkAnswer, issue } from '../../support/syntax-errors'

describe('trees', () => {
  test.each([
    ['java', 'java'],
    ['java & sql&go', 'all(java sql go)'],
    ['(java)', 'java'],
    ["'data engineer'", '"data engineer"'],
    ["'master''s degree' & '''90s'", 'all("master s degree" 90s)'],
    ['full-time & Node.js', 'all("full time" "node js")'],
    ["McDonald's & l'ingénieur", 'all("mcdonald s" "l ingenieur")'],
    ['C++ | C# | .NET | 24/7', 'any(c++ c# .net "24 7")'],
    ['engin:* & full-ti:*', 'all(engin* "full ti*")'],
    ["'soft eng':* | 'soft eng' :*", 'any("soft eng*" "soft eng*")'],
    ['a:b', '"a b"'],
    ['and | or | not', 'any(and or not)'],
    ["'AND' | 'OR'", 'any(and or)'],
  ])('%s', (source, printed) => {
    expect(printTree(parseAdvanced(source))).toBe(printed)
  })
})

describe('precedence of every pair of operators', () => {
  test.each([
    ['a | b & c', 'any(a all(b c))'],
    ['a & b | c', 'any(all(a b) c)'],
    ['a | b <-> c', 'any(a near(b <1> c))'],
    ['a <-> b | c', 'any(near(a <1> b) c)'],
    ['a & b <2> c', 'all(a near(b <2> c))'],
    ['a <2> b & c', 'all(near(a <2> b) c)'],
    ['!a | b', 'any(not(a) b)'],
    ['a | !b', 'any(a not(b))'],
    ['!a & b', 'all(not(a) b)'],
    ['a & !b', 'all(a not(b))'],
    ['!(a <-> b)', 'not(near(a <1> b))'],
    ['a <-> b <3> c', 'near(a <1> b <3> c)'],
    ['!!a', 'not(not(a))'],
    ['!(a | b)', 'not(any(a b))'],
    ['(a | b) & c', 'all(any(a b) c)'],
    ['(a & b) | c', 'any(all(a b) c)'],
    ['a | (b | c)', 'any(a b c)'],
  ])('%s', (source, printed) => {
    expect(printTree(parseAdvanced(source))).toBe(printed)
  })
})

describe('sides of a distance', () => {
  test.each([
    ["'a b' <2> 'c d'", 'near("a b" <2> "c d")'],
    ['engin:* <50> lead:*', 'near(engin* <50> lead*)'],
    ["(a | 'b c' | de:*) <2> (f | (g | h))", 'near(any(a "b c" de*) <2> any(f g h))'],
    ['full-time <2> R/D', 'near("full time" <2> "r d")'],
    ['(a <2> b) <3> c', 'near(a <2> b <3> c)'],
    ['a <2> (b <3> c)', 'near(a <2> b <3> c)'],
    ['((a <2> b) <3> (c <4> d))', 'near(a <2> b <3> c <4> d)'],
  ])('%s', (source, printed) => {
    expect(printTree(parseAdvanced(source))).toBe(printed)
  })
})

describe('limits, at and over', () => {
  const chain = (distance: number, length: number) => Array(length).fill('a').join(`<${distance}>`)
  const letters = [...'abcdefghij'].join('|')
  const rare = [...'abcdefghij'].map((letter) => `zz${letter}`).join('|')
  const tooWide =
    'more than 400 look-ups of words for phrases, prefixes and distances at position 1; use fewer of them, smaller distances, or rarer words'
  const repeat = (count: number, part: string) => Array(count).fill(part).join('|')
  test.each([
    ['2,000 characters', `ab${' '.repeat(1_998)}`, undefined],
    ['2,001 characters', `ab${' '.repeat(1_999)}`, 'longer than 2000 characters at position 2001'],
    ['200 terms', Array(200).fill('a').join('|'), undefined],
    ['201 terms', Array(201).fill('a').join('|'), 'more than 200 terms at position 401'],
    ['201 words of a phrase', `'${'a '.repeat(201)}'`, 'more than 200 terms at position 1'],
    ['50 negations', `${'!'.repeat(50)}a`, undefined],
    ['51 negations', `${'!'.repeat(51)}a`, 'nested deeper than 50 levels at position 51'],
    ['1,000 negations', `${'!'.repeat(1_000)}a`, 'nested deeper than 50 levels at position 51'],
    ['50 parentheses', `${'('.repeat(50)}a${')'.repeat(50)}`, undefined],
    ['1,000 parentheses', '('.repeat(1_000), 'nested deeper than 50 levels at position 51'],
    ['50 of both', `${'!('.repeat(25)}a${')'.repeat(25)}`, undefined],
    [
      '51 of both',
      `${'!('.repeat(25)}!a${')'.repeat(25)}`,
      'nested deeper than 50 levels at position 51',
    ],
    ['many small groups', Array(100).fill('(!a)').join('&'), undefined],
    ['a distance of 50', 'a <50> b', undefined],
    ['two distances of 50', chain(50, 3), undefined],
    ['three distances of 9', chain(9, 4), undefined],
    ['three distances of 10', chain(10, 4), tooWide],
    ['three distances of 13, one word rare', `${chain(13, 3)} <13> zzz`, undefined],
    ['three distances of 14, one word rare', `${chain(14, 3)} <14> zzz`, tooWide],
    ['a chain of 200 neighbours', chain(1, 200), undefined],
    ['3 distances of 50', repeat(3, 'a <50> a'), undefined],
    ['4 distances of 50', repeat(4, 'a <50> a'), tooWide],
    ['6 distances of 50, one word rare', repeat(6, 'a <50> zzz'), undefined],
    ['7 distances of 50, one word rare', repeat(7, 'a <50> zzz'), tooWide],
    ['16 distances of 3', repeat(16, 'a <3> a'), undefined],
    ['17 distances of 3', repeat(17, 'a <3> a'), tooWide],
    ['a distance of 50 between prefixes', 'aa:* <50> aa:*', undefined],
    ['2 distances of 50 between prefixes', repeat(2, 'aa:* <50> aa:*'), tooWide],
    ['33 phrases of common words', repeat(33, "'a a a'"), undefined],
    ['34 phrases of common words', repeat(34, "'a a a'"), tooWide],
    ['66 phrases of rare words', repeat(66, "'a a zzz'"), undefined],
    ['pairs of common words', repeat(100, "'a a'"), undefined],
    ['22 phrases with a prefix', repeat(22, "'a a aa':*"), undefined],
    ['23 phrases with a prefix', repeat(23, "'a a aa':*"), tooWide],
    ['34 negated phrases', Array(34).fill("!'a a a'").join('&'), tooWide],
    ['3 of each', repeat(3, "'a a a' | a <50> a"), undefined],
    ['3 distances and 5 phrases', repeat(3, "'a a a' | a <50> a | 'a a a'"), tooWide],
    ['a chain in parentheses', `x <1> (${chain(10, 3)})`, undefined],
    ['needless parentheses', Array(3).fill('((a <50> a))').join('&'), undefined],
    ['4 distances of 50 in parentheses', Array(4).fill('(a<50>a)').join('&'), tooWide],
    [
      'parentheses whose inside alone would be too much',
      "((f | 'g h i') <1> ((d | e) <15> (f | 'g h i'))) & (((f | 'g h i') <19> (f | 'g h i')) <1> a)",
      undefined,
    ],
    ['phrases of two lengths', "(a | 'b c d') <49> e <50> f", undefined],
    ['phrases of two lengths in the middle', "a <50> (b | 'c d e') <50> f", undefined],
    ['a longer phrase in the middle', "a <50> (b | 'c d e f') <50> f", tooWide],
    ['phrases of one length', "('a b' | 'c d') <50> e <50> f", undefined],
    ['20 alternatives', `(${Array(20).fill('a').join('|')}) <5> b`, undefined],
    [
      '21 alternatives',
      `(${Array(21).fill('a').join('|')}) <5> b`,
      'more than 20 alternatives at position 1; use a prefix, or fewer alternatives',
    ],
    ['ten alternatives on both sides', `(${letters}) <50> (${rare})`, undefined],
    ['ten common alternatives on both sides', `(${letters}) <50> (${letters})`, tooWide],
    ['a span of 200', `'${'a '.repeat(199)}' <1> b`, undefined],
    ['a span of 201', `'${'a '.repeat(199)}' <2> b`, 'spans more than 200 words at position 1'],
    ['199 distances of 50', chain(50, 200), 'spans more than 200 words at position 1'],
  ])('%s', (_, source, message) => {
    expect(issue(parseAdvanced, source)).toBe(message)
  })
})

test('any text gives a tree or an error whose position lies in the text', () => {
  fc.assert(
    fc.property(searchText, (source) => checkAnswer(parseAdvanced, source)),
    { numRuns: 1_000 },
  )
})

/** A chain of distances, with parentheses around every two sides and with none. */
const { chain } = fc.letrec<{ chain: { grouped: string; flat: string } }>((tie) => ({
  chain: fc.oneof(
    { maxDepth: 3 },
    fc
      .constantFrom('a', "'b c'", '(d | e)', "(f | 'g h i')")
      .map((side) => ({ grouped: side, flat: side })),
    fc
      .record({
        left: tie('chain'),
        distance: fc.integer({ min: 1, max: 20 }),
        right: tie('chain'),
      })
      .map(({ left, distance, right }) => ({
        grouped: `(${left.grouped} <${distance}> ${right.grouped})`,
        flat: `${left.flat} <${distance}> ${right.flat}`,
      })),
  ),
}))

test('parentheses in chains of distances change nothing, not even what is too much', () => {
  const tree = (source: string) =>
    issue(parseAdvanced, source) === undefined ? parseAdvanced(source) : 'refused'
  const property = fc.property(fc.array(chain, { minLength: 1, maxLength: 3 }), (chains) => {
    const [grouped, flat] = [chains.map((one) => one.grouped), chains.map((one) => one.flat)]
    expect(tree(grouped.join(' & '))).toEqual(tree(flat.join(' & ')))
  })
  fc.assert(property, { numRuns: 1_000 })
})

/** A group in a group of its kind is no node of its own. */
function flat(tree: SearchTree): SearchTree {
  if (tree.kind === 'not') return { kind: 'not', child: flat(tree.child) }
  if (tree.kind !== 'all' && tree.kind !== 'any') return tree
  const { kind } = tree
  const children = tree.children.map(flat)
  return {
    kind,
    children: children.flatMap((child) => (child.kind === kind ? child.children : [child])),
  }
}

test('a printed tree is read back', () => {
  const property = fc.property(advancedTree, (tree) => {
    expect(parseAdvanced(printSearch(tree, 'advanced'))).toEqual(flat(tree))
  })
  fc.assert(property, { numRuns: 500 })
})

test('the tokens of usual signs are the same beside unusual ones', () => {
  const piece = fc.constantFrom(
    ...['java', 'Go', 'C++', '.NET', '.net', 'c#', 'not', 'RN', 'AT&T', "'a b'", "'it''s'", "d'or"],
    ...[
      ' ',
      '  ',
      '&',
      '&&',
      '|',
      '||',
      '!',
      '(',
      ')',
      '<->',
      '<5>',
      '<',
      ':*',
      '*',
      "'",
      '-',
      '_',
    ],
  )
  const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
    const text = pieces.join('')
    const usual = readable(text)
    const unusual = readable(`${text} \u201cx\u201d`)
    if (usual === undefined || unusual === undefined || text.split("'").length % 2 === 0) return
    expect(usual).toEqual(unusual.slice(0, -1))
  })
  fc.assert(property, { numRuns: 5_000 })
})

function readable(text: string) {
  try {
    return readTokens(text, 'advanced')
  } catch (error) {
    if (error instanceof SearchSyntaxError) return undefined
    throw error
  }
}
