import { describe, expect, test } from 'bun:test'
import { LineError, readLine } from '../../../../src/catalogue/import/line/read-line'

const POSTING = { source: 'lever', title: 'Nurse', url: 'https://jobs.example/1' }
const NOW = new Date('2026-01-20T12:00:00Z')
const REMOVAL = { source: 'lever', external_id: '1', status: 'expired' }

function issueOf(line: object, history: boolean): string | undefined {
  try {
    readLine(JSON.stringify(line), { history: history && NOW })
    return undefined
  } catch (error) {
    if (error instanceof LineError) return error.message
    throw error
  }
}

describe('a removal', () => {
  test.each<[object]>([
    [REMOVAL],
    [{ ...REMOVAL, status: 'excluded' }],
    [{ source: 'lever', url: 'https://jobs.example/1', status: 'expired' }],
    [{ ...REMOVAL, source_slug: 'acme' }],
    [{ ...POSTING, ...REMOVAL, organization: 'Acme' }],
  ])('%j needs the identifying members alone, and may have the others', (line) => {
    const read = readLine(JSON.stringify(line), { history: false })
    expect(read).toEqual({ kind: 'removal', removal: line } as typeof read)
  })

  test.each<[object, string]>([
    [{ status: 'expired', external_id: '1' }, 'source: missing'],
    [{ status: 'expired', source: 'lever' }, 'external_id: missing, and no url stands in for it'],
    [{ ...REMOVAL, status: 'active' }, "status: expected one of expired, excluded, got 'active'"],
    [{ ...POSTING, status: null }, 'status: expected one of expired, excluded, got null'],
    [{ ...REMOVAL, zebra: 1 }, 'zebra: unknown member'],
    [{ ...REMOVAL, salary: 5 }, 'salary: expected an object, got 5'],
  ])('%j is refused', (line, issue) => {
    expect(issueOf(line, true)).toBe(issue)
  })

  test('may say when it was', () => {
    expect(issueOf({ ...REMOVAL, history: { date_removed: '2026-01-10' } }, true)).toBeUndefined()
  })

  test.each<[object, string]>([
    [{}, 'history.date_removed: missing'],
    [
      { date_removed: '2026-01-40' },
      "history.date_removed: expected a date-time such as 2026-11-20T13:00:00Z, got '2026-01-40'",
    ],
    [
      { date_removed: '2026-01-10', date_created: '2026-01-01' },
      'history.date_created: unknown member; did you mean date_removed?',
    ],
  ])('with the history %j is refused', (history, issue) => {
    expect(issueOf({ ...REMOVAL, history }, true)).toBe(issue)
  })
})

describe('history', () => {
  test.each([POSTING, REMOVAL])('is refused without --history: %j', (line) => {
    const refusal = 'history: accepted only with --history'
    expect(issueOf({ ...line, history: { date_removed: '2026-01-10' } }, false)).toBe(refusal)
    expect(issueOf({ ...line, history: null }, false)).toBe(refusal)
  })

  test.each<[object]>([
    [{}],
    [{ date_created: '2026-01-10' }],
    [{ date_created: '2026-01-10', date_modified: null, date_removed: null, status: null }],
    [{ date_created: '2026-01-10', status: 'active' }],
    [{ date_created: '2026-01-20T12:00:00Z' }],
    [{ date_created: '2026-01-10', date_modified: '2026-01-10' }],
    [{ date_created: '2026-01-10', date_removed: '2026-01-10', status: 'expired' }],
    [
      {
        date_created: '2026-01-10',
        date_modified: '2026-01-11',
        date_removed: '2026-01-12',
        status: 'excluded',
      },
    ],
  ])('%j is taken', (history) => {
    expect(issueOf({ ...POSTING, history }, true)).toBeUndefined()
  })

  const together = 'history: expected date_removed and a status of expired or excluded together'
  const order = 'history: expected date_created, date_modified and date_removed in this order'
  const date = 'expected a date-time such as 2026-11-20T13:00:00Z'
  const past = 'expected an instant before the import began'
  test.each<[unknown, string]>([
    [{ status: 'expired' }, together],
    [{ date_removed: '2026-01-10' }, together],
    [{ date_removed: '2026-01-10', status: 'active' }, together],
    [{ date_created: '2026-01-10', date_modified: '2026-01-09' }, order],
    [{ date_created: '2026-01-10', date_removed: '2026-01-09', status: 'expired' }, order],
    [{ date_modified: '2026-01-10', date_removed: '2026-01-09', status: 'expired' }, order],
    [{ date_created: null }, `history.date_created: ${date}, got null`],
    [{ date_created: 'then' }, `history.date_created: ${date}, got 'then'`],
    [{ status: 'gone' }, "history.status: expected one of active, expired, excluded, got 'gone'"],
    [{ date_expired: '2026-01-10' }, 'history.date_expired: unknown member'],
    [null, 'history: expected an object, got null'],
    [
      { date_created: '2026-01-20T12:00:00.001Z' },
      `history.date_created: ${past}, got '2026-01-20T12:00:00.001Z'`,
    ],
    [
      { date_created: '2026-01-10', date_removed: '2026-01-21', status: 'expired' },
      `history.date_removed: ${past}, got '2026-01-21'`,
    ],
  ])('%j is refused', (history, issue) => {
    expect(issueOf({ ...POSTING, history }, true)).toBe(issue)
  })
})
