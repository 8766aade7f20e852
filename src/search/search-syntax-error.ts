import { hideKeys } from '../values/api-key'
import { positionOf } from '../values/errors'

/** Characters of a suggested query. A longer one makes the message unreadable. */
export const MAX_SUGGESTION = 500

/**
 * A filter that does not follow its grammar. The message lacks only the name of the parameter,
 * which the caller knows.
 */
export class SearchSyntaxError extends Error {
  override readonly name = 'SearchSyntaxError'

  /** `position` counts characters from 1 and points at the token that `issue` names. */
  constructor(
    readonly issue: string,
    readonly position: number,
    readonly hint?: string,
    /** The syntax that the client probably meant. The parser may then suggest a query. */
    readonly mistake?: Mistake,
    /** The whole filter as it should be written; `hint` ends with it. */
    readonly suggestion?: string,
  ) {
    super(`${issue} at position ${position}${hint === undefined ? '' : `; ${hint}`}`)
  }

  /** The same error at another position. */
  at(position: number): SearchSyntaxError {
    return new SearchSyntaxError(this.issue, position, this.hint, this.mistake, this.suggestion)
  }

  /**
   * The same error with the hint `lead` and the suggested query `text`. Without it if the text is undefined, cannot be shown in
   * a message, or is not accepted by `parse`.
   */
  suggesting(
    lead: string,
    text: string | undefined,
    parse: (text: string) => unknown,
  ): SearchSyntaxError {
    if (text === undefined || !isSuggestible(text) || !isAccepted(text, parse)) return this
    return new SearchSyntaxError(this.issue, this.position, lead + text, this.mistake, text)
  }
}

/**
 * `operator`: the operator of another syntax or search engine; `field`: a field of another search engine; `juxtaposition`: two terms without an operator;
 * `not`: `NOT` in a location filter.
 */
export type Mistake = 'operator' | 'field' | 'juxtaposition' | 'not'

/** The error at `offset`, an index of the JavaScript string `source`. */
export function syntaxError(
  source: string,
  offset: number,
  issue: string,
  hint?: string,
  mistake?: Mistake,
): SearchSyntaxError {
  return new SearchSyntaxError(issue, positionOf(source, offset), hint, mistake)
}

/** Runs `parse`. `improve` gets each syntax error of a recognized mistake, and may add a suggestion. */
export function withSuggestions<Tree>(
  parse: () => Tree,
  improve: (error: SearchSyntaxError) => SearchSyntaxError,
): Tree {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof SearchSyntaxError) || error.mistake === undefined) throw error
    throw improve(error)
  }
}

/** Whether a message can show the text as it is: short, no API key, and no control character or line separator. */
export function isSuggestible(text: string): boolean {
  return (
    text.length <= MAX_SUGGESTION &&
    text.isWellFormed() &&
    hideKeys(text) === text &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
  )
}

/** Whether `parse` takes a text without a syntax error. */
export function isAccepted(text: string, parse: (text: string) => unknown): boolean {
  try {
    parse(text)
    return true
  } catch (error) {
    if (error instanceof SearchSyntaxError) return false
    throw error
  }
}
