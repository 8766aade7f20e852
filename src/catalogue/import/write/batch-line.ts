import type { RemovalEvent } from '../../../values/change-events'
import type { JobView } from '../job/job-view'

/** A valid line of an import file. */
export interface BatchLine {
  /** In the file, from 1. */
  number: number
  text: string
  key: string
  board: string
  /** Of the text: a line with the hash of the stored one changes nothing. */
  hash: string
  change: LineChange
}

export type LineChange =
  | {
      kind: 'posting'
      /** Memoized and lazy: most lines of a daily import are unchanged and never need it. */
      views: () => JobView[]
      history: PostingHistory | undefined
    }
  | { kind: 'removal'; event: RemovalEvent; removedAt: Date | undefined }

/** The past of a posting that an archive restores. */
export interface PostingHistory {
  dateCreated?: Date | undefined
  dateModified?: Date | undefined
  removed?: JobRemoval | undefined
}

export interface JobRemoval {
  event: RemovalEvent
  removedAt: Date
}
