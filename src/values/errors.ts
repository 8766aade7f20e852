import { hideKeys } from './api-key'

/** One error in a request. `position` counts the characters of the parameter's value from 1. */
export interface Issue {
  parameter: string
  detail: string
  position?: number | undefined
}

/** Invalid parameters: 400. `issues` has one element or more. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError'

  constructor(readonly issues: readonly Issue[]) {
    super(issues.map((issue) => `${issue.parameter}: ${issue.detail}`).join('; '))
  }
}

/** The checkpoint of a client is in a stretch that a restore of the catalogue left out: 400. */
export class CatalogueRestored extends ParameterError {}

/** A text that is no value of its parameter. The decoder adds the parameter's name and makes it an `Issue`. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
  readonly position: number | undefined

  /** `position` counts characters from 1. */
  constructor(
    issue: string,
    { position, hint }: { position?: number | undefined; hint?: string | undefined } = {},
  ) {
    const place = position === undefined ? '' : ` at position ${position}`
    super(`${issue}${place}${hint === undefined ? '' : `; ${hint}`}`)
    this.position = position
  }
}

/** A missing or invalid API key: 401. */
export class Unauthenticated extends Error {
  override readonly name = 'Unauthenticated'

  constructor(readonly keyWasSent: boolean) {
    super(keyWasSent ? 'the API key is not valid' : 'no API key was sent')
  }
}

/** Nothing is found at this address: 404. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
}

/** The job existed, left, and was deleted later: 404. */
export class JobPruned extends Error {
  override readonly name = 'JobPruned'
}

/** The caller has used up its rate limit or its allowance: 429. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached'

  /** `retryAfterSeconds`: whole seconds until the limit allows another request. */
  constructor(
    readonly limit: 'rate' | 'allowance',
    detail: string,
    readonly retryAfterSeconds: number,
  ) {
    super(detail)
  }
}

/** The path exists, but not with this method: 405. */
export class MethodNotAllowed extends Error {
  override readonly name = 'MethodNotAllowed'

  constructor(readonly allow: string) {
    super(`only ${allow} may be used here`)
  }
}

/** PostgreSQL stopped the query at the time limit: 504, or 503 where no 504 is documented. */
export class QueryTimeout extends Error {
  override readonly name = 'QueryTimeout'

  constructor(readonly limitSeconds: number) {
    super(`the query ran longer than ${limitSeconds} s`)
  }
}

/** The database cannot be reached or does not answer: 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** The database answers, but something else is missing, which the message names for clients: 503. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
}

/** The queue of requests that wait for the database is full: 503. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/** The client has disconnected, or has already received a timeout. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected'
}

/** Control characters and line separators, which could forge log lines or control a terminal. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/**
 * Puts a value in single quotes for a message, cut to 60 characters. API keys are masked and control
 * characters are replaced.
 */
export function quoteValue(value: string): string {
  const shown = hideKeys(value).replace(CONTROLS, '\ufffd')
  const characters = Array.from(shown)
  return characters.length > 60 ? `'${characters.slice(0, 60).join('')}...'` : `'${shown}'`
}

/** The position in characters, from 1, of an index of the JavaScript string `text`. */
export function positionOf(text: string, index: number): number {
  return Array.from(text.slice(0, index)).length + 1
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
