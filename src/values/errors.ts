import { hideKeys } from './key-hash'

/** One thing that is wrong with a request: the parameter's name, and where in its value, counted in characters from 1. */
export interface Issue {
  parameter: string
  detail: string
  position?: number
}

/** A request whose parameters cannot be understood: 400. Every issue found is carried, at least one. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError'

  constructor(readonly issues: readonly Issue[]) {
    super(issues.map((issue) => `${issue.parameter}: ${issue.detail}`).join('; '))
  }
}

/** No key, or a key that is not one: 401. It carries nothing that a stranger could use. */
export class Unauthenticated extends Error {
  override readonly name = 'Unauthenticated'

  constructor(readonly keyWasSent: boolean) {
    super(keyWasSent ? 'the API key is not valid' : 'no API key was sent')
  }
}

/** Nothing stands at this address: 404. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
}

/** The caller has used up what it may use for now: 429. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached'
  readonly limit: 'rate' | 'allowance'
  /** Whole seconds, after which a request is let in unless others were faster. */
  readonly retryAfterSeconds: number

  constructor(reached: { limit: 'rate' | 'allowance'; detail: string; retryAfterSeconds: number }) {
    super(reached.detail)
    this.limit = reached.limit
    this.retryAfterSeconds = reached.retryAfterSeconds
  }
}

/** PostgreSQL stopped the query at the time limit: 504, or 503 where no 504 is documented. */
export class QueryTimeout extends Error {
  override readonly name = 'QueryTimeout'

  constructor(readonly limitSeconds: number) {
    super(`the query ran longer than ${limitSeconds} s`)
  }
}

/** The database cannot be reached, or answers no query at present: 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** More requests are waiting for the database than the service lets wait: 503. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/** Nobody waits for the answer any more: the client has gone, or was told that it takes too long. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected'
}

/** What a terminal obeys, or a reader of lines takes for the end of one. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/**
 * Cuts a value for a message to 60 characters, in single quotes. Whatever it holds that may be a key is hidden, and
 * control characters are replaced.
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
