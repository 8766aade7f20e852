import { desc, sql } from 'drizzle-orm'
import { light, type Queries } from '../drizzle'
import { generations } from '../schema/generations'

/** The last generation that the catalogue of a server has. */
export interface Generation {
  number: number
  /** Tells apart two generations that got the same number on different servers. */
  id: string
  identity: string
  timeline: number
  walBytes: bigint
  /** False when a dump restored the row. */
  isOriginal: boolean
}

/** Undefined in a catalogue in which nothing was written yet. */
export async function findGeneration(queries: Queries): Promise<Generation | undefined> {
  const { number, id, identity, timeline, transaction, walBytes } = generations
  const [last] = await light(queries)
    .db.select({
      ...{ number, id, identity, timeline, walBytes },
      isOriginal: sql<boolean>`xmin::text::bigint = ${transaction}`,
    })
    .from(generations)
    .orderBy(desc(number))
    .limit(1)
  return last
}
