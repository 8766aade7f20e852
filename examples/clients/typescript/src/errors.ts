import type { components } from './interface.js'

export type Problem = components['schemas']['Problem']

/** An answer that is an error, or none within the time. */
export class CatalogueError extends Error {
  override name = 'CatalogueError'

  constructor(
    message: string,
    /** Undefined when no whole answer came. */
    readonly status?: number,
    /** What the catalogue says of it (RFC 9457); `errors` names each parameter that is wrong. */
    readonly problem?: Problem,
    /** How long the catalogue asked to wait. */
    readonly retryAfterMs?: number,
  ) {
    super(message)
  }
}

/** An answer that is not as documented, or never ends. Nothing of it should be stored. */
export class UnexpectedAnswer extends CatalogueError {
  override name = 'UnexpectedAnswer'
}

/** The catalogue went back to an earlier state or is another one, and a copy may have what it lacks: fill it again. */
export class CatalogueRestored extends CatalogueError {
  override name = 'CatalogueRestored'
}
