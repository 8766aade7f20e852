import { sql } from 'drizzle-orm'
import type { Queries } from '../database/drizzle'
import { apiKeyUsage } from '../database/schema/api-key-usage'
import { apiKeys } from '../database/schema/api-keys'

export interface MonthOfUse {
  /** `2026-11`. */
  month: string
  name: string
  /** Requests that were let in, whatever became of them. */
  requests: number
  /** Job objects returned. */
  jobs: number
}

/** What every key used, or the one of this name: the newest month first, then by name. */
export async function listUsage(queries: Queries, name?: string): Promise<MonthOfUse[]> {
  const condition = name === undefined ? sql`true` : sql`${apiKeys.name} = ${name}`
  return await queries.run<MonthOfUse>(sql`
    select to_char(${apiKeyUsage.month}, 'YYYY-MM') as month, ${apiKeys.name},
      ${apiKeyUsage.requests}::double precision as requests,
      ${apiKeyUsage.jobs}::double precision as jobs
    from ${apiKeyUsage} join ${apiKeys} on ${apiKeys.id} = ${apiKeyUsage.keyId}
    where ${condition}
    order by ${apiKeyUsage.month} desc, ${apiKeys.name}`)
}
