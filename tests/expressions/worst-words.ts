/** Words of which expressions and readers are quadratic most often. */
export const WORST_WORDS = [
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

/** The words that an expression itself writes out. */
export function wordsOf(expression: RegExp): string[] {
  const plain = expression.source.replace(/\\[a-zA-Z](?:\{[^}]*\})?/g, ' ').replace(/\\/g, '')
  return [...new Set(plain.match(/[\w<>/'"=:;,&%#@!-]+/g) ?? [])].slice(0, 3)
}

/** A word again and again, with something at the end that it does not go on with. */
export function worstText(word: string, length: number): string {
  return `${word.repeat(Math.ceil(length / word.length)).slice(0, length - 1)}\u0001`
}
