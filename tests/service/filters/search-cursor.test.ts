import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import Type from 'typebox'
import {
  readCursor,
  type SearchCursor,
  writeCursor,
} from '../../../src/service/filters/search-cursor'
import { decodeQuery } from '../../../src/service/parameters/decode-query'
import { searchParameters } from '../../../src/service/parameters/search-parameters'

const filters = (query: string) => decodeQuery(Type.Object(searchParameters), query)

const cursor: SearchCursor = {
  begun: new Date('2026-01-15T10:30:00.250Z'),
  lastRepost: 7n,
  after: { datePosted: new Date('2026-01-10T12:00:00Z'), id: 42n },
}

const int64 = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })
const instant = (min: string) =>
  fc.date({ min: new Date(min), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })

test('a cursor comes back exactly, 64 bits and milliseconds included', () => {
  fc.assert(
    fc.property(
      fc.record({
        begun: instant('1970-01-01T00:00:00.001Z'),
        lastRepost: int64,
        after: fc.record({
          datePosted: fc.option(instant('0001-01-01T00:00:00Z')),
          id: int64,
        }),
      }),
      (any) => {
        const text = writeCursor(any, filters('q=java'))
        expect(text).toMatch(/^[\w-]+$/)
        expect(readCursor(text, filters('q=java'))).toEqual(any)
      },
    ),
  )
})

describe('is read with the filters that it was made with', () => {
  const FULL =
    'country=US&q=a&title=b&state=NY,CA&city=Paris&source=workday,lever&employment_type=INTERN&remote=true&has_salary=false&window=7d'
  const text = writeCursor(cursor, filters(FULL))

  test.each([
    ['sent again', FULL],
    ['with lists in another order', FULL.replace('NY,CA', 'ca,ny')],
    ['with an alias of a source', FULL.replace('workday', 'myworkdayjobs')],
    ['with another limit and other parts', `${FULL}&limit=5&description=both&source_fields=true`],
  ])('%s', (_, query) => {
    expect(readCursor(text, filters(query))).toEqual(cursor)
  })

  test.each(FULL.split('&').slice(1))('and not without %s', (parameter) => {
    const others = FULL.split('&').filter((other) => other !== parameter)
    expect(() => readCursor(text, filters(others.join('&')))).toThrow(
      'cursor: was made with other filters; send those of the first page, or leave cursor out to begin again',
    )
  })

  test('and not with a filter more', () => {
    expect(() => readCursor(writeCursor(cursor, filters('')), filters('q=a'))).toThrow(
      'was made with other filters',
    )
  })

  test('and not for another country', () => {
    expect(() => readCursor(text, filters('country=CA'))).toThrow(
      'cursor: expected a cursor of country=CA, got one of US; leave cursor out to begin again',
    )
  })
})

describe('a cursor that was not made here is refused', () => {
  const text = writeCursor(cursor, filters(''))
  const refusal = 'expected the next_cursor of the page before'
  const read = (other: string) => () => readCursor(other, filters(''))

  test('tampered, in any character', () => {
    for (let index = 0; index < text.length; index += 1) {
      for (const character of ['A', 'b', '_', '=', ' ', 'é']) {
        if (text[index] === character) continue
        expect(read(text.slice(0, index) + character + text.slice(index + 1))).toThrow(refusal)
      }
    }
  })

  test('truncated or made longer, at any place', () => {
    for (let length = 1; length < text.length; length += 1) {
      expect(read(text.slice(0, length))).toThrow(refusal)
      expect(read(text.slice(length))).toThrow(refusal)
    }
    expect(read('')).toThrow(refusal)
    expect(read(`${text}A`)).toThrow(refusal)
    expect(read(text + text)).toThrow(refusal)
  })

  test.each(['abc', '0', '9007199254740993', 'bnVsbA', '{"id":1}', 'MSBDQSA'])(
    'foreign: %s',
    (other) => {
      expect(read(other)).toThrow(
        `cursor: expected the next_cursor of the page before, got '${other}'; leave cursor out to begin again`,
      )
    },
  )

  test('with a right checksum and wrong content', () => {
    const hash = (content: string) =>
      new Bun.CryptoHasher('sha256').update(content).digest('base64url').slice(0, 16)
    const made = Buffer.from(text, 'base64url').toString().split(' ').slice(0, -1)
    const contents = [
      made.with(0, '2'),
      made.with(1, 'MX'),
      made.with(3, '0001-01-01T00:00:00Z'),
      made.with(3, '-'),
      made.with(4, '9223372036854775808'),
      made.with(5, '10000-01-01T00:00:00Z'),
      made.with(6, '-1'),
      made.slice(0, 6),
    ].map((fields) => fields.join(' '))
    for (const content of contents) {
      const forged = Buffer.from(`${content} ${hash(content)}`).toString('base64url')
      expect(read(forged)).toThrow(refusal)
    }
  })
})
