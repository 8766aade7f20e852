import { OverCapacity } from '../values/errors'

/** Lets a few in at once, and the rest in the order of arrival. */
export interface Gate {
  /** Waits to be let in, until an instant of `performance.now()`, and returns how to leave. */
  enter(until?: number): Promise<() => void>
  /** How many are inside, and how many wait. */
  count(): { inside: number; waiting: number }
}

/** `limit` may be inside at once and `maxWaiting` wait; the next gets `OverCapacity`, and who waits too long. */
export function createGate(limit: number, maxWaiting: number): Gate {
  const waiting = new Set<() => void>()
  let inside = 0
  // The place passes to the next in line, so that nobody who arrives now overtakes it.
  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) inside -= 1
    else next()
  }
  const wait = (until: number | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      let timer: Timer | undefined
      const enter = (): void => {
        clearTimeout(timer)
        waiting.delete(enter)
        resolve()
      }
      waiting.add(enter)
      if (until === undefined) return
      timer = setTimeout(
        () => {
          waiting.delete(enter)
          reject(new OverCapacity('the database had no room within the time limit'))
        },
        Math.max(0, until - performance.now()),
      )
    })
  return {
    async enter(until) {
      if (inside < limit) inside += 1
      else if (waiting.size < maxWaiting) await wait(until)
      else throw new OverCapacity('too many requests are waiting for the database')
      return leave
    },
    count: () => ({ inside, waiting: waiting.size }),
  }
}
