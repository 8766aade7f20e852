import type { Draft } from './draft'
import { Random } from './random'
import { STREAMS } from './streams'

export interface Identity {
  source: string
  source_slug: string
  external_id: string
}

/** The names by which a posting is known on its source; no two postings share them. */
export function identify({ board, index }: Draft, seed: number): Identity {
  const { source, ids } = board.system
  return { source, source_slug: board.slug, external_id: EXTERNAL_IDS[ids](index, seed) }
}

/** The employer's own number for the opening. */
export function requisition(index: number): string {
  return `R-${100_001 + index}`
}

const EXTERNAL_IDS: Readonly<
  Record<Draft['board']['system']['ids'], (index: number, seed: number) => string>
> = {
  // An odd stride, for the numbers of other boards lie between.
  number: (index) => String(4_100_000_007 + index * 37),
  requisition: (index) => requisition(index),
  uuid,
}

function uuid(index: number, seed: number): string {
  const random = new Random(seed, STREAMS.identity, index)
  const hex = (digits: number) =>
    Math.floor(random.next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const variant = (8 + random.integer(0, 3)).toString(16)
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(8)}${hex(4)}`
}
