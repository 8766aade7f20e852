import { sql } from 'drizzle-orm'
import type { Transaction } from '../../database/client/connection'
import { excluded, greatest } from '../../database/client/operators'
import { retention } from '../../database/schema/single-rows'

/**
 * Counts a transaction that changes answers and writes no change: replicas are compared by the number. `prunedBefore`: jobs
 * that left before it are pruned.
 */
export async function noteStep(
  { db }: Transaction,
  prunedBefore: Date | null = null,
): Promise<void> {
  await db
    .insert(retention)
    .values({ prunedBefore, steps: 1n })
    .onConflictDoUpdate({
      target: retention.isOnly,
      set: {
        prunedBefore: greatest(retention.prunedBefore, excluded(retention).prunedBefore),
        steps: sql`${retention.steps} + 1`,
      },
    })
}
