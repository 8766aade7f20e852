import { expect, test } from 'bun:test'
import { epochInstant, publishedInstant, writtenInstant } from '../../../src/collect/answers/dates'
import { distinct, fingerprint, primaryFirst } from '../../../src/collect/answers/fingerprint'
import { unescapedOnce } from '../../../src/collect/answers/markup/html-parts'
import { sourceFields } from '../../../src/collect/answers/source-fields'
import { employmentTypes } from '../../../src/values/employment-types'

test.each([
  ['FullTime', ['FULL_TIME']],
  ['Full-time', ['FULL_TIME']],
  ['SALARIED_FT', ['FULL_TIME']],
  ['Regular Full Time (Salary)', ['FULL_TIME']],
  ['Part-Time/Full-Time', ['FULL_TIME', 'PART_TIME']],
  ['Contract', ['CONTRACTOR']],
  ['Fixed Term Contract', ['TEMPORARY']],
  ['Temps plein', ['FULL_TIME']],
  ['Régulier, temps complet', ['FULL_TIME']],
  ['Limited Term, Part-Time', ['PART_TIME', 'TEMPORARY']],
  ['Contrat à durée déterminée', ['TEMPORARY']],
  ['Contrat à durée indéterminée', undefined],
  ['Durée indéterminée - temps partiel', ['PART_TIME']],
  ['Bénévole', ['VOLUNTEER']],
  ['Per Diem', ['PER_DIEM']],
  ['Intern', ['INTERN']],
  ['Regular', undefined],
  ['Permanent', undefined],
  ['Full-time wizard', undefined],
  ['', undefined],
  [null, undefined],
])('the types of %p', (label, types) => {
  expect(employmentTypes(label) as string[] | undefined).toEqual(types)
})

test.each([
  ['2026-05-28 20:36:05 UTC', '2026-05-28T20:36:05Z'],
  ['2026-05-28', '2026-05-28T00:00:00Z'],
  ['2026-05-28T10:00:00', '2026-05-28T10:00:00Z'],
  ['2026-07-27T13:48:30.25-04:00', '2026-07-27T17:48:30.250Z'],
  ['Wed, 19 Aug 2026 05:00:00 +0200', '2026-08-19T03:00:00Z'],
  ['Sun Jun 21 02:00:00 UTC 2026', '2026-06-21T02:00:00Z'],
  ['Sun Jun 21 02:00:00 EDT 2026', undefined],
  ['Tue Nov 03 2026 00:00:00 GMT-0500 (Eastern Standard Time)', '2026-11-03T05:00:00Z'],
  ['Tue Nov 03 2026 00:00:00 GMT+0000', '2026-11-03T00:00:00Z'],
  ['Posted 3 days ago', undefined],
  ['0001-01-01T00:00:00', undefined],
  ['2026-02-30', undefined],
  [1_767_225_600_000, undefined],
])('the instant of %p', (text, instant) => {
  expect(publishedInstant(text)).toBe(instant)
})

test.each([
  ['2026-7-27', '2026-07-27T00:00:00Z'],
  ['2026/07/27', '2026-07-27T00:00:00Z'],
  ['7/27/2026', '2026-07-27T00:00:00Z'],
  ['27.7.2026', '2026-07-27T00:00:00Z'],
  ['7/7/2026', '2026-07-07T00:00:00Z'],
  ['July 27, 2026', '2026-07-27T00:00:00Z'],
  ['27 Sept. 2026', '2026-09-27T00:00:00Z'],
  ['2026-05-28T10:00:00', '2026-05-28T10:00:00Z'],
  ['7/8/2026', undefined],
  ['2026-2-30', undefined],
  ['2026-13-1', undefined],
  ['27 days 2026', undefined],
  [20_260_727, undefined],
])('the instant of %p as people write it', (text, instant) => {
  expect(writtenInstant(text)).toBe(instant)
})

test('milliseconds since 1970 are instants, zero is none', () => {
  expect(epochInstant(1_767_225_600_500)).toBe('2026-01-01T00:00:00.500Z')
  expect(epochInstant(0)).toBeUndefined()
  expect(epochInstant('1767225600500')).toBeUndefined()
})

test('source fields are the named paths alone, without empty values', () => {
  const entry = {
    team: { name: 'A', lead: 'Jo Doe' },
    units: [{ name: 'B' }, { name: null }],
    code: '',
  }
  const paths = { team: 'team.name', units: 'units[*].name', code: 'code', other: 'team.x.y' }
  expect(sourceFields(entry, paths)).toEqual({
    version: 1,
    fields: {
      team: { value: 'A', source_path: '$.team.name' },
      units: { value: ['B'], source_path: '$.units[*].name' },
    },
  })
  expect(sourceFields({}, paths)).toBeNull()
})

test('fingerprints depend on values and the order of arrays', () => {
  expect(fingerprint({ a: 1, b: { c: [1, 2] } })).toBe(
    fingerprint({ b: { c: [1, 2] }, a: 1, d: undefined }),
  )
  expect(fingerprint([1, 2])).not.toBe(fingerprint([2, 1]))
})

test('sets have one order, with the primary value first', () => {
  const [a, b] = [{ x: 1, y: 2 }, { y: 1 }]
  expect(distinct([b, a, { y: 2, x: 1 }])).toEqual([a, b])
  expect(primaryFirst(b, [a, b])).toEqual([b, a])
  expect(primaryFirst(undefined, [b, a])).toEqual([a, b])
})

test.each([
  ['&lt;p&gt;a &amp;amp; b&lt;/p&gt;', '<p>a &amp; b</p>'],
  ['&lt;p title=&quot;x&quot;&gt;it&#39;s&lt;/p&gt;', '<p title="x">it\'s</p>'],
  ['<p>3 &lt; 5</p>', '<p>3 &lt; 5</p>'],
])('%s is unescaped once', (html, expected) => {
  expect(unescapedOnce(html)).toBe(expected)
})
