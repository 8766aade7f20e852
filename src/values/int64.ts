export const MAX_INT64 = 2n ** 63n - 1n

/** Reads decimal digits as an integer from 0 to 2^63 - 1; `undefined` for any other text. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^\d{1,30}$/.test(text)) return undefined
  const value = BigInt(text)
  return value <= MAX_INT64 ? value : undefined
}
