/** The path is known, but not with this method: 405. */
export class MethodNotAllowed extends Error {
  override readonly name = 'MethodNotAllowed'

  constructor(readonly allow: string) {
    super(`only ${allow} may be used here`)
  }
}
