import { ClientDisconnected, Overloaded } from '../values/errors'

/** How long somebody waits: until an instant of `performance.now()`, and no longer than `signal` lets them. */
export interface Patience {
  endsAt?: number | undefined
  signal?: AbortSignal | undefined
}

/** Lets a few in at once, and the rest in the order of arrival. */
export interface Gate {
  /** Waits to be let in, and returns how to leave. Throws `Overloaded` and `ClientDisconnected`. */
  enter(patience?: Patience): Promise<() => void>
  /** How many are inside, and how many wait. */
  count(): { inside: number; waiting: number }
}

/** `limit` may be inside at once and `maxWaiting` wait; the next gets `Overloaded`, and who waits too long. */
export function createGate(limit: number, maxWaiting: number): Gate {
  const waiting = new Set<() => void>()
  let inside = 0
  // The place passes to the next in line, so that nobody who arrives now overtakes it.
  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) inside -= 1
    else next()
  }
  const wait = ({ endsAt, signal }: Patience): Promise<void> =>
    new Promise((resolve, reject) => {
      let timer: Timer | undefined
      const stop = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        waiting.delete(enter)
      }
      const enter = (): void => {
        stop()
        resolve()
      }
      const giveUp = (): void => {
        stop()
        reject(new ClientDisconnected())
      }
      waiting.add(enter)
      signal?.addEventListener('abort', giveUp)
      if (endsAt === undefined) return
      timer = setTimeout(
        () => {
          stop()
          reject(new Overloaded('the database had no room within the time limit'))
        },
        Math.max(0, endsAt - performance.now()),
      )
    })
  return {
    async enter(patience = {}) {
      if (patience.signal?.aborted) throw new ClientDisconnected()
      if (inside < limit) inside += 1
      else if (waiting.size < maxWaiting) await wait(patience)
      else throw new Overloaded('too many requests are waiting for the database')
      return leave
    },
    count: () => ({ inside, waiting: waiting.size }),
  }
}
