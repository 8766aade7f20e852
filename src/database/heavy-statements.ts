import type { Statement } from './statement'

/** How long a statement is remembered, and how many are. */
const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 1_000

/** Statements that took long of late. Instants in them do not count: windows roll on between two requests. */
export class HeavyStatements {
  private readonly until = new Map<string | number | bigint, number>()

  has(statement: Statement): boolean {
    return (this.until.get(keyOf(statement)) ?? 0) > performance.now()
  }

  add(statement: Statement): void {
    const key = keyOf(statement)
    this.until.delete(key)
    this.until.set(key, performance.now() + REMEMBERED_MS)
    const [oldest] = this.until.keys()
    if (this.until.size > MAX_REMEMBERED && oldest !== undefined) this.until.delete(oldest)
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT/

function keyOf({ text, values }: Statement): string | number | bigint {
  const lasting = values.filter((value) => !(typeof value === 'string' && INSTANT.test(value)))
  return Bun.hash(`${text}\n${lasting.join('\n')}`)
}
