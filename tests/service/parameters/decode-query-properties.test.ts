import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { Type } from 'typebox'
import { commonFilters } from '../../../src/service/parameters/common-filters'
import { decodeQuery } from '../../../src/service/parameters/decode-query'
import { jobListing } from '../../../src/service/parameters/job-listing'
import { MAX_INT64 } from '../../../src/service/parameters/parameter-types'
import { newJobsFrame } from '../../../src/service/parameters/time-frames'
import { ParameterError } from '../../../src/values/errors'

const feed = Type.Object({ ...commonFilters, ...jobListing, time_frame: newJobsFrame })
const names = Object.keys(feed.properties)

function decodeOrComplain(query: string): void {
  try {
    decodeQuery(feed, query)
  } catch (error) {
    expect(error).toBeInstanceOf(ParameterError)
    expect((error as ParameterError).issues.length).toBeGreaterThan(0)
  }
}

test('any bytes give values or a ParameterError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      decodeOrComplain(Buffer.from(bytes).toString('latin1'))
    }),
    { numRuns: 2000 },
  )
})

test('any text gives values or a ParameterError', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), decodeOrComplain), {
    numRuns: 2000,
  })
})

test('known names with any values give values or a ParameterError', () => {
  const scrap = fc.constantFrom(
    '%',
    '%41',
    '%C3',
    '%00',
    '+',
    ',',
    '"',
    '=',
    '-',
    '0',
    '9',
    'a',
    'é',
    '\ud800',
  )
  const value = fc.oneof(fc.string({ unit: scrap }), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 }), (pairs) => {
      decodeOrComplain(pairs.map(([name, each]) => `${name}=${each}`).join('&'))
    }),
    { numRuns: 2000 },
  )
})

test('text arrives as it was sent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (title) => {
      if (title.includes('\0')) return
      expect(decodeQuery(feed, `title=${encodeURIComponent(title)}`).title).toBe(title)
    }),
  )
})

test('64-bit integers are exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: MAX_INT64 }), (cursor) => {
      expect(decodeQuery(feed, `cursor=${cursor}`).cursor).toBe(cursor)
    }),
  )
})

test('integers beyond 64 bits are refused', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: MAX_INT64 + 1n, max: 10n ** 40n }), (cursor) => {
      expect(() => decodeQuery(feed, `cursor=${cursor}`)).toThrow(ParameterError)
    }),
  )
})

test('lists of employers arrive as they were sent', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', '"', ',', ' ', '&', '+', '%', 'é'),
    minLength: 1,
  })
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), (employers) => {
      const list = employers.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')
      const { organization } = decodeQuery(feed, `organization=${encodeURIComponent(list)}`)
      expect(organization).toEqual([...new Set(employers)])
    }),
  )
})
