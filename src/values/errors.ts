import { printableAddress } from './address'
import { hideKeys } from './api-key'

/** One error in a request. `position` counts the characters of the parameter's value from 1. */
export interface Issue {
  parameter: string
  detail: string
  position?: number | undefined
}

/** An error named after its class. */
class NamedError extends Error {
  override readonly name = this.constructor.name
}

/** Invalid parameters: 400. `issues` has one element or more. */
export class ParameterError extends NamedError {
  constructor(readonly issues: readonly Issue[]) {
    // A query such as `?=x` has a parameter without a name.
    super(
      issues
        .map(({ parameter, detail }) => (parameter === '' ? detail : `${parameter}: ${detail}`))
        .join('; '),
    )
  }
}

/** The checkpoint of a client is in a block of numbers that a restore of the catalogue skipped: 400. */
export class CatalogueRestored extends ParameterError {}

/** A text that is not a value of its parameter. The decoder adds the parameter's name and makes it an `Issue`. */
export class UnreadableValue extends NamedError {
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

const KEY_HEADER = "'Authorization: Bearer <API_KEY>'"
const INVALID_KEY =
  "the API key is not valid; it may be mistyped, revoked, expired, or of another catalogue; an operator makes one with 'bun run keys create'"

/** A missing or invalid API key: 401. */
export class Unauthenticated extends NamedError {
  /**
   * `got`: what came in place of the key; it does not contain the key. `way`: how it is sent, the header unless another way is
   * named.
   */
  constructor(
    readonly keyWasSent: boolean,
    got?: string,
    way = KEY_HEADER,
  ) {
    const missing =
      got === undefined ? `no API key was sent; send it as ${way}` : `expected ${way}, got ${got}`
    super(keyWasSent ? INVALID_KEY : missing)
  }
}

/** A valid API key that does not open this address: 401. */
export class WrongKey extends Unauthenticated {
  /** `issue`: what the key opens, and the way out. */
  constructor(issue: string) {
    super(true)
    this.message = issue
  }
}

/** Nothing is found at this address: 404. */
export class NotFound extends NamedError {}

/** The job existed, left, and was deleted later: 404. */
export class JobPruned extends NamedError {}

/** The caller has used up its rate limit or its allowance: 429. */
export class LimitReached extends NamedError {
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
export class MethodNotAllowed extends NamedError {
  constructor(readonly allow: string) {
    super(`only ${allow} may be used here`)
  }
}

/** PostgreSQL stopped the query at the time limit: 504, or 503 where no 504 is documented. */
export class QueryTimeout extends NamedError {
  constructor(readonly limitSeconds: number) {
    super(`the query ran longer than ${limitSeconds} s`)
  }
}

/** The database cannot be reached or does not answer: 503. */
export class DatabaseUnavailable extends NamedError {}

/** The database answers, but something else is missing, which the message names for clients: 503. */
export class NotReady extends NamedError {}

/** The queue of requests that wait for the database is full: 503. */
export class Overloaded extends NamedError {}

/** The client has disconnected, or has already received a timeout. */
export class ClientDisconnected extends NamedError {}

/** Control characters and line separators, which could forge log lines or control a terminal. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/**
 * Puts a value in single quotes for a message, cut to 60 characters. API keys are masked and control
 * characters are replaced.
 */
export function quoteValue(value: string): string {
  const shown = printable(printableAddress(value))
  // No character has more than two units, so that the first 61 are among these.
  const characters = Array.from(shown.slice(0, 122))
  return characters.length > 60 ? `'${characters.slice(0, 60).join('')}...'` : `'${shown}'`
}

/** A text from outside on one line of a log or a terminal: API keys are masked and control characters are replaced. */
export function printable(text: string): string {
  return hideKeys(text).replace(CONTROLS, '\ufffd')
}

/** The position in characters, from 1, of an index of the JavaScript string `text`. */
export function positionOf(text: string, index: number): number {
  return Array.from(text.slice(0, index)).length + 1
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
