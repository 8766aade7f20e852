import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { writePlainCatalogue } from '../../support/plain-catalogue'
import { randomPosting } from '../../support/posting-arbitraries'
import { searchText } from '../../support/search-arbitraries'
import { createTestApp, startLimitedApp, type TestApp } from '../../support/test-app'
import { timeLimit } from '../../support/until'

/** Of a statement; far more than any takes on an idle machine. */
const LIMIT_MS = timeLimit(20_000)

/** Of the work of this process for a request, on an idle machine. */
const MAX_CPU_MS = 1_500

let own: TestApp
let app: TestApp
beforeAll(async () => {
  own = await createTestApp({ start: '2026-01-15T00:30:00Z' })
  await writePlainCatalogue(own, fc.sample(randomPosting, 300))
  app = await startLimitedApp(own, LIMIT_MS)
})
afterAll(async () => {
  await app.stop()
  await own.stop()
})

const PATHS = ['/v1/active-ats', '/v1/active-ats-count', '/v1/modified-ats']
const FILTERS = [
  'title',
  'title_advanced',
  'description',
  'description_advanced',
  'location',
  'location_advanced',
  'organization_advanced',
]

describe('any text is answered or refused', () => {
  const anyText = fc.oneof(searchText, fc.string({ unit: 'binary', maxLength: 2_100, size: 'max' }))

  test.each(FILTERS)('%s', async (filter) => {
    const property = fc.asyncProperty(fc.constantFrom(...PATHS), anyText, async (path, text) => {
      const response = await app.request(`${path}?${new URLSearchParams({ [filter]: text })}`)
      expect([200, 400]).toContain(response.status)
    })
    await fc.assert(property, { numRuns: 150 })
  })

  test('any bytes where a value belongs', async () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 40 })
    const property = fc.asyncProperty(
      fc.constantFrom(...FILTERS),
      bytes,
      async (filter, values) => {
        const text = values.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
        const response = await app.request(`/v1/active-ats?${filter}=${text}`)
        expect([200, 400]).toContain(response.status)
      },
    )
    await fc.assert(property, { numRuns: 150 })
  })
})

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const pairs = letters.flatMap((first) => letters.map((second) => first + second)).slice(0, 200)
const longWords = ['𐀀', '𐀁', '𐀂'].map((character) => character.repeat(64))

/** Within the limits: answered. */
const LARGE: readonly (readonly [string, string, string])[] = [
  ['50 negations', 'title_advanced', `${'!'.repeat(50)}ab`],
  ['50 nested negated groups', 'description_advanced', `${'!('.repeat(25)}ab${')'.repeat(25)}`],
  ['200 prefixes of two letters', 'description_advanced', pairs.map((p) => `${p}:*`).join('|')],
  ['200 excluded prefixes', 'description_advanced', pairs.map((p) => `!${p}:*`).join('&')],
  ['200 prefixes of names', 'location', pairs.map((pair) => `${pair}*`).join(' OR ')],
  ['200 prefixes in places', 'location_advanced', pairs.map((p) => `${p}:*`).join('|')],
  ['the widest chain', 'description_advanced', 'a <50> b <50> c'],
  ['the widest chain of long words', 'description_advanced', longWords.join(' <50> ')],
  ['many wide distances', 'description_advanced', Array(4).fill('a <50> b').join(' & ')],
  ['wide distances of prefixes', 'description_advanced', 'ab:* <50> ea:* & ab:* <9> ea:*'],
  ['a phrase of 200 words', 'description_advanced', `'${'a '.repeat(200)}'`],
  ['a plain phrase of 200 words', 'description', `"${'a '.repeat(200)}"`],
  ['200 exclusions', 'description', pairs.map((pair) => `-${pair}`).join(' ')],
  [
    '199 alternatives',
    'location',
    pairs
      .slice(1)
      .map((pair) => `${pair}x`)
      .join(' OR '),
  ],
  ['a name of 20 words and its readings', 'location', 'a '.repeat(20)],
  ['40 places of 5 words', 'location', Array(40).fill('a b c d e').join(' OR ')],
]

/** Beyond the limits: refused. */
const TOO_LARGE: readonly (readonly [string, string, string])[] = [
  ['1,000 negations', 'title_advanced', `${'!'.repeat(1_000)}ab`],
  ['1,000 parentheses', 'title_advanced', `${'('.repeat(1_000)}ab${')'.repeat(999)}`],
  ['1,000 unclosed parentheses', 'description_advanced', '('.repeat(1_000)],
  ['many more wide distances', 'description_advanced', Array(40).fill('a <50> b').join(' & ')],
  [
    '60 alternatives beside 60',
    'description_advanced',
    `(${pairs.slice(0, 60).join('|')}) <-> (${pairs.slice(60, 120).join('|')})`,
  ],
  ['50-wide distances in a chain', 'description_advanced', Array(10).fill('a').join(' <50> ')],
  ['500 alternatives', 'title_advanced', Array(500).fill('ab').join('|')],
  ['700 words', 'description', 'ab '.repeat(660)],
  ['700 ORs', 'location', 'a OR '.repeat(390)],
]

const CHARACTERS = [
  'a',
  ' ',
  '!',
  '(',
  '&',
  '|',
  '<',
  "'",
  '"',
  '*',
  ':',
  ',',
  '-',
  'é',
  '💼',
  '\u0301',
  '\\',
  '%',
  '_',
  '.',
  '+',
]

describe('the largest filters are answered within the query limit', () => {
  test.each(LARGE)('%s', async (_, filter, text) => {
    for (const path of PATHS) {
      const start = process.cpuUsage()
      const response = await app.request(`${path}?${new URLSearchParams({ [filter]: text })}`)
      expect(response.status).toBe(200)
      expect(process.cpuUsage(start).user).toBeLessThan(timeLimit(MAX_CPU_MS * 1_000))
    }
  })
})

describe('larger ones are refused', () => {
  test.each(TOO_LARGE)('%s', async (_, filter, text) => {
    const response = await app.request(`/v1/active-ats?${new URLSearchParams({ [filter]: text })}`)
    expect(response.status).toBe(400)
  })
})

test('2,000 of any character are answered or refused, in every filter', async () => {
  for (const filter of FILTERS) {
    for (const character of CHARACTERS) {
      const search = new URLSearchParams({ [filter]: character.repeat(2_000) })
      const response = await app.request(`/v1/active-ats-count?${search}`)
      expect([200, 400]).toContain(response.status)
    }
  }
})

test('another client is served meanwhile', async () => {
  let isOver = false
  const attack = Promise.all(
    [...LARGE, ...LARGE, ...LARGE].map(async ([, filter, text]) => {
      const response = await app.request(
        `/v1/active-ats?${new URLSearchParams({ [filter]: text })}`,
      )
      expect([200, 504]).toContain(response.status)
    }),
  ).finally(() => {
    isOver = true
  })
  let answers = 0
  while (!isOver) {
    const response = await app.request('/v1/active-ats?title=ab&limit=1')
    expect(response.status).toBe(200)
    answers += 1
  }
  await attack
  expect(answers).toBeGreaterThan(0)
})
