import { WORST_WORDS, wordsOf, worstText } from './worst-words'

/** Long enough to tell quadratic time, 20 ms or more, from linear time, a fraction of one. */
const SHORT = 10_000
const SUSPECT_MS = 2

/** The worst words of which an expression does not read a short text at once: a long text of them is to be tried. */
export function suspectWords(expression: RegExp, length: number): string[] {
  const words = [...new Set([...WORST_WORDS, ...wordsOf(expression)])]
  return words.filter((word) => {
    const text = worstText(word, Math.min(length, SHORT))
    const start = process.cpuUsage()
    tryOn(expression, text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000 > SUSPECT_MS
  })
}

export function tryOn(expression: RegExp, text: string): void {
  if (expression.global) text.replace(expression, '')
  else expression.exec(text)
}
