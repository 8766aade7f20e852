import type { WorkArrangement } from '../table/location-words'
import type { Part } from './location-part'

/** Names that stand together, without a word such as `Remote` between them. */
export interface Run {
  parts: Part[]
  /** A comma, a slash or a word such as `or` stood before it, so that it is not inside the country before. */
  isOwn?: boolean
  /** `preferred` stood beside it: the other places of the text are meant too, and worked from in the same way. */
  isPreferred?: boolean
}

/** The text between two `;` or `|`. */
export interface Chunk {
  runs: Run[]
  arrangements: Set<WorkArrangement>
  /** One of its places may be remote, the other not: `Toronto or remote`. */
  isMixed: boolean
}
