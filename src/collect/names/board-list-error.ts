/** What a record of a list may say. */
export type Member = 'address' | 'source' | 'slug' | 'organization' | 'country' | 'settings'

/** A text, or a line of a list, that names no board. */
export class BoardListError extends Error {
  override readonly name = 'BoardListError'

  constructor(
    readonly issue: string,
    /** The member with the issue. */
    readonly member?: Member,
    column: string | undefined = member,
  ) {
    super(column === undefined ? issue : `${column}: ${issue}`)
  }
}
