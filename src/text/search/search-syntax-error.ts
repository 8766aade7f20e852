import { hideKeys } from '../../values/api-key'
import { positionOf, quoteValue } from '../../values/errors'

/** Characters of a suggested query. A longer one makes the message unreadable. */
export const MAX_SUGGESTION = 500

/** What a hint says to send in another parameter. */
export interface Elsewhere {
  /** As the feeds call it. */
  parameter: string
  /** The name that was typed for it; the parameter's own when absent. */
  field?: string
  what: 'it' | 'a city'
  /** Undefined: the client knows how that parameter has it. */
  value?: string | undefined
  /** What stays of the filter. */
  rest?: string | undefined
}

/** `send it in the parameter location: Toronto, and here: nurse`. */
export function hintElsewhere({ what, ...sent }: Elsewhere): string {
  return `send ${what} in the parameter ${whereSent(sent)}`
}

/** The end of that hint. */
export function whereSent({ parameter, value, rest }: Omit<Elsewhere, 'field' | 'what'>): string {
  const sent = value === undefined ? parameter : `${parameter}: ${value}`
  return rest === undefined ? sent : `${sent}, and here: ${rest}`
}

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
    /** The whole filter as it should be written; `hint` ends with it. */
    readonly suggestion?: string,
    /** What `hint` begins with, if it names another parameter. */
    readonly elsewhere?: Elsewhere,
  ) {
    super(`${issue} at position ${position}${hint === undefined ? '' : `; ${hint}`}`)
  }

  /** The same error at another position. */
  at(position: number): SearchSyntaxError {
    return new SearchSyntaxError(this.issue, position, this.hint, this.suggestion, this.elsewhere)
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
    return new SearchSyntaxError(this.issue, this.position, lead + text, text, this.elsewhere)
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

/** The error about a part of a filter that belongs in another parameter. */
export function belongsElsewhere(
  source: string,
  offset: number,
  issue: string,
  elsewhere: Elsewhere,
): SearchSyntaxError {
  const hint = hintElsewhere(elsewhere)
  return new SearchSyntaxError(issue, positionOf(source, offset), hint, undefined, elsewhere)
}

/** The error about a filter without a word. */
export function missingWord(source: string): SearchSyntaxError {
  const text = source.trim()
  const got = text === '' ? '' : `, got ${quoteValue(text)}`
  return syntaxError(source, source.indexOf(text), `expected a word${got}`)
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
  return ifValid(() => [parse(text)]) !== undefined
}

/** What `read` returns; undefined for a syntax error. */
export function ifValid<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof SearchSyntaxError) return undefined
    throw error
  }
}
