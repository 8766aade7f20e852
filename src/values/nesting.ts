/** Maximum nesting of lists and objects; far below the depth at which `JSON.stringify` overflows the stack. */
export const MAX_NESTING = 100

/** Whether lists and objects are nested deeper than `limit` levels. */
export function isNestedDeeper(value: unknown, limit = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false
  return limit === 0 || Object.values(value).some((child) => isNestedDeeper(child, limit - 1))
}

/**
 * Maximum lists and objects of an answer. Each takes up to 75 bytes of memory, however short it is, and nothing ends `JSON.parse`:
 * 32 MB of brackets would take 2.4 GB. A sound answer of that size has at most a fourth as many.
 */
export const MAX_CONTAINERS = 2_000_000

const [LIST, OBJECT] = ['['.charCodeAt(0), '{'.charCodeAt(0)]

/** Whether a text of JSON has more lists and objects; their signs in its texts count as well. */
export function hasMoreContainers(json: string): boolean {
  let containers = 0
  for (let at = 0; json.length > MAX_CONTAINERS && at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === LIST || code === OBJECT) containers += 1
  }
  return containers > MAX_CONTAINERS
}
