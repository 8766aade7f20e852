import { withClient } from '../catalogue/databases'
import { target } from './query'

/** The cursors of a backfill: the last id before each page of the active jobs, ascending. */
export async function pageCursors(databaseUrl: string, limit: number): Promise<number[]> {
  return await withClient(databaseUrl, async (client) => {
    const rows = await client<{ id: number }[]>`
      select id::float8 from (
        select id, row_number() over (order by id) as place from rival.jobs where status = 'active'
      ) as active where place % ${limit}::integer = 0 order by id`
    // The last page may be short; rates are counted in whole ones.
    return [0, ...rows.map(({ id }) => id)].slice(0, -1)
  })
}

/** The address of a page of the backfill. */
export function pageTarget(
  cursor: number,
  parameters: Readonly<Record<string, string | number>>,
): string {
  return target('/v1/active-ats', { time_frame: '6m', limit: 1000, ...parameters, cursor })
}

/** What each of some clients asks in a round: stretches of the list that lie apart, and move on with the rounds. */
export function stretches<Item>(
  items: readonly Item[],
  { clients, length, round }: { clients: number; length: number; round: number },
): Item[][] {
  return Array.from({ length: clients }, (_, client) => {
    const start = Math.floor((client * items.length) / clients) + round * length
    return Array.from({ length }, (_, step) => items.at((start + step) % items.length)).filter(
      (item) => item !== undefined,
    )
  })
}
