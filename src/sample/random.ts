/**
 * The pseudo-random numbers of the sample: xoshiro128** (Blackman and Vigna), its state filled by
 * splitmix32. Equal keys give equal numbers on every machine, so a posting can be generated again from its keys.
 */
export class Random {
  private a: number
  private b: number
  private c: number
  private d: number

  /** `stream` is one of `STREAMS`: it separates the draws for different purposes about the same `index`. */
  constructor(seed: number, stream: number, index: number) {
    let state = scramble(seed | 0) ^ Math.floor(seed / 2 ** 32)
    state = scramble((state + Math.imul(stream, GOLDEN)) | 0)
    state = scramble((state ^ Math.imul(index + 1, 0x85ebca6b)) | 0)
    this.a = scramble((state + GOLDEN) | 0)
    this.b = scramble((state + 2 * GOLDEN) | 0)
    this.c = scramble((state + 3 * GOLDEN) | 0)
    this.d = scramble((state + 4 * GOLDEN) | 1)
  }

  /** A number in [0, 1) with 32 random bits. */
  next(): number {
    const product = Math.imul(this.b, 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9)
    const shifted = this.b << 9
    this.c ^= this.a
    this.d ^= this.b
    this.b ^= this.c
    this.a ^= this.d
    this.c ^= shifted
    this.d = (this.d << 11) | (this.d >>> 21)
    return (result >>> 0) / 2 ** 32
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** One element, all with the same probability. */
  pick<Item>(list: readonly Item[]): Item {
    return at(list, Math.floor(this.next() * list.length))
  }

  /** One element, the earlier ones more often: the first quarter of the list takes half of the draws. */
  pickEarly<Item>(list: readonly Item[]): Item {
    return at(list, Math.floor(this.next() ** 2 * list.length))
  }

  /** `count` different elements in random order, or all of them when there are fewer. */
  pickSome<Item>(list: readonly Item[], count: number): Item[] {
    const items = list.slice()
    const taken = Math.min(count, items.length)
    for (let index = 0; index < taken; index += 1) {
      const other = index + Math.floor(this.next() * (items.length - index))
      const item = items[other] as Item
      items[other] = items[index] as Item
      items[index] = item
    }
    items.length = taken
    return items
  }

  /** One element, with a probability proportional to its weight. */
  pickWeighted<Item>({ items, sums }: Weighted<Item>): Item {
    const target = this.next() * at(sums, sums.length - 1)
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (at(sums, middle) > target) high = middle
      else low = middle + 1
    }
    return at(items, low)
  }

  /** A waiting time with the given mean (exponential distribution). */
  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean
  }
}

/** A list for `pickWeighted`, with the running sums of its weights. */
export interface Weighted<Item> {
  items: readonly Item[]
  sums: readonly number[]
}

export function weighted<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
): Weighted<Item> {
  let sum = 0
  const sums = items.map((item) => {
    sum += weightOf(item)
    return sum
  })
  return { items, sums }
}

/** The element at an index that is known to be in range. */
export function at<Item>(list: readonly Item[], index: number): Item {
  if (index < 0 || index >= list.length)
    throw new RangeError(`no element ${index} of ${list.length}`)
  return list[index] as Item
}

/** One number per purpose of random draws: two purposes never share a sequence. */
export const STREAMS = {
  employer: 1,
  instants: 2,
  posting: 3,
  title: 4,
  description: 5,
  /** Sentences on pay and arrangement have their own stream: an edit of these changes no other sentence. */
  terms: 6,
  employerFacts: 7,
  details: 8,
  closing: 9,
  identity: 10,
  /** Plus four times the number of the edit, plus the number of the appearance modulo four. */
  edit: 20,
  /** Plus the number of the appearance. */
  history: 60,
} as const

const GOLDEN = 0x9e3779b9

/** The mixing step of splitmix32. */
function scramble(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x21f0aaad)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x735a2d97)
  return mixed ^ (mixed >>> 15)
}
