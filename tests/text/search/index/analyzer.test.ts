import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { analyze, MAX_WORD_LENGTH } from '../../../../src/text/search/index/analyzer'

describe('words', () => {
  test.each([
    ['', ''],
    [' -- & ', ''],
    ['Senior/Lead Engineer', 'senior lead engineer'],
    ['full-time, Full Time', 'full time full time'],
    ['R&D at AT&T', 'r d at at t'],
    ['TCP/IP 24/7 tier-2', 'tcp ip 24 7 tier 2'],
    ['$120k Node.js', '120k node js'],
    ["l'ingénieur l’ingénieur", 'l ingenieur l ingenieur'],
    ["McDonald's St. John's", 'mcdonald s st john s'],
    ['Infirmier(ère) Technicien·ne', 'infirmier ere technicien ne'],
    ['snake_case a.b', 'snake case a b'],
    ['Москва 東京 ١٢', 'москва 東京 ١٢'],
    ['a\0b \uD800c', 'a b c'],
  ])('%j', (text, words) => {
    expect(analyze(text).join(' ')).toBe(words)
  })
})

describe('accents, case and letters', () => {
  test.each([
    ['Montréal MONTRE\u0301AL', 'montreal montreal'],
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['Œuvre Æther Ødegård Łódź Đorđe', 'oeuvre aether odegard lodz dorde'],
    ['Þór Seyðisfjörður', 'thor seydisfjordur'],
    ['İstanbul ILIK ılık', 'istanbul ilik ilik'],
    ['ﬁnance ﬀ', 'finance ff'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ｃ＋＋ Ｊａｖａ', 'c++ java'],
    ['engi\u00ADneer zero\u200Dwidth \uFEFFstart', 'engineer zerowidth start'],
    ['Cl\u200Berk wel\u2060der nur\uFEFFse', 'clerk welder nurse'],
    ['Java™ Excel® X℠', 'java excel x'],
    ['Hawai\u02BBi', 'hawai i'],
  ])('%j', (text, words) => {
    expect(analyze(text).join(' ')).toBe(words)
  })
})

describe('C++, C#, F# and .NET', () => {
  test.each([
    ['C C++ C# F# .NET', 'c c++ c# f# .net'],
    ['(C++), C++/C#; C++.', 'c++ c++ c# c++'],
    ['C++17 C++Developer C+++', 'c++ 17 c++ developer c++'],
    ['VC++ 3C# ÉC++ Objective-C++', 'vc 3c ec objective c++'],
    ['C + + C+ C♯', 'c c c#'],
    ['ASP.NET VB.Net C#.NET', 'asp .net vb .net c# .net'],
    ['.NET8 .NET 8 .NET.', '.net 8 .net 8 .net'],
    ['foo.network .NETs .Neté', 'foo network nets nete'],
    ['net ...net ..NET', 'net net net'],
    ['a@example.net', 'a example .net'],
  ])('%j', (text, words) => {
    expect(analyze(text).join(' ')).toBe(words)
  })
})

test('a longer run than MAX_WORD_LENGTH is several words', () => {
  expect(analyze('x'.repeat(MAX_WORD_LENGTH))).toEqual(['x'.repeat(MAX_WORD_LENGTH)])
  expect(analyze('x'.repeat(MAX_WORD_LENGTH + 1))).toEqual(['x'.repeat(MAX_WORD_LENGTH), 'x'])
})

describe('for any text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  const latin = fc.string({
    unit: fc.constantFrom(...'aéÉcC+#.netNETœŒßøØ -/\u0301'),
    maxLength: 40,
  })
  const anyText = fc.oneof(text, latin)

  test('the words of the words are the words', () => {
    check(anyText, (value) => expect(analyze(analyze(value).join(' '))).toEqual(analyze(value)))
  })

  test('composed and decomposed text has the same words', () => {
    check(anyText, (value) => {
      expect(analyze(value.normalize('NFD'))).toEqual(analyze(value.normalize('NFC')))
    })
  })

  test('an accent elsewhere changes no other word', () => {
    const signs = fc.string({
      unit: fc.constantFrom(...'aC+#.net \u00A0®·‐–—‘’“”•…'),
      maxLength: 20,
    })
    check(signs, (value) => expect(analyze(`${value} é`)).toEqual([...analyze(value), 'e']))
  })

  test('upper and lower case have the same words', () => {
    check(latin, (value) => expect(analyze(value.toUpperCase())).toEqual(analyze(value)))
  })
})

function check(arbitrary: fc.Arbitrary<string>, predicate: (value: string) => void): void {
  fc.assert(fc.property(arbitrary, predicate), { numRuns: 500 })
}
