/** A value, and the moment of which it is. */
export interface Dated<Value> {
  value: Value
  at: Date
}

export interface KeptValueOptions<Value> {
  /** Finds a value to begin with, of any age, where one was left. */
  find?: () => Promise<Dated<Value> | undefined>
  /** Makes the value anew; never called while it is at work. */
  make: () => Promise<Dated<Value>>
  now: () => Date
  /** From this age on it is made anew, while requests still get the one that there is. */
  renewAfterMs: number
  /** From this age on requests wait for a new one; they never do when absent. */
  discardAfterMs?: number
  /** Told why a renewal failed that no request waited for; the next request tries again. */
  onFailure: (error: unknown) => void
}

/** Keeps a value that takes long to make, and returns how to get it. */
export function keepValue<Value>(options: KeptValueOptions<Value>): () => Promise<Value> {
  const { find, make, now, renewAfterMs, onFailure } = options
  const { discardAfterMs = Number.POSITIVE_INFINITY } = options
  let kept: Dated<Value> | undefined
  let working: Promise<Dated<Value>> | undefined
  const once = (work: () => Promise<Dated<Value>>): Promise<Dated<Value>> => {
    working ??= work()
      .then((made) => {
        kept = made
        return made
      })
      .finally(() => {
        working = undefined
      })
    return working
  }
  const begin = async () => (await find?.()) ?? (await make())
  const ageMs = (dated: Dated<Value>) => now().getTime() - dated.at.getTime()
  return async () => {
    let current = kept ?? (await once(begin))
    if (ageMs(current) >= discardAfterMs) current = await once(make)
    if (ageMs(current) >= renewAfterMs) once(make).catch(onFailure)
    return current.value
  }
}
