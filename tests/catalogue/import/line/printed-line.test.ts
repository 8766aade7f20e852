import { describe, expect, test } from 'bun:test'
import { type LineRules, readBatchLine } from '../../../../src/catalogue/import/line/read-line'
import type { PrintedLine } from '../../../../src/catalogue/import/line/read-lines'

const POSTING = {
  source: 'lever',
  title: 'Nurse',
  url: 'https://jobs.example/1',
  countries: ['CA' as const],
}
const RULES: LineRules = { history: false }

/** What comes of a line, or what is complained of in it. */
function readOf(line: { number: number; text: string; value?: PrintedLine['value'] }) {
  try {
    const { change, ...read } = readBatchLine(line, RULES)
    return { ...read, change: change.kind === 'posting' ? change.views() : change }
  } catch (error) {
    return String(error)
  }
}

/** A value that the types forbid. */
const wrong = (members: object) => ({ ...POSTING, ...members }) as PrintedLine['value']

describe('a line that comes with its value gives what its text alone gives', () => {
  test.each<[string, PrintedLine['value']]>([
    ['a posting', POSTING],
    ['a removal', { source: 'lever', external_id: '1', status: 'expired' }],
    ['half a surrogate pair', { ...POSTING, title: 'Nurse \ud83d' }],
    ['half a surrogate pair in a name', wrong({ '\ud83d': 1 })],
    [
      'numbers of source fields',
      {
        ...POSTING,
        source_fields: {
          version: 1,
          fields: { pay: { value: [1e21, -0, 0.1, 2 ** 53], source_path: '$.pay' } },
        },
      },
    ],
    ['an absent member', wrong({ organization: undefined })],
    ['a wrong type', wrong({ title: 1 })],
    ['a misspelt member', wrong({ organisation: 'Acme' })],
    ['NUL', { ...POSTING, title: 'Nurse \0' }],
    ['a wrong address', { ...POSTING, url: 'ftp://jobs.example/1' }],
    ['history', { ...POSTING, history: { date_created: '2026-01-01' } }],
    [
      'more places than allowed',
      { ...POSTING, locations: Array.from({ length: 1001 }, () => ({})) },
    ],
  ])('%s', (_, value) => {
    const text = JSON.stringify(value)
    expect(readOf({ number: 1, text, value })).toEqual(readOf({ number: 1, text }))
  })

  test('whose text is not read', () => {
    const line = { number: 1, text: '{', value: POSTING }
    expect(readOf(line)).toMatchObject({ board: 'lever/', text: '{' })
  })
})
