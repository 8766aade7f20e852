import { quoteValue } from '../values/errors'

const FUZZY = /[\p{L}\p{N}]~\d*$|^~\d+$/u
/** The weight of a word: `word^4`. */
export const BOOST = /\^\d[\d.]*$/
/** A prefix: `develop%`. */
export const PERCENT = /\p{L}%$/u
const ONE_CHARACTER = /\p{L}\?\p{L}/u

/** The issue of a sign of other search engines that has no meaning here. */
export function refusedSign(word: string): { issue: string; hint: string } | undefined {
  const got = `got ${quoteValue(word)}`
  if (FUZZY.test(word)) {
    const hint = 'there is no search for similar words; write each word'
    return { issue: `expected a word without '~', ${got}`, hint }
  }
  if (word === 'XOR')
    return { issue: `expected 'AND' or 'OR', ${got}`, hint: 'for the word, write it in lower case' }
  if (!ONE_CHARACTER.test(word)) return undefined
  const hint = 'there is no sign for one character; write each word'
  return { issue: `expected a word without '?', ${got}`, hint }
}
