import text from './common-grams.txt' with { type: 'text' }

/**
 * The words of at least a quarter of all postings, real or sample, or of most French postings; the most
 * frequent first. Two of them side by side are one term of the index, as `common_grams` in
 * Elasticsearch: the index alone then finds a phrase of common words. Without these terms PostgreSQL
 * would read the positions of nearly every job. Change the list only together with `ANALYZER_VERSION`.
 */
export const COMMON_WORDS: readonly string[] = text.trim().split(/\s+/)

const numbers = new Map(COMMON_WORDS.map((word, index) => [word, index + 1]))

/** The number of a common word, from 1; 0 for other words. */
export function commonNumber(word: string): number {
  return numbers.get(word) ?? 0
}

/** The number of possible pairs; pairs are numbered from 0. */
export const MAX_PAIRS = COMMON_WORDS.length ** 2

/** The number of the pair of two common words, given their numbers. */
export function pairNumber(left: number, right: number): number {
  return (left - 1) * COMMON_WORDS.length + right - 1
}

/** The index term of two words side by side; undefined unless both are common. */
export function pairTerm(left: string, right: string): string | undefined {
  const [leftNumber, rightNumber] = [commonNumber(left), commonNumber(right)]
  if (leftNumber === 0 || rightNumber === 0) return undefined
  return pairTermOf(pairNumber(leftNumber, rightNumber))
}

/** The index term of a pair: three ASCII bytes. It begins with a sign that no analyzed word begins with. */
export function pairTermOf(pair: number): string {
  const bytes = new Uint8Array(3)
  writePairTerm(pair, bytes, 0)
  return String.fromCharCode(...bytes)
}

/** Writes the index term of a pair, and returns the offset behind it. */
export function writePairTerm(pair: number, output: Uint8Array, at: number): number {
  output[at] = SIGNS[Math.trunc(pair / PLACES ** 2)] ?? 0
  output[at + 1] = FOLLOWING[Math.trunc(pair / PLACES) % PLACES] ?? 0
  output[at + 2] = FOLLOWING[pair % PLACES] ?? 0
  return at + 3
}

const SIGNS = new TextEncoder().encode('!"$%&()*,-/:;<=>?@[]^_`{|}~')

/** Printable ASCII without the two characters that tsquery text escapes. */
const FOLLOWING = Uint8Array.from({ length: 95 }, (_, index) => 32 + index).filter(
  (byte) => byte !== 0x27 && byte !== 0x5c,
)
const PLACES = FOLLOWING.length
