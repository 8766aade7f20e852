import type { PostingField } from './posting-fields'
import promised from './promised-fields.json'

/** How many postings of a system's recorded answers have a field. */
export type Promised = 'all' | 'some' | 'none'

/** The fields that the postings of recorded answers have, by source; `bun tests/collect/health/write-promised-fields.ts` writes them. */
const PROMISED: Readonly<Record<string, { all: readonly string[]; some: readonly string[] }>> =
  promised

/** Undefined: the system has no recorded board. */
export function promiseOf(source: string, field: PostingField): Promised | undefined {
  const system = PROMISED[source]
  if (system === undefined) return undefined
  if (system.all.includes(field)) return 'all'
  return system.some.includes(field) ? 'some' : 'none'
}
