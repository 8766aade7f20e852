/**
 * Reads something for all who ask at about the same time. Who asks gets a reading that began after the question: one
 * that is under way may be of before it, so they share the next.
 */
export function freshReading<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | undefined
  const begin = async (): Promise<Value> => {
    await running
    next = undefined
    const reading = read()
    running = reading.catch(() => undefined)
    return await reading
  }
  return () => {
    next ??= begin()
    return next
  }
}

/** Reads something once for all who ask while the reading is under way, when one from before the question will do. */
export function sharedReading<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return () => {
    running ??= read().finally(() => {
      running = undefined
    })
    return running
  }
}
