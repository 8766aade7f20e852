import { positionOf } from '../values/errors'

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
    /** The whole filter as it should be written; `hint` includes it. */
    readonly suggestion?: string,
  ) {
    super(`${issue} at position ${position}${hint === undefined ? '' : `; ${hint}`}`)
  }

  /** The same error with another hint, which includes a suggested query. */
  suggesting(hint: string, suggestion: string): SearchSyntaxError {
    return new SearchSyntaxError(this.issue, this.position, hint, this.mistake, suggestion)
  }
}

/**
 * `operator`: the operator of another syntax; `juxtaposition`: two terms without an operator;
 * `group`: parentheses in a plain filter; `not`: `NOT` in a plain filter.
 */
export type Mistake = 'operator' | 'juxtaposition' | 'group' | 'not'

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
