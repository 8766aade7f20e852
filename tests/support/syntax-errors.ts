import { SearchSyntaxError } from '../../src/text/search/search-syntax-error'

/** The message of the syntax error that a parser throws; undefined when it gives a tree. */
export function issue(parse: (source: string) => unknown, source: string): string | undefined {
  return syntaxErrorOf(parse, source)?.message
}

/** Throws when the parser fails in another way than with a position in the text, or right after it. */
export function checkAnswer(parse: (source: string) => unknown, source: string): void {
  const error = syntaxErrorOf(parse, source)
  if (error === undefined) return
  const last = [...source].length + 1
  if (error.position < 1 || error.position > last) throw new Error(`outside of the text: ${error}`)
}

/** The syntax error that a parser throws; undefined when it gives a tree. */
export function syntaxErrorOf(
  parse: (source: string) => unknown,
  source: string,
): SearchSyntaxError | undefined {
  try {
    parse(source)
    return undefined
  } catch (error) {
    if (error instanceof SearchSyntaxError) return error
    throw error
  }
}
