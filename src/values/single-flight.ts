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
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | undefined
  const start = async (): Promise<Value> => {
    await running
    next = undefined
    const started = call()
    // Without its value, which may be large.
    running = started.then(
      () => undefined,
      () => undefined,
    )
    return await started
  }
  return () => {
    next ??= start()
    return next
  }
}

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
