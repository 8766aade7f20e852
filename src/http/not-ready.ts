/** The database answers, but cannot be served as it is: 503. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
}
