import type { Posting, Removal } from '../../src/catalogue/import/posting'
import { place, posting } from './posting-builder'

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const PLACES = [
  [place('Toronto', 'ON', 'CA')],
  [place('Montréal', 'QC', 'Canada')],
  [place('Austin', 'Texas', 'US')],
  [place('Windsor', 'ON', 'CA'), place('Detroit', 'MI', 'United States')],
  [],
]

/** Lines such as a crawler writes: postings come, change, move, leave, are excluded, and are seen again. */
export class RandomHistory {
  private readonly known: Posting[] = []
  private serial = 0

  constructor(private readonly random: () => number) {}

  /** The next line, about a posting that `taken` does not hold yet. */
  next(taken: Set<string>): Posting | Removal | undefined {
    const old = this.known[Math.floor(this.random() * this.known.length)]
    const line = old === undefined || this.random() < 0.3 ? this.appear() : this.revisit(old)
    const id = line.external_id ?? ''
    if (taken.has(id)) return undefined
    taken.add(id)
    return line
  }

  /** At most `count` lines, each about another posting. */
  batch(count: number): (Posting | Removal)[] {
    const taken = new Set<string>()
    return Array.from({ length: count }, () => this.next(taken) ?? []).flat()
  }

  private appear(): Posting {
    this.serial += 1
    const line = this.varied({ external_id: `history-${this.serial}` })
    this.known.push(line)
    return line
  }

  /** A removal, an unchanged repetition, or the posting with other content: also one that left before. */
  private revisit(old: Posting): Posting | Removal {
    const { source, source_slug = null, external_id = '' } = old
    const choice = this.random()
    if (choice < 0.3) {
      const status = this.random() < 0.7 ? 'expired' : 'excluded'
      return { source, source_slug, external_id, status }
    }
    return choice < 0.4 ? old : this.varied({ ...old })
  }

  private varied(members: Partial<Posting>): Posting {
    const pick = <Value>(values: readonly Value[]): Value | undefined =>
      values[Math.floor(this.random() * values.length)]
    const locations = pick(PLACES) ?? []
    return posting({
      ...members,
      url: `https://boards.greenhouse.example/acme/${members.external_id}`,
      title: `${pick(['Nurse', 'Welder', 'Infirmière', 'C++ Developer'])} ${this.random().toFixed(2)}`,
      locations,
      countries:
        locations.length > 0 ? null : (pick([['CA'], ['US'], ['CA', 'US']] as const) ?? null),
      date_posted: pick([null, '2026-01-02T03:04:05Z']) ?? null,
      description_html: `<p>Shift ${this.random().toFixed(1)}</p>`,
      source_fields:
        pick([null, { version: 1, fields: { team: { value: 'A', source_path: '$.t' } } }]) ?? null,
    })
  }
}
