import { describe, expect, test } from 'bun:test'
import { ParameterError, quoteValue } from '../../src/values/errors'
import { nearestName } from '../../src/values/nearest-name'

describe('the nearest name', () => {
  const known = ['title', 'title_advanced', 'limit', 'location', 'id', 'source', 'q']

  test.each([
    ['titel', 'title'],
    ['TITLE', 'title'],
    ['tilte', 'title'],
    ['title_advancd', 'title_advanced'],
    ['loaction', 'location'],
    ['sources', 'source'],
    ['ids', 'id'],
  ])('of %s is %s', (name, nearest) => {
    expect(nearestName(name, known)).toBe(nearest)
  })

  test.each(['', 'organization', 'xyz', 'titlelimit', '😀😀😀', 'x'.repeat(50)])(
    'of %p is none',
    (name) => {
      expect(nearestName(name, ['title', 'location'])).toBeUndefined()
    },
  )

  test('is the first of those that are equally near', () => {
    expect(nearestName('ab', ['ax', 'xb'])).toBe('ax')
  })
})

describe('values in messages', () => {
  test.each([
    ['abc', "'abc'"],
    ['', "''"],
    ['x'.repeat(60), `'${'x'.repeat(60)}'`],
    ['x'.repeat(61), `'${'x'.repeat(60)}...'`],
    ['😀'.repeat(61), `'${'😀'.repeat(60)}...'`],
  ])('%p', (value, quoted) => {
    expect(quoteValue(value)).toBe(quoted)
  })

  test('a ParameterError says all of its issues', () => {
    const error = new ParameterError([
      { parameter: 'limit', detail: 'expected an integer' },
      { parameter: 'title', detail: 'expected a value', position: 1 },
    ])
    expect(error.message).toBe('limit: expected an integer; title: expected a value')
  })
})
