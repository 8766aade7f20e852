/** The member at a path of objects; undefined when a step is missing. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  let member = value
  for (const name of path) {
    if (typeof member !== 'object' || member === null) return undefined
    if (!Object.hasOwn(member, name)) return undefined
    member = Reflect.get(member, name)
  }
  return member
}

/** The text at a path, trimmed, or a number as text; undefined for a blank text, a number too large to be exact, and other types. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const member = memberAt(value, ...path)
  if (typeof member === 'number') return isExact(member) ? String(member) : undefined
  return (typeof member === 'string' && member.trim()) || undefined
}

function isExact(number: number): boolean {
  return Number.isFinite(number) && (Number.isSafeInteger(number) || !Number.isInteger(number))
}

/** The array at a path; empty when there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const member = memberAt(value, ...path)
  return Array.isArray(member) ? member : []
}

/** The whole number at a path; undefined for anything else. */
export function countAt(value: unknown, ...path: readonly string[]): number | undefined {
  const member = memberAt(value, ...path)
  return Number.isSafeInteger(member) && Number(member) >= 0 ? Number(member) : undefined
}

/** The members of these names; undefined where there is none. */
export function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, memberAt(value, name)]))
}

/** The values of `pick` alone, in the order of the names. */
export function valuesOf(value: unknown, names: readonly string[]): unknown[] {
  return names.map((name) => memberAt(value, name))
}

/** A web address, else undefined. */
export function webAddress(value: unknown): string | undefined {
  const text = textAt(value)
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}
