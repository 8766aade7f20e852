import { HOUR_MS } from '../values/instant'

/** An end that is laid down for a posting: its last change, or its removal. */
export interface Finale {
  kind: 'updated' | 'expired'
  at: number
}

/** Endings that are laid down of each kind, and over how many hours before the end of the sample. */
const FINALES = 60
const FINALE_HOURS = 49

/**
 * Chosen postings change or leave in the last hours, closer together towards the end, so that the
 * modified and the expired feeds of a fresh catalogue show something at any time of day. Keyed by the
 * posting's index; the chosen ones were created days before.
 */
export function planFinales(jobs: number, until: number): Map<number, Finale> {
  const finales = new Map<number, Finale>()
  const each = Math.min(FINALES, Math.floor(jobs / 16))
  for (let number = 0; number < each; number += 1) {
    const hoursBefore = FINALE_HOURS * ((number + 0.5) / each) ** 2
    const at = Math.floor(until - hoursBefore * HOUR_MS)
    const index = Math.floor(jobs * (0.4 + (0.5 * number) / each))
    finales.set(index, { kind: 'updated', at })
    finales.set(index + 1, { kind: 'expired', at: at - 1 })
  }
  return finales
}
