import { hideKeys } from '../values/api-key'
import { SearchSyntaxError } from './search-syntax-error'

/** Characters of a suggested query. A longer one makes the message unreadable. */
export const MAX_SUGGESTION = 500

/**
 * Runs `parse`. `improve` gets each syntax error of a recognized mistake, and may return the error
 * with a suggestion.
 */
export function withSuggestions<Tree>(
  parse: () => Tree,
  improve: (error: SearchSyntaxError) => SearchSyntaxError | undefined,
): Tree {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof SearchSyntaxError) || error.mistake === undefined) throw error
    throw improve(error) ?? error
  }
}

/** The text if it can be shown as a suggestion: it is short and printable, and `parse` accepts it. */
export function usable(
  text: string | undefined,
  parse: (text: string) => unknown,
): string | undefined {
  if (text === undefined || text.length > MAX_SUGGESTION || !isPrintable(text)) return undefined
  try {
    parse(text)
    return text
  } catch (error) {
    if (error instanceof SearchSyntaxError) return undefined
    throw error
  }
}

/** Whether a message can show the text as it is: no API key, and no control character or line separator. */
function isPrintable(text: string): boolean {
  return text.isWellFormed() && hideKeys(text) === text && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}
