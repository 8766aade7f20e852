import type { Country } from '../../values/country'

/** Figures of a country for the page `/explore`; not a part of the interface. */
export interface ExploreFigures {
  country: Country
  /** The last 31 days (UTC), the oldest first; the last one is not over. */
  days: {
    /** `2026-01-15` */
    day: string
    new: number
    removed: number
  }[]
  /** The collected boards of both countries by source, the source with the most boards first. */
  boards: {
    source: string
    boards: number
    failing: number
    /** Boards that their system says it does not know. */
    missing: number
    quarantined: number
    overdue: number
    last_success_at: string | null
  }[]
  generated_at: string
}
