import { createHash } from 'node:crypto'

/** A hash of a JSON value. The order of object members and members that are undefined do not count; the order of arrays does. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 22)
}

/** The values in an order that depends on their content alone, for lists that a vendor returns in changing order. */
export function unordered<Value>(values: readonly Value[]): Value[] {
  const keyed = values.map((value) => ({ value, key: canonicalJson(value) }))
  return keyed
    .toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
    .map(({ value }) => value)
}

/** `unordered`, with equal values only once, and without undefined. */
export function distinct<Value>(values: readonly (Value | undefined)[]): Value[] {
  const known = values.filter((value) => value !== undefined)
  return unordered([...new Map(known.map((value) => [canonicalJson(value), value])).values()])
}

/** The first value where the vendor marks it as primary, then the others as a set. */
export function primaryFirst<Value>(
  primary: Value | undefined,
  others: readonly (Value | undefined)[],
): Value[] {
  if (primary === undefined) return distinct(others)
  const key = canonicalJson(primary)
  return [primary, ...distinct(others).filter((value) => canonicalJson(value) !== key)]
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(withSortedMembers(value)) ?? ''
}

/**
 * A copy with the members of all objects in the order of their names. Without prototypes `__proto__` is a member like
 * others. `JSON.stringify` with a replacer takes twice as long.
 */
function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers)
  if (typeof value !== 'object' || value === null) return value
  const sorted: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(value).sort()) {
    sorted[name] = withSortedMembers(Reflect.get(value, name))
  }
  return sorted
}
