import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Problem } from '../../src/http/problem-types'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

const quotesHelp = 'put words that stand side by side in single quotes'
const keepOutside = "keep '!' and '&' outside of the distance"

/** What is sent, the issue without its position, the position, and the way out. */
type Row = readonly [text: string, issue: string, position: number, hint?: string]

const tooCostly = 'more than 400 look-ups of words for phrases, prefixes and distances'
const narrower = 'use fewer of them, smaller distances, or rarer words'

const advanced: readonly Row[] = [
  ["'data", `expected "'" to close "'"`, 1, "write '' for an apostrophe"],
  [
    "java & master's degree'",
    "expected '&' or '|' before 'degree''",
    17,
    `${quotesHelp}, or write: java & 'master''s' & 'degree'''`,
  ],
  ['(java | sql', "expected ')' to close '('", 1],
  ['java & (a | (b)', "expected ')' to close '('", 8],
  ['java)', "expected '(' before ')'", 5],
  ['()', "expected a term after '('", 1],
  ['java & & sql', "expected a term after '&'", 6],
  ['java | ', "expected a term after '|'", 6],
  ['java &', "expected a term after '&'", 6],
  ['!', "expected a term after '!'", 1],
  ['& java', "expected a term before '&'", 1],
  ['| java', "expected a term before '|'", 1],
  ['<-> java', "expected a term before '<->'", 1],
  ['java <->', "expected a term after '<->'", 6],
  ['java sql', "expected '&' or '|' before 'sql'", 6, `${quotesHelp}, or write: java & sql`],
  [
    `java ${'x'.repeat(61)}`,
    `expected '&' or '|' before '${'x'.repeat(60)}...'`,
    6,
    `${quotesHelp}, or write: java & ${'x'.repeat(61)}`,
  ],
  ['java jc_0123456789abcdef', "expected '&' or '|' before 'jc_...'", 6, quotesHelp],
  ["'java' 'sql'", "expected '&' or '|' before ''sql''", 8, `${quotesHelp}, or write: java & sql`],
  ['java (sql)', "expected '&' or '|' before '('", 6, 'write: java & sql'],
  ['java !sql', "expected '&' or '|' before '!'", 6, 'write: java & !sql'],
  ['a <0> b', "expected '<->' or a distance from '<1>' to '<50>', got '<0>'", 3],
  ['a <51> b', "expected '<->' or a distance from '<1>' to '<50>', got '<51>'", 3],
  ['a <x> b', "expected '<->' or a distance from '<1>' to '<50>', got '<x>'", 3],
  ['a <-1> b', "expected '<->' or a distance from '<1>' to '<50>', got '<-1>'", 3],
  ['a < b', "expected '<->' or a distance from '<1>' to '<50>', got '<'", 3],
  ['a <-> !b', "expected terms or '|' of terms beside '<->', got '!b'", 7, keepOutside],
  ['!a <2> b', "expected terms or '|' of terms beside '<2>', got '!a'", 1, keepOutside],
  ['(a & b) <2> c', "expected terms or '|' of terms beside '<2>', got '(a & b)'", 1, keepOutside],
  [':* & a', "expected a term before ':*'", 1],
  ['a & :*', "expected a term after '&'", 3],
  ['j:*', "expected at least 2 characters before ':*'", 2],
  ['java*', "expected ':*' for a prefix, got '*'", 5, 'write: java:*'],
  ['--', "expected a letter or digit, got '--'", 1],
  ["java & '&'", "expected a letter or digit, got ''&''", 8],
  ['💼', "expected a letter or digit, got '💼'", 1],
  ['java AND sql', "expected '&', got 'AND'", 6, 'write: java & sql'],
  ['java OR sql', "expected '|', got 'OR'", 6, 'write: java | sql'],
  ['NOT java', "expected '!', got 'NOT'", 1, 'write: !java'],
  ['java & -sql', "expected '!' to exclude, got '-sql'", 8, 'write: java & !sql'],
  ['"java sql"', `expected single quotes ('), got '"'`, 1, "write: 'java sql'"],
  ['‘java sql’', "expected single quotes ('), got '‘'", 1, "write: 'java sql'"],
  ['java || sql', "expected '|', got '||'", 6, 'write: java | sql'],
  ['a && b', "expected '&', got '&&'", 3, 'write: a & b'],
  ['java and sql', "expected '&', got 'and'", 6, 'write: java & sql'],
  ['not java', "expected '!', got 'not'", 1, 'write: !java'],
  ['java NEAR/3 sql', "expected '<3>', got 'NEAR/3'", 6, 'write: java <3> sql | sql <3> java'],
  [
    'title:java',
    "expected a term without a field, got 'title:java'",
    1,
    'send it in the parameter title: java',
  ],
  // Positions count characters: the emoji is one.
  ["'💼 a' & é & & b", "expected a term after '&'", 11],
  ['a'.repeat(2_001), 'longer than 2000 characters', 2_001],
  [`${'('.repeat(51)}a`, 'nested deeper than 50 levels', 51],
  [`${'!'.repeat(51)}a`, 'nested deeper than 50 levels', 51],
  [`a${'|a'.repeat(200)}`, 'more than 200 terms', 401],
  [`'${'a '.repeat(201)}'`, 'more than 200 terms', 1],
  ['a <14> b <14> c <14> d <14> e', tooCostly, 1, narrower],
  [Array(6).fill('a').join('<50>'), 'spans more than 200 words', 1],
]

const lowerCase = 'for the word, write it in lower case'

const plain: readonly Row[] = [
  ['"data', `expected '"' to close '"'`, 1],
  ['cook -"line', `expected '"' to close '"'`, 7],
  ['cook OR', "expected a term after 'OR'", 6, lowerCase],
  ['OR cook', "expected a term before 'OR'", 1, lowerCase],
  ['a OR OR b', "expected a term before 'OR'", 6, lowerCase],
  ['*', "expected a word before '*'", 1],
  ['cook *', "expected a word before '*'", 6],
  ['c*', "expected at least 2 characters before '*'", 2],
  ['co*k', "expected '*' at the end of a word or phrase", 3],
  ['& | ( ) -', "expected a word, got '& | ( ) -'", 1],
  ['nurse AND', "expected a term after 'AND'", 7, lowerCase],
  ['nurse -“night', `expected '"' to close '“'`, 8],
  ['"&"', `expected a word between the quotes, got '"&"'`, 1],
  [' ', 'expected a word', 1],
  ['é'.repeat(2_001), 'longer than 2000 characters', 2_001],
  ['a '.repeat(201), 'more than 200 terms', 401],
  [Array(34).fill('"in the and"').join(' OR '), tooCostly, 1, narrower],
]

const location: readonly Row[] = [
  ['"New York', `expected '"' to close '"'`, 1],
  ['OR Portland', "expected a term before 'OR'", 1, "for the state write 'Oregon'"],
  ['USA', "'USA' is a code; write 'United States'", 1],
  [
    'CA',
    "'CA' is a code; write 'California' or 'Canada'",
    1,
    'the whole filter: California OR Canada',
  ],
  ['T*', "expected at least 2 characters before '*'", 2],
  ['Tor*, Ontario', "expected '*' at the end of the place", 4],
  ['a, b, c, d', 'expected no more than City, Region, Country', 10],
  [', ,', "expected a word, got ', ,'", 1],
  [`"${'a '.repeat(21)}"`, 'more than 20 words in one name', 2],
  ['a'.repeat(2_001), 'longer than 2000 characters', 2_001],
]

describe.each([
  ['title_advanced', advanced],
  ['description_advanced', advanced],
  ['location_advanced', advanced],
  ['organization_advanced', advanced],
  ['title', plain],
  ['description', plain],
  ['location', location],
])('%s', (parameter, rows) => {
  test.each(rows.map((row) => [row[0].slice(0, 30), row] as const))('%s', async (_, row) => {
    const [text, issue, position, hint] = row
    const help = hint === undefined ? '' : `; ${hint}`
    const detail = `${issue} at position ${position}${help}`
    const search = new URLSearchParams({ [parameter]: text })
    expect(await problemOf(`/v1/active-ats?${search}`)).toEqual({
      type: 'http://localhost/problems/invalid-request',
      title: 'Invalid request',
      status: 400,
      detail: `${parameter}: ${detail}`,
      instance: '/v1/active-ats',
      errors: [{ parameter, detail, position }],
    })
  })
})

test.each(['/v1/active-ats', '/v1/active-ats-count', '/v1/modified-ats'])(
  '%s names every filter that cannot be read',
  async (path) => {
    const { errors } = await problemOf(`${path}?title=%22&location_advanced=)&description=a`)
    expect(errors).toEqual([
      { parameter: 'title', detail: `expected '"' to close '"' at position 1`, position: 1 },
      {
        parameter: 'location_advanced',
        detail: "expected a term before ')' at position 1",
        position: 1,
      },
    ])
  },
)

test.each([
  ['title=R&D', 'D', "unknown parameter; write '&' inside a value as %26"],
  ['title_advanced=java&sql', 'sql', "unknown parameter; write '&' inside a value as %26"],
  ['title_advanced=java%20&%20sql', 'sql', "unknown parameter; write '&' inside a value as %26"],
])('%s: a bare & that cut the value short is told', async (query, parameter, detail) => {
  const { errors } = await problemOf(`/v1/active-ats?${query}`)
  expect(errors).toContainEqual({ parameter, detail, position: null })
})

async function problemOf(target: string): Promise<Problem> {
  const response = await app.request(target)
  expect(response.status).toBe(400)
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  return (await response.json()) as Problem
}
