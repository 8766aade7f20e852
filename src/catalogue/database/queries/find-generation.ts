import { desc } from 'drizzle-orm'
import { onReservedConnections, type Queries } from '../client/drizzle'
import { generations } from '../schema/generations'
import { IS_ORIGINAL } from './find-server-state'

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
  const { number, id, identity, timeline, walBytes } = generations
  const [last] = await onReservedConnections(queries)
    .db.select({
      ...{ number, id, identity, timeline, walBytes },
      isOriginal: IS_ORIGINAL,
    })
    .from(generations)
    .orderBy(desc(number))
    .limit(1)
  return last
}
