import { type BackgroundFailure, Backoff } from './waiting/backoff'

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

/** A value and the time that it describes. */
interface Dated<Value> {
  value: Value
  at: Date
}

interface StaleWhileRevalidateOptions<Value> {
  /** What the value is called in a failure, such as `the vocabulary`. */
  name: string
  /** Finds an initial value of any age, for example one that another process stored. */
  find?: () => Promise<Dated<Value> | undefined>
  /** Computes a new value; at most one call runs at a time. */
  make: () => Promise<Dated<Value>>
  now: () => Date
  /** At this age a new value is computed in the background; requests get the old one. */
  renewAfterMs: number
  /** At this age requests wait for a new value. Unlimited when absent. */
  discardAfterMs?: number
  /** Receives a `BackgroundFailure` for each background renewal that fails. */
  onFailure: (failure: BackgroundFailure) => void
}

/** A value that is slow to compute, cached. */
export interface CachedValue<Value> {
  /** Waits for the first value, and for a new one when it is too old. */
  get(): Promise<Value>
  /** Computes a value that is missing or due, unless the last attempts failed: then later each time. Never rejects. */
  prepare(): Promise<void>
}

export function staleWhileRevalidate<Value>(
  options: StaleWhileRevalidateOptions<Value>,
): CachedValue<Value> {
  const { name, find, make, now, renewAfterMs, onFailure } = options
  const { discardAfterMs = Number.POSITIVE_INFINITY } = options
  const backoff = new Backoff(now)
  let cached: Dated<Value> | undefined
  const renew = singleFlight(async () => {
    cached = (cached === undefined ? await find?.() : undefined) ?? (await make())
    backoff.reset()
    return cached
  })
  const isOlder = ({ at }: Dated<Value>, ageMs: number) => now().getTime() - at.getTime() >= ageMs
  const prepare = singleFlight(() =>
    backoff.attempt(`${name} could not be renewed`, onFailure, async () => {
      const current = cached ?? (await renew())
      if (isOlder(current, renewAfterMs)) await renew()
    }),
  )
  return {
    prepare,
    async get() {
      let current = cached ?? (await renew())
      if (isOlder(current, discardAfterMs)) current = await renew()
      if (isOlder(current, renewAfterMs)) void prepare()
      return current.value
    },
  }
}

/** Computes a value on the first call. */
export function memoizeSync<Value>(make: () => Value): () => Value {
  let kept: { value: Value } | undefined
  return () => {
    kept ??= { value: make() }
    return kept.value
  }
}
