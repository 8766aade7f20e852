import { describe, expect, test } from 'bun:test'
import { parseAdvanced } from '../../../src/text/search/reading/parse-advanced'
import { parsePlain } from '../../../src/text/search/reading/parse-plain'
import { issue } from '../../support/syntax-errors'

const QUOTE_HELP = 'put words that stand side by side in single quotes'
const DISTANCE = "expected '<->' or a distance from '<1>' to '<50>'"
const BESIDE = 'expected terms or alternatives of terms beside a distance'
const OUTSIDE = "keep exclusions and 'and' outside of it"
const LOWER = 'for the word, write it in lower case'
const field = 'expected a term without a field, got'

function got(expected: string, text: string, position: number): string {
  return `expected '${expected}', got '${text}' at position ${position}`
}

/** Filters that are refused, with the whole message; SYNTAX.md has the most usual ones. */
describe('plain', () => {
  test.each([
    ['', 'expected a word at position 1'],
    ['  ', 'expected a word at position 1'],
    [' -- ', "expected a word, got '--' at position 2"],
    ['   - &', "expected a word, got '- &' at position 4"],
    ['"abc', `expected '"' to close '"' at position 1; write: "abc"`],
    ['a -"b c', `expected '"' to close '"' at position 4; write: a -"b c"`],
    ['💼 "', `expected '"' to close '"' at position 3`],
    ['""', `expected a word between the quotes, got '""' at position 1`],
    ['a "--"', `expected a word between the quotes, got '"--"' at position 3`],
    ['OR', "expected a term before 'OR' at position 1; for the word, write it in lower case"],
    ['OR a', `expected a term before 'OR' at position 1; ${LOWER}; or write: a`],
    ['- OR a', "expected a term before 'OR' at position 3; for the word, write it in lower case"],
    ['a OR', `expected a term after 'OR' at position 3; ${LOWER}; or write: a`],
    ['a OR OR b', "expected a term after 'OR' at position 3; for the word, write it in lower case"],
    ['a OR &', "expected a term after 'OR' at position 3; for the word, write it in lower case"],
    ['*', "expected a word before '*' at position 1"],
    ['RN *bonus', "expected a word before '*' at position 4; write: RN bonus"],
    ['***New*** welder', "expected a word before '*' at position 1; write: New welder"],
    ['*nurse*', "expected a word before '*' at position 1; write: nurse*"],
    [
      'java OR sql OR',
      `expected a term after 'OR' at position 13; ${LOWER}; or write: java OR sql`,
    ],
    ['& | ( ) -', "expected a word, got '& | ( ) -' at position 1"],
    ['"&"', `expected a word between the quotes, got '"&"' at position 1`],
    ['"ab *', `expected '"' to close '"' at position 1; write: "ab"`],
    ['-*', "expected a word before '*' at position 2"],
    ['é*', "expected at least 2 characters before '*' at position 2"],
    ['full-t*', "expected at least 2 characters before '*' at position 7"],
    ['"data e"*', "expected at least 2 characters before '*' at position 9"],
    ['ab**', "expected '*' at the end of a word or phrase at position 3; write: ab"],
    ['ab*c', "expected '*' at the end of a word or phrase at position 3"],
    ['"ab* cd"', "expected '*' at the end of a word or phrase at position 4"],
    ['x'.repeat(2_001), 'longer than 2000 characters at position 2001'],
    [`${'a '.repeat(200)}b`, 'more than 200 terms at position 401'],
    [`"${'a '.repeat(201)}"`, 'more than 200 terms at position 1'],
    ['AND nurse', `expected a term before 'AND' at position 1; ${LOWER}; or write: nurse`],
    ['nurse OR AND rn', `expected a term after 'OR' at position 7; ${LOWER}`],
    ['nurse AND', `expected a term after 'AND' at position 7; ${LOWER}; or write: nurse`],
    ['AND CO', `expected a term before 'AND' at position 1; ${LOWER}; or write: CO`],
    ['nurse “night', `expected '"' to close '“' at position 7; write: nurse "night"`],
  ])('%s', (source, message) => {
    expect(issue(parsePlain, source)).toBe(message)
  })

  test('every limit admits what is just within it', () => {
    expect(() => parsePlain('💼'.repeat(1_998).concat('ab'))).not.toThrow()
    expect(() => parsePlain('a '.repeat(200))).not.toThrow()
    expect(() => parsePlain('ab*')).not.toThrow()
  })
})

describe('advanced', () => {
  test.each([
    ['', 'expected a term at position 1'],
    ['  ', 'expected a term at position 3'],
    ['&', "expected a term before '&' at position 1"],
    ['| a', "expected a term before '|' at position 1"],
    ['a &', "expected a term after '&' at position 3"],
    ['java & sql &', "expected a term after '&' at position 12"],
    ['a && b', "expected '&', got '&&' at position 3; write: a & b"],
    ['a | & b', "expected a term after '|' at position 3"],
    ['a & !', "expected a term after '!' at position 5"],
    ['a <->', "expected a term after '<->' at position 3"],
    ['<2> a', "expected a term before '<2>' at position 1"],
    ['()', "expected a term after '(' at position 1"],
    [')', "expected a term before ')' at position 1"],
    ['a)', "expected '(' before ')' at position 2"],
    ['(java | sql', "expected ')' to close '(' at position 1"],
    ['((a)', "expected ')' to close '(' at position 1"],
    [
      'java sql',
      `expected '&' or '|' before 'sql' at position 6; ${QUOTE_HELP}, or write: java & sql`,
    ],
    ['a (b)', "expected '&' or '|' before '(' at position 3; write: a & b"],
    ['(a !b)', "expected '&' or '|' before '!' at position 4; write: a & !b"],
    [
      "💼x 'b c'",
      `expected '&' or '|' before ''b c'' at position 4; ${QUOTE_HELP}, or write: '💼x' & 'b c'`,
    ],
    ['a AND b', "expected '&', got 'AND' at position 3; write: a & b"],
    ['a OR b', "expected '|', got 'OR' at position 3; write: a | b"],
    ['NOT b', "expected '!', got 'NOT' at position 1; write: !b"],
    ['"a b"', `expected single quotes ('), got '"' at position 1; write: 'a b'`],
    ['a & ‘b c’', "expected single quotes ('), got '‘' at position 5; write: a & 'b c'"],
    ["a & 'b", `expected "'" to close "'" at position 5; write '' for an apostrophe`],
    ["''", "expected a letter or digit, got '''' at position 1"],
    ["java & '&'", "expected a letter or digit, got ''&'' at position 8"],
    ['💼', "expected a letter or digit, got '💼' at position 1"],
    [
      "java & master's degree'",
      `expected '&' or '|' before 'degree'' at position 17; ${QUOTE_HELP}, or write: java & 'master''s' & 'degree'''`,
    ],
    ['java & (a | (b)', "expected ')' to close '(' at position 8"],
    ['java - sql', "expected a letter or digit, got '-' at position 6; write: java & sql"],
    [
      'java, sql',
      `expected '&' or '|' before 'sql' at position 7; ${QUOTE_HELP}, or write: java & sql`,
    ],
    ['java | ', "expected a term after '|' at position 6"],
    ['!', "expected a term after '!' at position 1"],
    ['java or^4', "expected a word without '^', got 'or^4' at position 6; write: java & 'or'"],
    ['a & --', "expected a letter or digit, got '--' at position 5"],
    ['a & -b', "expected '!' to exclude, got '-b' at position 5; write: a & !b"],
    [':*', "expected a term before ':*' at position 1"],
    ['a & :*', "expected a term after '&' at position 3"],
    ['(ab):*', "expected a term before ':*' at position 5"],
    ['a:*', "expected at least 2 characters before ':*' at position 2"],
    ["'data e':*", "expected at least 2 characters before ':*' at position 9"],
    ['eng*', "expected ':*' for a prefix, got '*' at position 4; write: eng:*"],
    ['a <0> b', `expected a distance from 1 to 50, got '<0>' at position 3`],
    ['a <51> b', `expected a distance from 1 to 50, got '<51>' at position 3`],
    ['a <x> b', `${DISTANCE}, got '<x>' at position 3`],
    ['a <-1> b', `${DISTANCE}, got '<-1>' at position 3`],
    ['a < b', `${DISTANCE}, got '<' at position 3`],
    ['!a <-> b', `${BESIDE}, got '!a' at position 1; ${OUTSIDE}`],
    ['a <2> !b', `${BESIDE}, got '!b' at position 7; ${OUTSIDE}`],
    ['a <2> (b & c)', `${BESIDE}, got '(b & c)' at position 7; ${OUTSIDE}`],
    ['(a | b <2> c) <3> d', `${BESIDE}, got '(a | b <2> c)' at position 1; ${OUTSIDE}`],
    ['java || sql', `${got('|', '||', 6)}; write: java | sql`],
    ['java !sql', "expected '&' or '|' before '!' at position 6; write: java & !sql"],
    ['java and sql', `${got('&', 'and', 6)}; write: java & sql`],
    ['java & not sql', `${got('!', 'not', 8)}; write: java & !sql`],
    ['not java', `${got('!', 'not', 1)}; write: !java`],
    ['Java AND sql', `${got('&', 'AND', 6)}; write: Java & sql`],
    ['a OR b AND NOT (c OR d)', `${got('|', 'OR', 3)}; write: a | b & !(c | d)`],
    ['java NEAR/3 sql', `${got('<3>', 'NEAR/3', 6)}; write: java <3> sql | sql <3> java`],
    [
      'java near/9 (a | b)',
      `${got('<9>', 'near/9', 6)}; write: java <9> (a | b) | (a | b) <9> java`,
    ],
    ['java NEAR sql', `${got('<10>', 'NEAR', 6)}; write: java <10> sql | sql <10> java`],
    ['title:java', `${field} 'title:java' at position 1; send it in the parameter title: java`],
    [
      'company:"Birch Bank" AND sql',
      `${field} 'company:' at position 1; send it in the parameter organization_advanced: 'Birch Bank', and here: sql`,
    ],
    ['-junior', "expected '!' to exclude, got '-junior' at position 1; write: !junior"],
    [
      'java & –junior',
      "expected '!' to exclude, got '–junior' at position 8; write: java & !junior",
    ],
    ['java -(a | b)', "expected '!' to exclude, got '-' at position 6; write: java & !(a | b)"],
    [
      '"master\'s degree"',
      `expected single quotes ('), got '"' at position 1; write: 'master''s degree'`,
    ],
    ['«a b» | c', "expected single quotes ('), got '«' at position 1; write: 'a b' | c"],
    [
      'engin* & "soft eng*"',
      "expected ':*' for a prefix, got '*' at position 6; write: engin:* & 'soft eng':*",
    ],
    ['(java OR sql', `${got('|', 'OR', 7)}; write 'OR' in quotes to search for the word`],
    [
      'java AND jc_0123456789abcdef',
      `${got('&', 'AND', 6)}; write 'AND' in quotes to search for the word`,
    ],
  ])('%s', (source, message) => {
    expect(issue(parseAdvanced, source)).toBe(message)
  })

  test.each(['1:1 | a:b', 'and | or | not', "'NOT' & near"])('%s is no mistake', (text) => {
    expect(issue(parseAdvanced, text)).toBeUndefined()
  })
})
