import { describe, expect, test } from 'bun:test'
import { EMPLOYMENT_TYPES, employmentTypeBits } from '../../src/values/vocabulary'
import { MAX_INT64, parseInt64 } from '../../src/parameters/parameter-types'

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

describe('sets of employment types', () => {
  test('have a bit for each type, in the order of the list', () => {
    expect(EMPLOYMENT_TYPES.map((type) => employmentTypeBits([type]))).toEqual([
      1, 2, 4, 8, 16, 32, 64,
    ])
  })

  test('do not depend on order or repetition', () => {
    expect(employmentTypeBits(['INTERN', 'FULL_TIME', 'INTERN'])).toBe(17)
    expect(employmentTypeBits([])).toBe(0)
  })
})
