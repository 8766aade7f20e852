import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { printSearch } from '../../../src/text/search/grammar/printer'
import { plain as parsePlain } from '../../support/plain'
import { printTree } from '../../support/print-search'
import { plainTree, searchText } from '../../support/search-arbitraries'
import { checkAnswer } from '../../support/syntax-errors'

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
