import type { JsonBytes } from '../values/json-text'

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

/** Pieces of a `JsonText`. */
export type JsonPieces = (string | JsonBytes)[]

/** The pieces of an array, from those of its elements. */
export function jsonArray(elements: readonly Readonly<JsonPieces>[]): JsonPieces {
  const pieces: JsonPieces = []
  for (const element of elements) pieces.push(pieces.length === 0 ? '[' : ',', ...element)
  pieces.push(pieces.length === 0 ? '[]' : ']')
  return pieces
}
