import { MAX_WORD_LENGTH } from '../../../text/search/index/analyzer'

/**
 * The fast path of `analyze` for ASCII bytes: it allocates no strings. It changes the bytes from
 * `start` to `end` to lower case and calls `take` with the range and the `hashWord` of each word, until `take`
 * returns false. A NUL byte must follow `end`.
 */
export function scanAsciiWords(
  text: Uint8Array,
  start: number,
  end: number,
  take: (wordStart: number, wordEnd: number, hash: number) => boolean,
): void {
  let at = start
  while (at < end) {
    const wordStart = at
    const longest = at + MAX_WORD_LENGTH
    let hash = SEED
    // The hash is computed in the pass that changes the letters.
    for (let letter = letterAt(text, at); letter > 0 && at < longest; letter = letterAt(text, at)) {
      text[at] = letter
      hash = mix(hash, letter)
      at += 1
    }
    if (at <= wordStart + 1) {
      const length = at - wordStart
      at = length === 1 ? endOfName(text, wordStart) : endOfNet(text, wordStart)
      if (at > wordStart + length) hash = hashWord(text, wordStart, at)
    }
    if (at === wordStart) at += 1
    else if (!take(wordStart, at, hash)) return
  }
}

/** A 32-bit hash of a word. The seed is random in each process, so that nobody can construct collisions. */
export function hashWord(text: Uint8Array, start: number, end: number): number {
  let hash = SEED
  for (let at = start; at < end; at += 1) hash = mix(hash, text[at] ?? 0)
  return hash
}

/** Mixes high bits into low bits. Otherwise some pairs of words would collide for every seed. */
function mix(hash: number, byte: number): number {
  const product = Math.imul(hash ^ byte, SPREAD)
  return product ^ (product >>> 15)
}

const SEED = crypto.getRandomValues(new Int32Array(1))[0] ?? 0
const SPREAD = 0x9e3779b1

/** The end of a word that begins with a single letter: `c++`, `c#`, `f#`, or the letter alone. */
function endOfName(text: Uint8Array, start: number): number {
  const letter = text[start]
  const sign = text[start + 1]
  if (letter === C && sign === PLUS && text[start + 2] === PLUS) return start + 3
  return (letter === C || letter === F) && sign === HASH ? start + 2 : start + 1
}

/** The end of `.net` that begins at `start`; `start` itself if it does not, or after another dot. */
function endOfNet(text: Uint8Array, start: number): number {
  return text[start - 1] !== DOT && isNet(text, start) ? start + NET.length : start
}

/** Whether `.net` is at `start` and no letter follows it. Changes it to lower case. */
function isNet(text: Uint8Array, start: number): boolean {
  if (text[start] !== DOT) return false
  for (let index = 1; index < NET.length; index += 1) {
    if (letterAt(text, start + index) !== NET[index]) return false
  }
  if (letterAt(text, start + NET.length) > NINE) return false
  text.set(NET, start)
  return true
}

function letterAt(text: Uint8Array, at: number): number {
  return LETTERS[text[at] ?? 0] ?? 0
}

/** By byte: the lower-case letter or the digit; 0 for a byte that separates words. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase()
  return /[a-z0-9]/.test(character) ? character.charCodeAt(0) : 0
})

const DOT = '.'.charCodeAt(0)
const PLUS = '+'.charCodeAt(0)
const HASH = '#'.charCodeAt(0)
const C = 'c'.charCodeAt(0)
const F = 'f'.charCodeAt(0)
const NINE = '9'.charCodeAt(0)
const NET = new TextEncoder().encode('.net')
