import { writerClock } from '../../src/catalogue/database/schema/single-rows'
import type { WriterClock } from '../../src/catalogue/import/write/writer'

/** A clock in the test's hand. It lies in the past of the database's own, so that no hour waits to end. */
export class TestClock {
  private time: number

  constructor(start: string) {
    this.time = new Date(start).getTime()
  }

  readonly now = (): Date => new Date(this.time)

  advance(milliseconds: number): void {
    this.time += milliseconds
  }

  set(instant: string): void {
    this.time = new Date(instant).getTime()
  }
}

/** The clock of a test's writer, which may be set back: the last instant is forgotten. */
export function forgetfulClock(now: () => Date): WriterClock {
  return async ({ db }) => {
    await db.delete(writerClock)
    return now()
  }
}
