import { messageOf } from '../../values/errors'
import type { System } from '../system'

/** An answer with unexpected content. The message goes on after the name of the vendor: `answered without jobs`. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
}

/** The message of a failure of a board. That of an unexpected answer begins with the name of the vendor. */
export function failureMessage(error: unknown, { name }: Pick<System, 'name'>): string {
  const message = messageOf(error)
  return error instanceof UnexpectedAnswer ? `${name} ${message}` : message
}
