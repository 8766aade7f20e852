import type { ChangeEvent } from '../../values/change-events'

/** The dates of a posting, for the page `/explore`; not a part of the interface. */
export interface ExploreLife {
  id: number
  first_seen: string
  last_changed: string | null
  left: string | null
  /** The newest first. */
  changes: { event: ChangeEvent; at: string; fields: readonly string[] }[]
  /** Postings of the employer with the same title and places that came before this one and left, the newest first. */
  earlier: { id: number; url: string; first_seen: string; left: string }[]
}

/** Jobs of a page with one employer, title and text. */
export interface EqualPostings {
  /** The same for all equal postings, on every page. */
  key: string
  /** Those beside the one that is shown, in the order of the search. */
  others: { id: number; url: string; locations: readonly string[] }[]
}
