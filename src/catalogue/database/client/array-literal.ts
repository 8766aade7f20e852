import { makePgArray } from 'drizzle-orm/pg-core'

export type ArrayElement = string | number | bigint | boolean | Date | null

/** A PostgreSQL array literal, bound as one parameter: `{1,2}`, `{"a b",NULL}`. */
export function arrayLiteral(elements: readonly ArrayElement[]): string {
  return makePgArray(
    elements.map((element) => (element instanceof Date ? element.toISOString() : element)),
  )
}

/** The elements of the literal of a one-dimensional array, as texts, without nulls. (Drizzle's parser loses backslashes.) */
export function readArrayLiteral(literal: string): string[] {
  const elements = literal.matchAll(/"((?:[^"\\]|\\.)*)"|([^{},]+)/gs)
  return [...elements].flatMap(([, quoted, plain]) => {
    if (quoted !== undefined) return [quoted.replace(/\\(.)/gs, '$1')]
    return plain === undefined || plain === 'NULL' ? [] : [plain]
  })
}
