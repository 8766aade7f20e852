import { afterAll, beforeAll, beforeEach } from 'bun:test'
import { type Rehearsal, startRehearsal } from './rehearsal'

/** A rehearsal for the tests of the file that calls it: reset before each test, and closed after all. */
export function useRehearsal(): Rehearsal {
  // Its members come before the first test.
  const rehearsal = {} as Rehearsal
  beforeAll(async () => {
    Object.assign(rehearsal, await startRehearsal())
  })
  beforeEach(() => rehearsal.reset())
  afterAll(() => rehearsal.close())
  return rehearsal
}
