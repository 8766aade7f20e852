import { beforeEach } from 'bun:test'
import { startOnce } from '../../support/start-once'
import { type Rehearsal, startRehearsal } from './rehearsal'

/** A rehearsal for the tests of the file that calls it, reset before each of them. */
export function useRehearsal(): Rehearsal {
  const rehearsal = startOnce(startRehearsal, ({ close }) => close())
  beforeEach(() => rehearsal.reset())
  return rehearsal
}
