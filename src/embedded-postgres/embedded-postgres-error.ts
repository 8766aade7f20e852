/** The embedded PostgreSQL cannot do what was asked; the message is for the operator and names the way out. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
