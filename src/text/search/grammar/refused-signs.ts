import { quoteValue } from '../../../values/errors'

/** Signs of other search engines that have no meaning here. */
const REFUSED: readonly { pattern: RegExp; expected: string; hint: string }[] = [
  {
    pattern: /[\p{L}\p{N}]~\d*$|^~\d+$/u,
    expected: "a word without '~'",
    hint: 'there is no search for similar words; write each word',
  },
  {
    pattern: /^XOR$/,
    expected: "'AND' or 'OR'",
    hint: 'for the word, write it in lower case',
  },
  {
    pattern: /\p{L}\?\p{L}/u,
    expected: "a word without '?'",
    hint: 'there is no sign for one character; write each word',
  },
]

/** The issue of a word with a sign that has no meaning. */
export function refusedSign(word: string): { issue: string; hint: string } | undefined {
  const sign = REFUSED.find(({ pattern }) => pattern.test(word))
  return sign && { issue: `expected ${sign.expected}, got ${quoteValue(word)}`, hint: sign.hint }
}
