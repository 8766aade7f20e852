declare global {
  interface JSON {
    /** ECMAScript, as the library has it but for `context`, which says how a value was written. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown
    /** ECMAScript; missing from the library. */
    rawJSON(text: string): unknown
  }
}

/** A number that JavaScript may not print as it was written: many digits, a fraction, an exponent, minus zero. */
const DELICATE_NUMBER = /\d{16}|\d[.e]\d|\de[-+]|[[:,\s]-0/i

/**
 * The source fields of a line, whose numbers print exactly as they were published; `read` is what the line's
 * `source_fields` were read as. Employers publish ids that no JavaScript number holds.
 */
export function exactSourceFields<Fields>(line: string, read: Fields): Fields {
  // The member most often stands last, so that descriptions and their numbers are seldom read twice.
  const end = fromMember(line)
  if (!DELICATE_NUMBER.test(end)) return read
  // The cast: the same text was read as a line with these members before.
  return ((readExactly(end) ?? readExactly(line)) as { source_fields: Fields }).source_fields
}

/** The line without the members before `source_fields`, or no JSON when it stands elsewhere; else the whole line. */
function fromMember(line: string): string {
  const start = line.indexOf('"source_fields"')
  return start === -1 || line[start - 1] === '\\' ? line : `{${line.slice(start)}`
}

/** Undefined when the text is no JSON. */
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
