declare global {
  interface JSON {
    /** ECMAScript; missing from TypeScript's library. */
    rawJSON(text: string): unknown
  }
}

/** Prints a value as JSON; a bigint becomes a plain integer, written exactly. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? JSON.rawJSON(member.toString()) : member,
  )
}

/** Joins texts that are JSON already into an array. */
export function jsonArray(texts: readonly string[]): string {
  return `[${texts.join(',')}]`
}
