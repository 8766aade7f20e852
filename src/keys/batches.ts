/** Collects keys while a batch is worked on, and works on them together next. One batch runs at a time. */
export interface Batches {
  /** Resolves when a batch with this key, begun after the call, is done; rejects with what the batch threw. */
  request(key: string): Promise<void>
  /** Keys in the batch to come. */
  readonly waiting: number
}

interface Batch {
  keys: Set<string>
  done: PromiseWithResolvers<void>
}

/** `run` says how many milliseconds from its start the next batch is put off. */
export function createBatches(run: (keys: string[]) => Promise<number>): Batches {
  let next: Batch | undefined
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    // What is asked for in this turn of the event loop goes into the first batch.
    await undefined
    while (next !== undefined) {
      const { keys, done } = next
      next = undefined
      const startedAt = performance.now()
      try {
        const pauseMs = await run([...keys])
        done.resolve()
        if (pauseMs > 0) await Bun.sleep(pauseMs - (performance.now() - startedAt))
      } catch (error) {
        done.reject(error)
      }
    }
    isRunning = false
  }

  return {
    get waiting() {
      return next?.keys.size ?? 0
    },
    request(key) {
      next ??= { keys: new Set(), done: Promise.withResolvers() }
      next.keys.add(key)
      const { promise } = next.done
      if (!isRunning) void runAll()
      return promise
    },
  }
}
