/** `\\u0000`, a surrogate pair or an escaped backslash (captured, and kept), or a lone surrogate, as JSON escapes. */
const ESCAPES =
  /(\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|\\u(?:0000|[dD][89a-fA-F][\da-fA-F]{2})/g

const ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/
const NUL = '\\u0000'

/**
 * A text of JSON or HTML with U+FFFD in place of NULs and lone surrogates, also where JSON escapes stand for them. PostgreSQL's
 * text holds neither.
 */
export function storableJson(text: string): string {
  return withoutEscapes(storableText(text), () => false)
}

/**
 * A text of JSON without escapes of lone surrogates: U+FFFD stands for each. They come from texts that were cut inside a
 * pair.
 */
export function wellFormedJson(text: string): string {
  return withoutEscapes(text, (written) => written === NUL)
}

function withoutEscapes(text: string, isKept: (written: string) => boolean): string {
  if (!ESCAPE.test(text)) return text
  return text.replace(ESCAPES, (written, kept: string | undefined) =>
    kept !== undefined || isKept(written) ? written : '\\ufffd',
  )
}

/** A text without NULs and lone surrogates: U+FFFD stands for each. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

/** A plain value whose texts are all storable. */
export function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return storableText(value) as Value & string
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return JSON.parse(storableJson(JSON.stringify(value)))
}
