import { type SQL, sql } from 'drizzle-orm'
import { collectorBoards } from '../../catalogue/database/schema/collector'

/** The key of the limits of an employer's own host; a vendor's limits have its source as key. */
export function hostKey(source: string, host: string): string {
  return `${source}/${host}`
}

/** `hostKey` of a board, whose slug begins with the host where hosts have limits of their own. */
export function hostKeyOf({ source, slug }: { source: string; slug: string }): string {
  return hostKey(source, slug.split('/')[0] ?? '')
}

/** `hostKeyOf` in SQL, for rows of `collectorBoards`. */
export const HOST_KEY: SQL<string> = sql`${collectorBoards.source} || '/' || split_part(${collectorBoards.slug}, '/', 1)`
