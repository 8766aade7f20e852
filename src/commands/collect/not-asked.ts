import type { Database } from '../../catalogue/database/client/connection'
import { countQuarantined } from '../../collect/board/boards'
import { blockedLine, countOverdue, listBlocked } from '../../collect/health/blocked'
import { listSuspects, suspectLine } from '../../collect/health/suspects'
import { SYSTEM_TIME } from '../../collect/pace/time'
import type { System } from '../../collect/system'
import { plural } from '../../values/plural'
import { printError, printMessage } from '../terminal/output'

/** Says which boards the end of `--once` leaves; returns whether all that were due were asked. */
export async function reportNotAsked(
  database: Database,
  systems: readonly System[],
): Promise<boolean> {
  const now = SYSTEM_TIME.now()
  for (const blocked of await listBlocked(database, now)) {
    printMessage(`blocked: ${blockedLine(blocked)}`)
  }
  for (const suspect of await listSuspects(database)) {
    printMessage(`suspect: ${suspectLine(suspect)}`)
  }
  const quarantined = await countQuarantined(database)
  if (quarantined > 0) {
    printMessage(`quarantined: ${plural(quarantined, 'board')}; bun run boards list says why`)
  }
  const sources = systems.map(({ source }) => source)
  const overdue = await countOverdue(database, sources, now)
  if (overdue > 0) printError(`collect: ${plural(overdue, 'due board')} not asked`)
  return overdue === 0
}
