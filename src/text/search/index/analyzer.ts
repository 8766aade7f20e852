import { BoundedCache } from '../../../values/bounded-cache'

/** The version of the index terms, stored with the index. Increase it with every change to the terms of a text or place. */
export const ANALYZER_VERSION = 7

/**
 * Characters of one word. A longer run of letters and digits is split, in documents and in queries.
 * With the other limits it keeps the largest tsquery under PostgreSQL's 1 MB.
 */
export const MAX_WORD_LENGTH = 64

/**
 * The words of a text, in order, without accents and case. Documents and queries are analyzed alike.
 * A word is a run of letters and digits, or one of these names:
 *
 *     C++  C#  F#   at the beginning of a run: C++17 is `c++` `17`, VC++ is `vc`
 *     .NET          unless a letter follows: ASP.NET is `asp` `.net`, .NET8 is `.net` `8`,
 *                   example.network is `example` `network`; after another dot it is `net`
 *
 * Modifier letters (U+02B9 to U+02FF) separate words.
 */
export function analyze(text: string): string[] {
  const lower = unaccent(text).toLowerCase()
  return SIMPLE.test(lower) ? lower.split(' ') : (lower.match(WORDS) ?? [])
}

/** ASCII words with one space between them. */
const SIMPLE = new RegExp(`^[a-z0-9]{1,${MAX_WORD_LENGTH}}(?: [a-z0-9]{1,${MAX_WORD_LENGTH}})*$`)

export const WORDS = new RegExp(
  `c\\+\\+|[cf]#|(?<!\\.)\\.net(?!\\p{L})|[[\\p{L}\\p{N}]--[\\u02B9-\\u02FF]]{1,${MAX_WORD_LENGTH}}`,
  'gv',
)

/**
 * Replaces each character beyond ASCII by its form without accents, case and compatibility variants.
 * Folding single characters is correct because marks are dropped. It is fast because most texts have
 * few characters beyond ASCII.
 */
export function unaccent(text: string): string {
  return text.replace(BEYOND_ASCII, foldCharacter)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with control characters
const BEYOND_ASCII = /[^\x00-\x7f]/gu

const foldings = new BoundedCache<string>(10_000)
const foldCharacter = (character: string): string => foldings.get(character, findFolding)

/** A character that separates words becomes a space, so that most folded texts are ASCII. */
function findFolding(character: string): string {
  const folding =
    SIGNS[character] ??
    character
      .normalize('NFKD')
      .replace(MARKS, '')
      .toLowerCase()
      .replace(LETTERS, (letter) => LETTER_SPELLING[letter] ?? letter)
  return folding === '' || MEANING.test(folding) ? folding : ' '
}

/** The characters that `WORDS` distinguishes. */
const MEANING = /[\p{L}\p{N}+#.]/u

/**
 * Exceptions to NFKD: Java™ is `java` instead of `javatm`, and C♯ is `c#`. Soft hyphens and joiners
 * are invisible inside a word, so they are removed.
 */
const SIGNS: Record<string, string> = {
  '\u00AD': '',
  '\u200B': '',
  '\u200C': '',
  '\u200D': '',
  '\u2060': '',
  '\uFEFF': '',
  '♯': '#',
  '™': ' ',
  '℠': ' ',
}
const MARKS = /\p{M}+/gu

/** Lower-case letters that NFKD does not decompose. */
const LETTER_SPELLING: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ĸ: 'k',
  ς: 'σ',
}
const LETTERS = /[ßæœøłđðþıħŧŋĸς]/g
