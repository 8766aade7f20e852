/** Numbers of the advisory locks that the service takes, so that no two meanings share one. */
export const LOCKS = {
  /** Held by a writer from before it reads the clock until it commits. */
  writer: 5_301_001,
  /** Held while migrations are applied. */
  migration: 5_301_002,
  /** Held while the employer list is built. */
  organizationList: 5_301_003,
  /** Held while word lists are joined or written anew. */
  wordLists: 5_301_004,
} as const
