import { singleFlight } from './single-flight'

/** A value and the time that it describes. */
export interface Dated<Value> {
  value: Value
  at: Date
}

interface StaleWhileRevalidateOptions<Value> {
  /** Finds an initial value of any age, for example one that another process stored. */
  find?: () => Promise<Dated<Value> | undefined>
  /** Computes a new value; at most one call runs at a time. */
  make: () => Promise<Dated<Value>>
  now: () => Date
  /** At this age a new value is computed in the background; requests get the old one. */
  renewAfterMs: number
  /** At this age requests wait for a new value. Unlimited when absent. */
  discardAfterMs?: number
  /** Receives the error of a background renewal; the next request tries again. */
  onFailure: (error: unknown) => void
}

/** Caches a value that is slow to compute, and returns its getter. */
export function staleWhileRevalidate<Value>(
  options: StaleWhileRevalidateOptions<Value>,
): () => Promise<Value> {
  const { find, make, now, renewAfterMs, onFailure } = options
  const { discardAfterMs = Number.POSITIVE_INFINITY } = options
  let cached: Dated<Value> | undefined
  const renew = singleFlight(async () => {
    cached = (cached === undefined ? await find?.() : undefined) ?? (await make())
    return cached
  })
  const ageMs = (dated: Dated<Value>) => now().getTime() - dated.at.getTime()
  return async () => {
    let current = cached ?? (await renew())
    if (ageMs(current) >= discardAfterMs) current = await renew()
    if (ageMs(current) >= renewAfterMs) renew().catch(onFailure)
    return current.value
  }
}
