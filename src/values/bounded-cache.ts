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
