/** Maximum nesting of lists and objects; far below the depth at which `JSON.stringify` overflows the stack. */
export const MAX_NESTING = 100

/** Whether lists and objects are nested deeper than `limit` levels. */
export function isNestedDeeper(value: unknown, limit = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false
  return limit === 0 || Object.values(value).some((child) => isNestedDeeper(child, limit - 1))
}
