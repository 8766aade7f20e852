import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { printSearch } from '../../src/search/grammar/printer'
import { plain as parsePlain } from '../support/plain'
import { printTree } from '../support/print-search'
import { plainTree, searchText } from '../support/search-arbitraries'
import { checkAnswer, issue } from '../support/syntax-errors'

describe('trees', () => {
  test.each([
    ['nurse', 'nurse'],
    ['  data   engineer ', 'all(data engineer)'],
    ['a b OR c', 'any(all(a b) c)'],
    ['a OR b c OR d', 'any(a all(b c) d)'],
    ['a or b', 'all(a or b)'],
    ['"OR" -OR', 'all(or not(or))'],
    ['"data engineer"', '"data engineer"'],
    ['"data" "team lead"x', 'all(data "team lead" x)'],
    ['-a', 'not(a)'],
    ['-a -"b c" d', 'all(not(a) not("b c") d)'],
    ['a OR -b', 'any(a not(b))'],
    ['full-time -part-time', 'all("full time" not("part time"))'],
    ['eng* "soft eng*" "soft eng"*', 'all(eng* "soft eng*" "soft eng*")'],
    ['-eng* (eng*) full-ti*', 'all(not(eng*) eng* "full ti*")'],
    ['C++ .NET* ASP.NET', 'all(c++ .net* "asp .net")'],
    ['AT&T R&D', 'all("at t" "r d")'],
    ['Sales & Marketing Manager - Remote', 'all(sales marketing manager remote)'],
    ['a | b & c / d ! e', 'all(a b c d e)'],
    ['[a] 100% b? Hiring! "d"', 'all(a 100 b hiring d)'],
    ['a (-b)', 'all(a not(b))'],
    ['a AND(b)', 'all(a b)'],
    ['(a)OR(b)', 'any(a b)'],
    ['RN (OR) (OR c)', 'all(rn or or c)'],
    ['(|| OU b)', 'all(ou b)'],
    ['Nurse (RN)-Toronto', 'all(nurse rn toronto)'],
    ['&quot;a b&quot; &amp; <b>c</b>%20d+e', 'all("a b" c d e)'],
    ['C++ A+ 100%', 'all(c++ a 100)'],
    ['a — b -- c', 'all(a b c)'],
    ['a OR - b', 'any(a b)'],
    ["l'ingénieur", '"l ingenieur"'],
  ])('%s', (source, printed) => {
    expect(printTree(parsePlain(source))).toBe(printed)
  })
})

describe('messages', () => {
  test.each([
    ['', 'expected a word at position 1'],
    ['  ', 'expected a word at position 1'],
    [' -- ', "expected a word, got '--' at position 2"],
    ['   - &', "expected a word, got '- &' at position 4"],
    ['"abc', `expected '"' to close '"' at position 1`],
    ['a -"b c', `expected '"' to close '"' at position 4`],
    ['💼 "', `expected '"' to close '"' at position 3`],
    ['""', `expected a word between the quotes, got '""' at position 1`],
    ['a "--"', `expected a word between the quotes, got '"--"' at position 3`],
    ['OR', "expected a term before 'OR' at position 1; for the word, write it in lower case"],
    ['OR a', "expected a term before 'OR' at position 1; for the word, write it in lower case"],
    ['- OR a', "expected a term before 'OR' at position 3; for the word, write it in lower case"],
    ['a OR', "expected a term after 'OR' at position 3; for the word, write it in lower case"],
    ['a OR OR b', "expected a term after 'OR' at position 3; for the word, write it in lower case"],
    ['a OR &', "expected a term after 'OR' at position 3; for the word, write it in lower case"],
    ['*', "expected a word before '*' at position 1"],
    ['RN *bonus', "expected a word before '*' at position 4"],
    ['& | ( ) -', "expected a word, got '& | ( ) -' at position 1"],
    ['"&"', `expected a word between the quotes, got '"&"' at position 1`],
    ['"ab *', `expected '"' to close '"' at position 1`],
    ['-*', "expected a word before '*' at position 2"],
    ['é*', "expected at least 2 characters before '*' at position 2"],
    ['full-t*', "expected at least 2 characters before '*' at position 7"],
    ['"data e"*', "expected at least 2 characters before '*' at position 9"],
    ['ab**', "expected '*' at the end of a word or phrase at position 3"],
    ['ab*c', "expected '*' at the end of a word or phrase at position 3"],
    ['"ab* cd"', "expected '*' at the end of a word or phrase at position 4"],
    ['x'.repeat(2_001), 'longer than 2000 characters at position 2001'],
    [`${'a '.repeat(200)}b`, 'more than 200 terms at position 401'],
    [`"${'a '.repeat(201)}"`, 'more than 200 terms at position 1'],
  ])('%s', (source, message) => {
    expect(issue(parsePlain, source)).toBe(message)
  })

  test('every limit admits what is just within it', () => {
    expect(() => parsePlain('💼'.repeat(1_998).concat('ab'))).not.toThrow()
    expect(() => parsePlain('a '.repeat(200))).not.toThrow()
    expect(() => parsePlain('ab*')).not.toThrow()
  })
})

test('any text gives a tree or an error whose position lies in the text', () => {
  fc.assert(
    fc.property(searchText, (source) => checkAnswer(parsePlain, source)),
    { numRuns: 1_000 },
  )
})

test('a printed tree is read back', () => {
  const property = fc.property(plainTree, (tree) => {
    expect(parsePlain(printSearch(tree, 'plain'))).toEqual(tree)
  })
  fc.assert(property, { numRuns: 500 })
})
