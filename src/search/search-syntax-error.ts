/**
 * What a search text should have said, and where. The message is complete but for the name of the
 * parameter, which only the caller knows.
 */
export class SearchSyntaxError extends Error {
  override readonly name = 'SearchSyntaxError'

  /** `position` counts characters from 1 and points at the token that the complaint names. */
  constructor(
    readonly complaint: string,
    readonly position: number,
    readonly wayOut?: string,
  ) {
    super(`${complaint} at position ${position}${wayOut === undefined ? '' : `; ${wayOut}`}`)
  }
}

/** The error at an offset of a JavaScript string, which counts UTF-16 units from 0. */
export function syntaxError(
  source: string,
  offset: number,
  complaint: string,
  wayOut?: string,
): SearchSyntaxError {
  return new SearchSyntaxError(complaint, [...source.slice(0, offset)].length + 1, wayOut)
}
