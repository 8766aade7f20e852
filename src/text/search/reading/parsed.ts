/** A parsed filter, and what the client should know of how it was read. */
export interface Parsed<Tree> {
  tree: Tree
  /** The filter as it was read, in the canonical plain syntax; undefined if it was read by the letter. */
  reading: string | undefined
  /** Other remarks on how it was read. */
  remarks?: readonly Remark[] | undefined
}

/** A remark, and the whole filter as it may have been meant. */
export interface Remark {
  detail: string
  suggestion: string | null
}
