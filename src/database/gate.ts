import { OverCapacity } from '../values/errors'

/** Lets in who asks, in the order of arrival, and returns how to leave. */
export type Gate = () => Promise<() => void>

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
  return async () => {
    if (inside < limit) inside += 1
    else if (waiting.length < maxWaiting) {
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else throw new OverCapacity('too many requests are waiting for the database')
    return leave
  }
}
