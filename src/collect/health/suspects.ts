import { eq } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorDays } from '../../catalogue/database/schema/collector-days'
import { formatInstant } from '../../values/instant'
import { readShares, type SystemShare } from './system-shares'

/** A system with far fewer boards than usual that answer and are understood. None of its jobs expires. */
export interface Suspect {
  source: string
  since: Date
  boards: number
  /** The share of boards that are understood, now and usually. */
  share: number
  usual: number
}

export async function listSuspects(queries: Pick<Queries, 'db'>): Promise<Suspect[]> {
  return (await readShares(queries)).flatMap((system) => suspectOf(system) ?? [])
}

export function suspectOf(system: SystemShare): Suspect | undefined {
  const { source, suspectSince: since, boards, share = 0, usual = 1 } = system
  return since === null ? undefined : { source, since, boards, share, usual }
}

/** `lever since 2026-11-26T10:00:00Z: 62% of 1,204 boards are understood, usually 97%; nothing of it expires` */
export function suspectLine({ source, since, boards, share, usual }: Suspect): string {
  const count = boards.toLocaleString('en-US')
  return `${source} since ${formatInstant(since)}: ${percent(share)} of ${count} boards are understood, usually ${percent(usual)}; nothing of it expires`
}

/** `97%` */
export function percent(share: number): string {
  return `${Math.floor(share * 100)}%`
}

/** Makes the present share of a suspect system the usual one. Returns whether the system was suspect. */
export async function acceptShare(queries: Queries, name: string): Promise<boolean> {
  const suspect = (await listSuspects(queries)).find(({ source }) => source === name)
  if (suspect === undefined) return false
  await queries.db
    .update(collectorDays)
    .set({ suspectSince: null, isUsual: false })
    .where(eq(collectorDays.source, name))
  return true
}
