import { ClientDisconnected, Overloaded } from '../../../values/errors'
import { type Deadline, withDeadline } from './deadline'

export type Semaphore = ReturnType<typeof createSemaphore>

/**
 * A counting semaphore with a bounded first-in, first-out queue. `Overloaded` is thrown when `maxWaiting` callers wait
 * already, and when a deadline passes in the queue.
 */
export function createSemaphore(permits: number, maxWaiting: number) {
  const queue = new Set<() => void>()
  let inUse = 0
  // The permit passes to the head of the queue directly, so a new caller cannot overtake it.
  const release = (): void => {
    const [next] = queue
    if (next === undefined) inUse -= 1
    else if (queue.delete(next)) next()
  }
  const wait = async ({ endsAt, signal }: Deadline): Promise<void> => {
    const { promise: granted, resolve: grant, reject } = Promise.withResolvers<void>()
    const abort = () => reject(new ClientDisconnected())
    const late = () => new Overloaded('the database had no room within the time limit')
    queue.add(grant)
    signal?.addEventListener('abort', abort)
    try {
      await withDeadline(granted, endsAt, late)
    } catch (error) {
      // A permit that was granted at the same moment passes on.
      if (!queue.delete(grant)) release()
      throw error
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }
  return {
    /** Waits for a permit and returns its release. Throws `Overloaded` and `ClientDisconnected`. */
    async acquire(deadline: Deadline = {}): Promise<() => void> {
      if (deadline.signal?.aborted) throw new ClientDisconnected()
      if (inUse < permits) inUse += 1
      else if (queue.size < maxWaiting) await wait(deadline)
      else throw new Overloaded('too many requests are waiting for the database')
      return release
    },
    count: () => ({ inUse, waiting: queue.size }),
  }
}
