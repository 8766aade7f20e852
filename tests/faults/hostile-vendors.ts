/**
 * Every reader against hostile answers, in one process: `bun tests/faults/hostile-vendors.ts [bytes] [source]`. No case ends the
 * process, holds it for more than ten seconds, or removes a posting.
 */
import { attacks, memberAttacks } from '../collect/support/attacks'
import { HostileVendor } from '../collect/support/hostile-vendor'
import { siteBoards } from '../collect/support/site-boards'
import { recordedBoards, toResponse } from '../collect/systems/boards'
import { Report } from './support/report'

const BYTES = Number(process.argv[2] ?? 1_000_000)
const SOURCE = process.argv[3]

/** Of the processor: others may use the machine. */
const LIMIT_MS = 10_000

const report = new Report(`hostile vendors: ${BYTES} bytes`)
let cases = 0
for (const [system, recorded] of [...recordedBoards(), ...siteBoards()]) {
  if (SOURCE !== undefined && SOURCE !== system.source) continue
  report.section(system.name)
  const vendor = await HostileVendor.of(system, recorded)
  let slowest = { name: '', ms: 0 }
  for (const [target, { answer }] of recorded.exchanges.entries()) {
    const onMembers = memberAttacks(toResponse(answer).text, BYTES)
    for (const attack of [...attacks(BYTES), ...onMembers]) {
      cases += 1
      const name = `${attack.name}, in answer ${target + 1}`
      const started = process.cpuUsage()
      try {
        const lost = vendor.lost(await vendor.attacked(attack, target))
        if (lost.length > 0) report.promise(`${name}: postings stay`, false, lost)
      } catch (error) {
        report.promise(`${name}: the collector goes on`, false, String(error))
      }
      const ms = process.cpuUsage(started).user / 1000
      if (ms > LIMIT_MS) report.promise(`${name}: it holds the process no longer`, false, ms)
      if (ms > slowest.ms) slowest = { name, ms }
    }
  }
  report.promise('answers are read', true, `slowest: ${slowest.name}, ${Math.round(slowest.ms)} ms`)
}
report.figure('cases', cases)
report.end()
