import { expect, test } from 'bun:test'
import { commonCountry } from '../../../src/collect/answers/published-place'
import { arrangementOf } from '../../../src/collect/answers/workplace'

const ohio = { address: { region: 'OH' } }

test('places have a common country when each of them names it, in any order', () => {
  expect(commonCountry([ohio, ohio])).toBe('US')
  expect(commonCountry([ohio, { text: 'All sites' }])).toBeUndefined()
  expect(commonCountry([{ text: 'All sites' }, ohio])).toBeUndefined()
})

test('places have an arrangement when each of them has it, in any order', () => {
  expect(arrangementOf(['remote', 'remote']).work_arrangement).toBe('remote')
  expect(arrangementOf(['remote', undefined])).toEqual({})
  expect(arrangementOf([undefined, 'remote'])).toEqual({})
})
