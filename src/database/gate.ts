import { OverCapacity } from '../values/errors'

/** Lets a few in at once, and the rest in the order of arrival. */
export interface Gate {
  /** Waits to be let in, and returns how to leave. */
  enter(): Promise<() => void>
  /** How many are inside, and how many wait. */
  count(): { inside: number; waiting: number }
}

/** `limit` may be inside at once and `maxWaiting` wait; the next gets `OverCapacity`. */
export function createGate(limit: number, maxWaiting: number): Gate {
  const waiting: (() => void)[] = []
  let inside = 0
  // The place passes to the next in line, so that nobody who arrives now overtakes it.
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) inside -= 1
    else next()
  }
  return {
    async enter() {
      if (inside < limit) inside += 1
      else if (waiting.length < maxWaiting) {
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else throw new OverCapacity('too many requests are waiting for the database')
      return leave
    },
    count: () => ({ inside, waiting: waiting.length }),
  }
}
