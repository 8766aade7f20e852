/** Stored with the index. Raise it with every change of the terms that a text gives. */
export const ANALYZER_VERSION = 4

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
  return unaccent(text).toLowerCase().match(WORDS) ?? []
}

const WORDS = new RegExp(
  `c\\+\\+|[cf]#|(?<!\\.)\\.net(?!\\p{L})|[[\\p{L}\\p{N}]--[\\u02B9-\\u02FF]]{1,${MAX_WORD_LENGTH}}`,
  'gv',
)

/**
 * The text with its characters beyond ASCII folded: without accents, case and compatibility forms. One by one
 * is right because marks are dropped, and fast because most texts have only a few curly quotes and dashes.
 */
export function unaccent(text: string): string {
  return text.replace(BEYOND_ASCII, foldCharacter)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with them
const BEYOND_ASCII = /[^\x00-\x7f]/gu

const foldings = new Map<string, string>()
const MAX_FOLDINGS = 10_000

function foldCharacter(character: string): string {
  const known = foldings.get(character)
  if (known !== undefined) return known
  const folding = findFolding(character)
  if (foldings.size >= MAX_FOLDINGS) foldings.clear()
  foldings.set(character, folding)
  return folding
}

/** One space for a character without meaning, so that most folded texts are ASCII. */
function findFolding(character: string): string {
  const folding =
    SIGN_MEANING[character] ??
    character
      .normalize('NFKD')
      .replace(MARKS, '')
      .toLowerCase()
      .replace(LETTERS, (letter) => LETTER_SPELLING[letter] ?? letter)
  return folding === '' || MEANING.test(folding) ? folding : ' '
}

/** Any of the characters by which `WORDS` is decided. */
const MEANING = /[\p{L}\p{N}+#.]/u

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
  '™': ' ',
  '℠': ' ',
}
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
