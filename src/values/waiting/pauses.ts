/** The next item takes longer than `withPauses` was told. */
export const PAUSE = Symbol('pause')

/**
 * The items of a source as they come, and `PAUSE` where the next one takes longer than `ms`. A reader that leaves ends the source;
 * at a pause it does not wait for that, since the source may be silent for ever.
 */
export async function* withPauses<Item>(
  source: AsyncIterable<Item>,
  ms: number,
): AsyncGenerator<Item | typeof PAUSE> {
  const items = source[Symbol.asyncIterator]()
  let isPaused = false
  try {
    for (;;) {
      const next = items.next()
      isPaused = await isLongerThan(next, ms)
      if (isPaused) yield PAUSE
      const { done, value } = await next
      isPaused = false
      if (done) return
      yield value
    }
  } finally {
    const ended = items.return?.()
    if (isPaused) ended?.catch(() => undefined)
    else await ended
  }
}

async function isLongerThan(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<true>()
  const timer = setTimeout(resolve, ms, true)
  try {
    return await Promise.race([work.then(() => false), promise])
  } finally {
    clearTimeout(timer)
  }
}
