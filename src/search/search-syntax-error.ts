/**
 * What a search text should have said, and where. The message is complete but for the name of the
 * parameter, which only the caller knows.
 */
export class SearchSyntaxError extends Error {
  override readonly name = 'SearchSyntaxError'

  /** `position` counts characters from 1 and points at the token that the issue names. */
  constructor(
    readonly issue: string,
    readonly position: number,
    readonly hint?: string,
  ) {
    super(`${issue} at position ${position}${hint === undefined ? '' : `; ${hint}`}`)
  }
}

/** The error at an offset of a JavaScript string, which counts UTF-16 units from 0. */
export function syntaxError(
  source: string,
  offset: number,
  issue: string,
  hint?: string,
): SearchSyntaxError {
  return new SearchSyntaxError(issue, [...source.slice(0, offset)].length + 1, hint)
}
