import { expect, test } from 'bun:test'
import { BoundedCache, keepingShort } from '../../src/values/bounded-cache'

test('a value is found once, and again after more texts than the limit', () => {
  const found: string[] = []
  const cache = new BoundedCache<string>(2)
  const get = (key: string) =>
    cache.get(key, () => {
      found.push(key)
      return key.toUpperCase()
    })
  expect(['a', 'b', 'a', 'b'].map(get)).toEqual(['A', 'B', 'A', 'B'])
  expect(found).toEqual(['a', 'b'])
  expect(['c', 'c', 'a'].map(get)).toEqual(['C', 'C', 'A'])
  expect(found).toEqual(['a', 'b', 'c', 'a'])
})

test('values of short texts are found once, those of long texts each time', () => {
  const found: string[] = []
  const lengthOf = keepingShort(10, (text) => {
    found.push(text)
    return text.length
  })
  const [short, long] = ['nurse', 'nurse '.repeat(20)]
  expect([short, short, long, long].map(lengthOf)).toEqual([5, 5, 120, 120])
  expect(found).toEqual([short, long, long])
})
