import { describe, expect, test } from 'bun:test'
import type { Problem } from '../../../src/service/http/problem-types'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp()

const quotesHelp = 'put words that stand side by side in single quotes'

/** What is sent, the issue without its position, the position, and the way out. */
type Row = readonly [text: string, issue: string, position: number, hint?: string]

/** One of each kind; `tests/text/search` has the messages of all mistakes. */
const advanced: readonly Row[] = [
  ['java &', "expected a term after '&'", 6],
  ['java AND sql', "expected '&', got 'AND'", 6, 'write: java & sql'],
  [
    `java ${'x'.repeat(61)}`,
    `expected '&' or '|' before '${'x'.repeat(60)}...'`,
    6,
    `${quotesHelp}, or write: java & ${'x'.repeat(61)}`,
  ],
  ['java jc_0123456789abcdef', "expected '&' or '|' before 'jc_...'", 6, quotesHelp],
  // Positions count characters: the emoji is one.
  ["'💼 a' & é & & b", "expected a term after '&'", 11],
  ['a'.repeat(2_001), 'longer than 2000 characters', 2_001],
]

const plain: readonly Row[] = [
  ['cook -"line', `expected '"' to close '"'`, 7, 'write: cook -"line"'],
  [
    'cook OR',
    "expected a term after 'OR'",
    6,
    'for the word, write it in lower case; or write: cook',
  ],
  ['é'.repeat(2_001), 'longer than 2000 characters', 2_001],
  [
    Array(34).fill('"in the and"').join(' OR '),
    'more than 400 look-ups of words for phrases, prefixes and distances',
    1,
    'use fewer of them, smaller distances, or rarer words',
  ],
]

const location: readonly Row[] = [
  ['"New York', `expected '"' to close '"'`, 1],
  ['OR Portland', "expected a term before 'OR'", 1, "for the state write 'Oregon'"],
  ['USA', "'USA' is a code", 1, "write 'United States'"],
  [
    'CA',
    "'CA' is a code",
    1,
    "write 'California' or 'Canada'; the whole filter: California OR Canada",
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
