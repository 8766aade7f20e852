import { and, eq } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { anyOf } from '../../catalogue/database/client/operators'
import { collectorBoards } from '../../catalogue/database/schema/collector'

/** A collector's name for its leases. */
export interface LeaseHolder {
  owner: string
  now: () => Date
}

export function isLeasedBy(owner: string, ids: readonly number[]) {
  return and(anyOf(collectorBoards.id, ids), eq(collectorBoards.leaseOwner, owner))
}

/** Locks the boards that are still leased, in the order of their ids: transactions with different orders could deadlock. */
export function lockLeased({ db }: Pick<Queries, 'db'>, owner: string, ids: readonly number[]) {
  return db
    .select({ id: collectorBoards.id })
    .from(collectorBoards)
    .where(isLeasedBy(owner, ids))
    .orderBy(collectorBoards.id)
    .for('update')
}
