/**
 * A JSON text whose escapes of half a character are those of U+FFFD. Texts that were cut between the UTF-16 units of a
 * character have such halves; UTF-8 cannot hold them, and readers of JSON refuse a whole page over one.
 */
export function wellFormed(json: string): string {
  if (!SURROGATE.test(json)) return json
  return json.replace(ESCAPES, (_, kept: string | undefined) => kept ?? '\\ufffd')
}

const SURROGATE = /\\u[dD][89a-fA-F]/

/** A backslash or a pair of halves, which stay as they are; else one half. */
const ESCAPES =
  /(\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|\\u[dD][89a-fA-F][\da-fA-F]{2}/g
