/** Stored beside the index: raise it with every change of the words that a text gives. */
export const ANALYZER_VERSION = 1

/**
 * In characters. A longer run of letters and digits is several words, in documents and in queries
 * alike. Keeps the largest tsquery that the other limits allow under PostgreSQL's 1 MB.
 */
export const MAX_WORD_LENGTH = 64

/**
 * The words of a text in order, accents and case removed; the same function reads documents and
 * queries. Words are runs of letters and digits, and the names that job titles need whole:
 *
 *     C++  C#  F#   at the start of a run: C++17 is `c++` `17`, VC++ is `vc`
 *     .NET          anywhere, unless a letter follows: ASP.NET is `asp` `.net`, .NET8 is `.net` `8`,
 *                   example.network is `example` `network`; after another dot it is `net`
 */
export function analyze(text: string): string[] {
  return fold(text).match(WORDS) ?? []
}

const WORDS = new RegExp(
  `c\\+\\+|[cf]#|(?<!\\.)\\.net(?!\\p{L})|[[\\p{L}\\p{N}]--[\\u02B9-\\u02FF]]{1,${MAX_WORD_LENGTH}}`,
  'gv',
)

function fold(text: string): string {
  if (UNACCENTED.test(text)) return text.toLowerCase()
  return text
    .replace(SIGNS, (sign) => SIGN_MEANING[sign] ?? ' ')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(LETTERS, (letter) => LETTER_SPELLING[letter] ?? letter)
}

/** ASCII and the spaces, dashes, quotes and bullets of word processors: most English, read faster. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with them
const UNACCENTED = /^[\x00-\x7f\xa0\xae\xb7\u2010-\u2023]*$/

/**
 * Signs that NFKD would turn into letters or leave without meaning: Java™ is `java` and not
 * `javatm`, C♯ is `c#`. Soft hyphens and joiners are invisible inside a word and vanish.
 */
const SIGN_MEANING: Record<string, string> = {
  '\u00AD': '',
  '\u200C': '',
  '\u200D': '',
  '\u2060': '',
  '\uFEFF': '',
  '♯': '#',
}
const SIGNS = /\u00AD|\u200C|\u200D|\u2060|\uFEFF|[™℠♯]/g

const MARKS = /\p{M}+/gu

/** Letters that NFKD does not take apart, after lower case. */
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
