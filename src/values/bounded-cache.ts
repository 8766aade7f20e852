/** Values by text, each found once. When `limit` texts are kept, all are forgotten: keeping an order of use would cost more. */
export class BoundedCache<Value extends NonNullable<unknown>> {
  private readonly kept = new Map<string, Value>()

  constructor(private readonly limit: number) {}

  get(key: string, find: (key: string) => Value): Value {
    const known = this.kept.get(key)
    if (known !== undefined) return known
    const value = find(key)
    if (this.kept.size >= this.limit) this.kept.clear()
    this.kept.set(key, value)
    return value
  }
}

/** Characters of a text that others may type too. */
const MAX_SHORT = 100

/** The function with its values of up to `limit` short texts kept: people type the same ones again and again. */
export function keepingShort<Value extends NonNullable<unknown>>(
  limit: number,
  find: (text: string) => Value,
): (text: string) => Value {
  const kept = new BoundedCache<Value>(limit)
  return (text) => (text.length > MAX_SHORT ? find(text) : kept.get(text, find))
}
