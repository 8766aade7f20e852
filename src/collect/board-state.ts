import type { collectorBoards, collectorPostings } from '../database/schema/collector'
import { type Country, toCountry } from '../values/country'
import type { Board } from './system'

/** A board with all that is remembered of it. */
export type BoardRow = typeof collectorBoards.$inferSelect

/** A posting that the board has listed before. */
export type KnownPosting = Omit<typeof collectorPostings.$inferSelect, 'boardId'>

export function toBoard({ source, slug, settings, organization, country }: BoardRow): Board {
  return {
    source,
    slug,
    settings,
    organization: organization ?? undefined,
    country: country === null ? undefined : toCountry(country),
  }
}

/** Whether the details of a posting are still to be read. */
export function isWaiting({ waitingFingerprint, missingSince }: KnownPosting): boolean {
  return waitingFingerprint !== null && missingSince === null
}

/** The countries that a posting has in the catalogue; undefined when it is not in it. */
export function countriesOf({ countries }: KnownPosting): Country[] | undefined {
  return countries?.flatMap((code) => toCountry(code) ?? [])
}

export function boardTitle({ source, slug }: Pick<BoardRow, 'source' | 'slug'>): string {
  return `${source}/${slug}`
}
