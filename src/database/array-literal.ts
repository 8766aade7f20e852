type Element = string | number | bigint | boolean | Date | null

/** A PostgreSQL array literal, bound as one parameter and cast: `{1,2}`, `{"a b",NULL}`. */
export function arrayLiteral(elements: readonly Element[]): string {
  return `{${elements.map(elementLiteral).join(',')}}`
}

function elementLiteral(element: Element): string {
  if (element === null) return 'NULL'
  if (element instanceof Date) return `"${element.toISOString()}"`
  if (typeof element !== 'string') return String(element)
  return `"${element.replace(/["\\]/g, '\\$&')}"`
}

/** The elements of the literal of a one-dimensional array, as texts, without nulls. */
export function readArrayLiteral(literal: string): string[] {
  const elements = literal.matchAll(/"((?:[^"\\]|\\.)*)"|([^{},]+)/gs)
  return [...elements].flatMap(([, quoted, plain]) => {
    if (quoted !== undefined) return [quoted.replace(/\\(.)/gs, '$1')]
    return plain === undefined || plain === 'NULL' ? [] : [plain]
  })
}
