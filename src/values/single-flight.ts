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
