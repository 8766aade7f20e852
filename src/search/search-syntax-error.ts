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
  ) {
    super(`${issue} at position ${position}${hint === undefined ? '' : `; ${hint}`}`)
  }
}

/** The error at `offset`, an index of the JavaScript string `source`. */
export function syntaxError(
  source: string,
  offset: number,
  issue: string,
  hint?: string,
): SearchSyntaxError {
  return new SearchSyntaxError(issue, positionOf(source, offset), hint)
}
