declare global {
  interface JSON {
    /** Standard ECMAScript; TypeScript's library lacks the reviver's third argument. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown
    /** Standard ECMAScript; TypeScript's library lacks it. */
    rawJSON(text: string): unknown
  }
}

/** A number that JavaScript may print differently: many digits, a fraction, an exponent or minus zero. */
const INEXACT_NUMBER = /\d{16}|\d[.e]\d|\de[-+]|[[:,\s]-0/i

/**
 * The `source_fields` of a line with every number as published: employers publish ids that no JavaScript number
 * holds. `read` is the value that `JSON.parse` gave.
 */
export function exactSourceFields<Fields>(line: string, read: Fields): Fields {
  // The member is mostly the last one, so descriptions are rarely parsed twice.
  const end = fromMember(line)
  if (!INEXACT_NUMBER.test(end)) return read
  // The cast: the same text passed the schema before.
  return ((readExactly(end) ?? readExactly(line)) as { source_fields: Fields }).source_fields
}

/** The line from `source_fields` on; not JSON unless the member is at the top level. The whole line if there is none. */
function fromMember(line: string): string {
  const start = line.indexOf('"source_fields"')
  return start === -1 || line[start - 1] === '\\' ? line : `{${line.slice(start)}`
}

/** Undefined when the text is not JSON. */
function readExactly(text: string): unknown {
  try {
    return JSON.parse(text, (_, value, { source }) =>
      typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value,
    )
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Maximum number of list elements and object members in a line; 1000 complete locations are 10,000. */
export const MAX_VALUES = 100_000

/** Whether lists and objects of a value hold more than `limit` elements and members. */
export function hasMoreValues(value: object, limit = MAX_VALUES): boolean {
  // A list instead of recursion, because the nesting of a line is not limited yet.
  const open: object[] = [value]
  let values = 0
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const children = Object.values(container)
    values += children.length
    if (values > limit) return true
    for (const child of children) {
      if (typeof child === 'object' && child !== null) open.push(child)
    }
  }
  return false
}
