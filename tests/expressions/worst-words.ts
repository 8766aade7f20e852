const MEGABYTE = 1_000_000

/** Words of which expressions and readers are quadratic most often. */
const WORDS = [
  ' ',
  '\n',
  'a',
  'a ',
  '0',
  '1,',
  '-',
  '- a\n',
  '/',
  '<a ',
  '</a>',
  '<!--',
  '-->',
  '[[[',
  '{',
  '(',
  '"',
  "'",
  '\\"',
  '&',
  '*',
]

/** A megabyte of each word, with something at the end that it does not go on with. */
export function worstTexts(
  more: readonly string[] = [],
  length = MEGABYTE,
): [word: string, text: string][] {
  return [...new Set([...WORDS, ...more])].map((word) => [
    word,
    `${word.repeat(Math.ceil(length / word.length)).slice(0, length - 1)}\u0001`,
  ])
}

/** The words that an expression itself writes out. */
export function wordsOf(expression: RegExp): string[] {
  const plain = expression.source.replace(/\\[a-zA-Z](?:\{[^}]*\})?/g, ' ').replace(/\\/g, '')
  return [...new Set(plain.match(/[\w<>/'"=:;,&%#@!-]+/g) ?? [])].slice(0, 3)
}
