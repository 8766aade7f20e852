import type { Posting, Removal } from '../../src/catalogue/import/posting'

export type Line = Posting | Removal

type Past = NonNullable<Posting['history']>

interface SampleEvent {
  kind: 'created' | 'updated' | 'expired' | 'excluded'
  at: number
  line: Line
}

/** What a client of the catalogue would have seen, from the lines of a sample. */
export class History {
  readonly events: SampleEvent[] = []
  readonly created: Posting[] = []
  readonly keys = new Set<string>()
  readonly active = new Map<string, Posting>()
  readonly updated = new Set<string>()
  readonly issues: string[] = []
  readonly invisibleChanges: string[] = []
  reappeared = 0

  count(kind: SampleEvent['kind']): number {
    return this.events.filter((event) => event.kind === kind).length
  }
}

export function replay(lines: Iterable<Line>): History {
  const history = new History()
  for (const line of lines) take(history, line)
  return history
}

function take(history: History, line: Line): void {
  const key = `${line.source}/${line.source_slug}/${line.external_id}`
  const past: Past = line.history ?? {}
  const { date_created, date_modified, date_removed } = past
  const at = Date.parse(date_created ?? date_modified ?? date_removed ?? '')
  const known = history.active.get(key)
  if ('status' in line) {
    if (known === undefined) history.issues.push(`${key} removed while absent`)
    history.active.delete(key)
    history.events.push({ kind: line.status, at, line })
    return
  }
  const kind = date_created === undefined ? 'updated' : 'created'
  if ((kind === 'created') === (known !== undefined)) history.issues.push(`${key} ${kind}`)
  if (kind === 'updated') {
    history.updated.add(key)
    if (visible(known) === visible(line)) history.invisibleChanges.push(key)
  } else {
    if (history.keys.has(key)) history.reappeared += 1
    history.keys.add(key)
    history.created.push(line)
  }
  history.active.set(key, line)
  history.events.push({ kind, at, line })
}

function visible(posting: Posting | undefined): string {
  return JSON.stringify({ ...posting, history: null, source_fields: null })
}
