import { expect, test } from 'bun:test'
import { importLine } from '../../../src/collect/read/import-line'
import { LocationResolver } from '../../../src/text/locations/location-resolver'

const resolver = new LocationResolver()
const NOW = new Date('2026-03-01T12:00:00Z')

test.each([
  ['Operator', 'Posting', 'Board', 'Operator'],
  ['Operator', undefined, undefined, 'Operator'],
  [undefined, 'Posting', 'Board', 'Posting'],
  [undefined, null, 'Board', 'Board'],
  [undefined, undefined, undefined, null],
])(
  "employer's name: operator %p, posting %p, board %p",
  (operator, published, boardName, expected) => {
    const board = { source: 'lever', slug: 'acme', organization: operator }
    const posting = {
      external_id: '1',
      title: 'Cook',
      url: 'https://jobs.lever.co/acme/1',
      places: [{ text: 'Toronto, ON' }],
      ...(published !== undefined && { organization: published }),
    }
    const read = importLine(posting, undefined, { board, resolver, boardName, now: NOW })
    if (read.kind !== 'line') throw new Error(`no line: ${read.reason}`)
    expect(read.line.value).toMatchObject({ organization: expected })
    expect(JSON.parse(read.line.text)).toEqual(read.line.value)
  },
)

const POSTING = { external_id: '1', title: 'Cook', url: 'https://jobs.lever.co/acme/1' }
const CONTEXT = {
  board: { source: 'lever', slug: 'acme' },
  resolver,
  boardName: undefined,
  now: NOW,
}

test.each([
  ['We cook.', 'remote'],
  ['This position is 100% on-site; no remote or hybrid arrangements.', undefined],
  ['This is a hybrid role.', undefined],
])('a place in the bucket `Remote` beside the text %j', (description_text, expected) => {
  const posting = { ...POSTING, description_text, places: [{ text: 'US, TX, Remote' }] }
  const read = importLine(posting, undefined, CONTEXT)
  if (read.kind !== 'line') throw new Error(`no line: ${read.reason}`)
  expect<string | null | undefined>(read.line.value.work_arrangement).toBe(expected)
  expect(read.line.value.location_type).toBe(expected === undefined ? undefined : 'TELECOMMUTE')
})

test.each([
  ['This is a remote role within the US and Canada.', ['CA', 'US']],
  ['<p>This is a remote role within the US.</p>', ['US']],
  ['This is a remote role within Brazil.', undefined],
  ['This role is remote in Toronto.', undefined],
  ['This is a remote role.', undefined],
])('the countries of a bare `Remote` beside the text %j', (description_html, expected) => {
  const posting = { ...POSTING, description_html, places: [{ text: 'Remote' }] }
  const read = importLine(posting, undefined, CONTEXT)
  expect<string[] | undefined>(read.kind === 'line' ? read.countries : undefined).toEqual(expected)
  if (read.kind === 'line') expect(read.line.value.work_arrangement).toBe('remote')
})

test.each([
  [['Toronto, ON', 'Hybrid'], undefined, 'hybrid'],
  [['Hybrid', 'Toronto, ON'], undefined, 'hybrid'],
  [['Toronto, ON', 'Remote'], undefined, undefined],
  [['Toronto, ON (Hybrid)', 'Calgary, AB'], undefined, undefined],
  [['Hybrid'], ['CA' as const], 'hybrid'],
  [['Remote'], ['CA' as const], 'remote'],
])('the arrangement of the places %j', (texts, known, expected) => {
  const posting = { ...POSTING, places: texts.map((text) => ({ text })) }
  const read = importLine(posting, known, CONTEXT)
  if (read.kind !== 'line') throw new Error(`no line: ${read.reason}`)
  expect<string | null | undefined>(read.line.value.work_arrangement).toBe(expected)
})

test('a date more than a day ahead is only a source field', () => {
  const places = [{ text: 'Toronto, ON' }]
  const dated = (date_posted: string) => {
    const read = importLine({ ...POSTING, places, date_posted }, undefined, CONTEXT)
    if (read.kind !== 'line') throw new Error(`no line: ${read.reason}`)
    return read.line.value
  }
  expect(dated('2026-03-02T12:00:00Z')).toMatchObject({ date_posted: '2026-03-02T12:00:00Z' })
  expect(dated('2026-04-01T00:00:00Z')).toMatchObject({
    date_posted: null,
    source_fields: {
      version: 1,
      fields: { date_posted: { value: '2026-04-01T00:00:00Z', source_path: 'date_posted' } },
    },
  })
})
