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
