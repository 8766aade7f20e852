import { expect, test } from 'bun:test'
import { Random, weighted } from '../../src/sample/random'

const draw = (random: Random, count: number) => Array.from({ length: count }, () => random.next())

test('equal keys give equal numbers, others do not', () => {
  const numbers = draw(new Random(1, 2, 3), 5)
  expect(draw(new Random(1, 2, 3), 5)).toEqual(numbers)
  for (const [seed, stream, index] of [
    [2, 2, 3],
    [1, 3, 3],
    [1, 2, 4],
    [2 ** 40, 2, 3],
  ] as const) {
    expect(draw(new Random(seed, stream, index), 5)).not.toEqual(numbers)
  }
})

test('numbers are even over [0, 1), from one generator and over the first draws of many', () => {
  const counts = { one: new Array<number>(10).fill(0), many: new Array<number>(10).fill(0) }
  const one = new Random(5, 1, 0)
  for (let index = 0; index < 20_000; index += 1) {
    for (const [name, value] of [
      ['one', one.next()],
      ['many', new Random(5, 1, index).next()],
    ] as const) {
      const bin = Math.floor(value * 10)
      counts[name][bin] = (counts[name][bin] ?? 0) + 1
    }
  }
  for (const count of [...counts.one, ...counts.many]) {
    expect(count).toBeGreaterThan(1800)
    expect(count).toBeLessThan(2200)
  }
})

test('pickSome takes different elements and no more than there are', () => {
  const random = new Random(1, 1, 1)
  const list = [1, 2, 3, 4, 5]
  expect(new Set(random.pickSome(list, 3)).size).toBe(3)
  expect(random.pickSome(list, 9).toSorted()).toEqual(list)
  expect(list).toEqual([1, 2, 3, 4, 5])
})

test('pickWeighted follows the weights', () => {
  const random = new Random(1, 1, 2)
  const weights = { a: 1, b: 0, c: 3 }
  const list = weighted(['a', 'b', 'c'] as const, (item) => weights[item])
  const picks = Array.from({ length: 8000 }, () => random.pickWeighted(list))
  expect(picks.filter((pick) => pick === 'b')).toEqual([])
  const share = picks.filter((pick) => pick === 'c').length / picks.length
  expect(Math.abs(share - 0.75)).toBeLessThan(0.03)
})
