import { hashWord } from './ascii-words'

/**
 * The words that stand in most descriptions of jobs, the last of them in a third. Where two of them stand side by side,
 * the index has the pair as a term of its own: a phrase of such words is found by it, where PostgreSQL would read the
 * words of nearly every job to see whether they are neighbours. Changed only together with `ANALYZER_VERSION`.
 */
const COMMON_WORDS = `
  and to a the for of in with is we you on are that or our at experience work an as s team this be
  by from time will have about your re role all years more if us what do building build company ll
  can other skills strong including who new product their data high it full opportunity working
  not based ability across benefits teams help mission world fast any growth support looking
  impact through one into make people systems how engineering best business management up drive
  technical design platform software disability ensure development ai join vision status tools
  office process equal communication environment but dental scale also 5 employer health com
  equity age please job technology where salary growing apply customer employees competitive lead
  like such
`
  .trim()
  .split(/\s+/)

const numbers = new Map(COMMON_WORDS.map((word, index) => [word, index + 1]))

/** From 1; 0 for a word that is not common. */
export function commonNumber(word: string): number {
  return numbers.get(word) ?? 0
}

/** Two common words side by side. */
export type Pair = number

/** Undefined when one of the words is not common. */
export function pairOf(first: number, second: number): Pair | undefined {
  return first > 0 && second > 0 ? (first - 1) * COMMON_WORDS.length + second - 1 : undefined
}

/** The pairs of a document, each once, given the numbers of the words at its positions from 1 to before `end`. */
export function pairsOf(numberAt: ArrayLike<number>, end: number): Pair[] {
  const pairs: Pair[] = []
  isFound.fill(0)
  for (let position = 2; position < end; position += 1) {
    const pair = pairOf(numberAt[position - 1] ?? 0, numberAt[position] ?? 0)
    if (pair === undefined || isFound[pair] === 1) continue
    isFound[pair] = 1
    pairs.push(pair)
  }
  return pairs
}

/** By pair, of one document. */
const isFound = new Uint8Array(COMMON_WORDS.length ** 2)

/** The term of a pair in the index, of ASCII. It begins as no word does. */
export function pairTerm(pair: Pair): string {
  return ` ${pair.toString(36)}`
}

/** As `commonNumber`, of the ASCII bytes of a word; `hash` is its `hashWord`. */
export function commonNumberOf(text: Uint8Array, start: number, end: number, hash: number): number {
  for (const { bytes, number } of byHash.get(hash) ?? []) {
    if (isWord(bytes, text, start, end)) return number
  }
  return 0
}

const byHash = Map.groupBy(
  COMMON_WORDS.map((word, index) => ({ bytes: new TextEncoder().encode(word), number: index + 1 })),
  ({ bytes }) => hashWord(bytes, 0, bytes.length),
)

function isWord(word: Uint8Array, text: Uint8Array, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let at = 0; at < word.length; at += 1) if (word[at] !== text[start + at]) return false
  return true
}
