declare global {
  interface JSON {
    /** ECMAScript, as the library has it but for `context`, which says how a value was written. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown
  }
}

/** A number that JavaScript may not print as it was written: many digits, a fraction, an exponent, minus zero. */
const DELICATE_NUMBER = /\d{16}|\d[.e]\d|\de[-+]|[[:,\s]-0/i

/**
 * The source fields of a line, whose numbers print exactly as they were published; `read` is what the line's
 * `source_fields` were read as. Employers publish ids that no JavaScript number holds.
 */
export function exactSourceFields<Fields>(line: string, read: Fields): Fields {
  // The member most often stands last, so that numbers in descriptions seldom make a line be read twice.
  const start = line.indexOf('"source_fields"')
  if (!DELICATE_NUMBER.test(start === -1 ? line : line.slice(start))) return read
  const exact = JSON.parse(line, (_, value, { source }) =>
    typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value,
  )
  // The cast: the same text was read as a line with these members before.
  return (exact as { source_fields: Fields }).source_fields
}
