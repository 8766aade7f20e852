import { describe, expect, test } from 'bun:test'
import { type Static, Type } from 'typebox'
import { commonFilters } from '../../../src/service/parameters/common-filters'
import { decodePath, decodeQuery } from '../../../src/service/parameters/decode-query'
import { jobListing } from '../../../src/service/parameters/job-listing'
import {
  decodingOf,
  int64,
  integer,
  listOf,
  MAX_INT64,
  oneOf,
  parseInt64,
  text,
} from '../../../src/service/parameters/parameter-types'
import {
  countFrame,
  expiredFrame,
  modificationWindow,
  newJobsFrame,
  searchFrame,
} from '../../../src/service/parameters/time-frames'
import { NotFound } from '../../../src/values/errors'

const description = 'A parameter.'

describe('every parameter', () => {
  const all = Object.entries({
    ...commonFilters,
    ...jobListing,
    ...modificationWindow,
    newJobsFrame,
    countFrame,
    expiredFrame,
    searchFrame,
  })

  test.each(all)('%s is described by a sentence', (_, schema) => {
    expect(Reflect.get(schema, 'description')).toMatch(/^[A-Z`].*\.$/s)
  })

  test.each(all)('%s takes its own examples', (name, schema) => {
    const examples: unknown[] = Reflect.get(schema, 'examples') ?? []
    for (const example of examples) {
      const value = encodeURIComponent(Array.isArray(example) ? example.join(',') : String(example))
      expect(decodeQuery(Type.Object({ [name]: schema }), `${name}=${value}`)).toHaveProperty(name)
    }
  })
})

test('the schema is what a document shows, with a default that JSON can hold', () => {
  const schema = Type.Object({
    since: int64({ description, default: 0n }),
    limit: integer({ description, minimum: 1, maximum: 10, default: 5, examples: [3] }),
    country: listOf(oneOf(['CA', 'US'], { description }), { description }),
  })
  expect(JSON.parse(JSON.stringify(schema))).toEqual({
    type: 'object',
    required: ['since', 'limit'],
    properties: {
      since: { type: 'integer', format: 'int64', minimum: 0, description, default: 0 },
      limit: {
        type: 'integer',
        format: 'int32',
        minimum: 1,
        maximum: 10,
        description,
        examples: [3],
        default: 5,
      },
      country: {
        type: 'array',
        items: { type: 'string', enum: ['CA', 'US'], description },
        minItems: 1,
        maxItems: 1000,
        description,
      },
    },
  })
})

test('a default is never undefined and the rest may be', () => {
  const schema = Type.Object({
    since: int64({ description, default: 0n }),
    title: text({ description }),
  })
  const values: Static<typeof schema> = decodeQuery(schema, '')
  const since: bigint = values.since
  const title: string | undefined = values.title
  expect([since, title]).toEqual([0n, undefined])
})

test('a schema made elsewhere is a mistake in the program', () => {
  expect(() => decodingOf(Type.String())).toThrow(TypeError)
})

describe('a path', () => {
  const path = Type.Object({ id: int64({ description }) })

  test('gives its parameters', () => {
    expect(decodePath(path, { id: '9007199254740993' })).toEqual({ id: 9007199254740993n })
  })

  test.each([['abc'], ['-1'], ['1.5'], ['9223372036854775808'], [null]])(
    '%p names nothing',
    (id) => {
      expect(() => decodePath(path, { id })).toThrow(NotFound)
    },
  )
})

describe('64-bit integers', () => {
  test.each([
    ['0', 0n],
    ['007', 7n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['9223372036854775807', MAX_INT64],
  ])('%s is read exactly', (text, value) => {
    expect(parseInt64(text)).toBe(value)
  })

  test.each([
    '',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '1_000',
    '９',
    '9223372036854775808',
    '9'.repeat(31),
  ])('%p is none', (text) => {
    expect(parseInt64(text)).toBeUndefined()
  })

  test('a text of a million digits is none, and no work', () => {
    expect(parseInt64('9'.repeat(1_000_000))).toBeUndefined()
  })
})
