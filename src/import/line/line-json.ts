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

/** Maximum nesting of lists and objects; far below the depth at which `JSON.stringify` overflows the stack. */
export const MAX_NESTING = 100

/** Whether lists and objects are nested deeper than `limit` levels. */
export function isNestedDeeper(value: unknown, limit = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false
  return limit === 0 || Object.values(value).some((child) => isNestedDeeper(child, limit - 1))
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

/** The number of members of all objects in a value; undefined when it holds more than `MAX_VALUES` values. */
export function countMembers(value: object): number | undefined {
  // A list instead of recursion, because the nesting of a line is not limited yet.
  const open: object[] = [value]
  let values = 0
  let members = 0
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const children = Object.values(container)
    values += children.length
    if (values > MAX_VALUES) return undefined
    if (!Array.isArray(container)) members += children.length
    for (const child of children) {
      if (typeof child === 'object' && child !== null) open.push(child)
    }
  }
  return members
}

/** The number of member names in a JSON text; more than `countMembers` when an object repeats a name. */
export function countNames(json: string): number {
  let names = 0
  let end = 0
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', end)) {
    end = endOfString(json, start)
    if (isName(json, end)) names += 1
  }
  return names
}

/** The path of the first member whose name its object already has, looked for in `depth` levels of a JSON text. */
export function firstDuplicate(json: string, depth = Infinity): string[] | undefined {
  const open: { names: Set<string>; step: string; isList: boolean }[] = []
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    const container = open.at(-1)
    if (character === '{' || character === '[') {
      open.push({ names: new Set(), step: '0', isList: character === '[' })
    } else if (character === '}' || character === ']') open.pop()
    else if (character === ',' && container?.isList)
      container.step = `${Number(container.step) + 1}`
    else if (character === '"') {
      const end = endOfString(json, index)
      if (container !== undefined && isName(json, end) && open.length <= depth) {
        // An escape in a name makes no other name.
        container.step = JSON.parse(json.slice(index, end))
        if (container.names.has(container.step)) return open.map(({ step }) => step)
        container.names.add(container.step)
      }
      index = end - 1
    }
  }
  return undefined
}

/** The index behind the string of a JSON text that starts at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end + 1
}

const BACKSLASH = 0x5c
const COLON = 0x3a
const SPACE = 0x20

function isEscaped(json: string, index: number): boolean {
  let start = index
  while (json.charCodeAt(start - 1) === BACKSLASH) start -= 1
  return (index - start) % 2 === 1
}

/** Whether a colon follows the string that ends at `end`. */
function isName(json: string, end: number): boolean {
  let index = end
  while (json.charCodeAt(index) <= SPACE) index += 1
  return json.charCodeAt(index) === COLON
}
