import { sql } from 'drizzle-orm'
import type { Queries } from '../database/connection'
import { apiKeys } from '../database/schema/api-keys'
import type { Caller } from '../values/caller'

/** How long a valid key is taken to stay valid without asking again; a revocation takes effect within it. */
export const REMEMBERED_MS = 2_000

/** Finds callers by the hash of their key, and remembers those it found for a moment. */
export function createCallerFinder(
  database: Queries,
  now: () => Date,
): (hash: string) => Promise<Caller | undefined> {
  const remembered = new Map<string, { caller: Caller; until: number }>()
  return async (hash) => {
    const known = remembered.get(hash)
    if (known !== undefined && now().getTime() < known.until) return known.caller
    const caller = await findCaller(database, hash)
    if (caller === undefined) remembered.delete(hash)
    else remembered.set(hash, { caller, until: now().getTime() + REMEMBERED_MS })
    return caller
  }
}

async function findCaller(database: Queries, hash: string): Promise<Caller | undefined> {
  const [caller] = await database.run<Caller>(sql`
    select ${apiKeys.id}, ${apiKeys.name} from ${apiKeys}
    where ${apiKeys.hash} = ${hash} and ${apiKeys.revokedAt} is null`)
  return caller
}
