import { describe, expect, test } from 'bun:test'
import { EMPLOYMENT_TYPES, employmentTypeBits } from '../../src/values/vocabulary'

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
