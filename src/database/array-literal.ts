type Element = string | number | bigint | boolean | Date | null

/** The text of a PostgreSQL array, for one bound parameter with a cast: `{1,2}`, `{"a b",NULL}`. */
export function arrayLiteral(elements: readonly Element[]): string {
  return `{${elements.map(elementLiteral).join(',')}}`
}

function elementLiteral(element: Element): string {
  if (element === null) return 'NULL'
  if (element instanceof Date) return `"${element.toISOString()}"`
  if (typeof element !== 'string') return String(element)
  return `"${element.replace(/["\\]/g, '\\$&')}"`
}

/** The elements of a one-dimensional PostgreSQL array as texts, without its nulls. */
export function readArrayLiteral(literal: string): string[] {
  const elements = literal.matchAll(/"((?:[^"\\]|\\.)*)"|([^{},]+)/gs)
  return [...elements].flatMap(([, quoted, plain]) => {
    if (quoted !== undefined) return [quoted.replace(/\\(.)/gs, '$1')]
    return plain === undefined || plain === 'NULL' ? [] : [plain]
  })
}
