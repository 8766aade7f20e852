/** Shares one call among all callers that ask while it runs; the value may be from before the question. */
export function singleFlight<Value>(call: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return () => {
    running ??= call().finally(() => {
      running = undefined
    })
    return running
  }
}

/**
 * `singleFlight` for values that must not be from before the question: a call that runs already may be, so callers
 * that ask during it share the next one.
 */
export function freshSingleFlight<Value>(call: () => Promise<Value>): () => Promise<Value> {
  // Without the value of the call, which may be large.
  let running: Promise<void> = Promise.resolve()
  let next: Promise<Value> | undefined
  return () => {
    next ??= running.then(() => {
      next = undefined
      const started = call()
      running = started.then(ignore, ignore)
      return started
    })
    return next
  }
}

function ignore(): void {}

/** Calls `make` on the first call and returns its value from then on. A failure is not kept: the next call tries again. */
export function memoize<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = undefined
      throw error
    })
    return kept
  }
}
