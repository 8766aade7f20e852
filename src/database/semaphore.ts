import { ClientDisconnected, Overloaded } from '../values/errors'
import type { Deadline } from './deadline'

/** A counting semaphore with a bounded first-in, first-out queue. */
export interface Semaphore {
  /** Waits for a permit and returns its release. Throws `Overloaded` and `ClientDisconnected`. */
  acquire(deadline?: Deadline): Promise<() => void>
  /** Permits in use, and callers in the queue. */
  count(): { inUse: number; waiting: number }
}

/** `Overloaded` is thrown when `maxWaiting` callers wait already, and when a deadline passes in the queue. */
export function createSemaphore(permits: number, maxWaiting: number): Semaphore {
  const queue = new Set<() => void>()
  let inUse = 0
  // The permit passes to the head of the queue directly, so a new caller cannot overtake it.
  const release = (): void => {
    const [next] = queue
    if (next === undefined) inUse -= 1
    else next()
  }
  const wait = async ({ endsAt, signal }: Deadline): Promise<void> => {
    const { promise: granted, resolve, reject } = Promise.withResolvers<void>()
    const grant = () => {
      queue.delete(grant)
      resolve()
    }
    const fail = (error: Error) => {
      queue.delete(grant)
      reject(error)
    }
    const abort = () => fail(new ClientDisconnected())
    const expire = () => fail(new Overloaded('the database had no room within the time limit'))
    const leftMs = endsAt === undefined ? undefined : Math.max(0, endsAt - performance.now())
    const timer = leftMs === undefined ? undefined : setTimeout(expire, leftMs)
    signal?.addEventListener('abort', abort)
    queue.add(grant)
    try {
      await granted
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
  return {
    async acquire(deadline = {}) {
      if (deadline.signal?.aborted) throw new ClientDisconnected()
      if (inUse < permits) inUse += 1
      else if (queue.size < maxWaiting) await wait(deadline)
      else throw new Overloaded('too many requests are waiting for the database')
      return release
    },
    count: () => ({ inUse, waiting: queue.size }),
  }
}
