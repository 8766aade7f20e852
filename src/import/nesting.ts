/** Lists and objects that may stand inside each other; far below where printing a value would overflow the stack. */
export const MAX_NESTING = 100

/** Whether lists and objects stand inside each other more than `limit` times. */
export function isNestedDeeper(value: unknown, limit = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false
  return limit === 0 || Object.values(value).some((child) => isNestedDeeper(child, limit - 1))
}
