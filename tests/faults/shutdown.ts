/**
 * SIGTERM while clients ask without a pause: `bun tests/faults/shutdown.ts`. No request in flight is cut, the process
 * ends in time, and what was used is written down exactly.
 */

import { sql } from 'drizzle-orm'
import { connect } from '../../src/catalogue/database/client/connection'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres } from './support/own-postgres'
import { Report } from './support/report'
import { startServiceProcess } from './support/service-process'

const ROUNDS = 3
const CLIENTS = 60
const EXIT_LIMIT_MS = 10_000

const report = new Report(`SIGTERM under ${CLIENTS} clients, ${ROUNDS} times`)
const server = await createOwnPostgres({ fsync: 'off' })
const key = await fillCatalogue(server.url, 2_000)
const database = connect({ url: server.url, poolSize: 1 })
const counted = { requests: 0, jobs: 0 }

for (let round = 1; round <= ROUNDS; round += 1) {
  report.section(`round ${round}`)
  const service = await startServiceProcess(server.url)
  const outcome = { answered: 0, refused: 0, cut: [] as string[] }
  let isStopping = false
  const client = async (): Promise<void> => {
    for (;;) {
      const wasStopping = isStopping
      try {
        const answer = await fetch(`${service.url}/v1/active-ats?time_frame=6m&cursor=0&limit=50`, {
          headers: { Authorization: `Bearer ${key}` },
        })
        const jobs: unknown[] = JSON.parse(await answer.text())
        if (answer.status !== 200) throw new Error(`status ${answer.status}`)
        outcome.answered += 1
        counted.requests += 1
        counted.jobs += jobs.length
      } catch (error) {
        // A request that was sent before the signal must be answered.
        if (wasStopping || isRefusal(error)) outcome.refused += 1
        else outcome.cut.push(String(error))
        return
      }
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  await Bun.sleep(1_500)
  isStopping = true
  const { status, ms } = await service.stop()
  await Promise.all(clients)
  report.figure('requests', { ...outcome, cut: outcome.cut.length })
  report.promise('no request in flight is cut', outcome.cut.length === 0, outcome.cut.slice(0, 3))
  report.promise(
    'it ends with 0 within ten seconds',
    status === 0 && ms < EXIT_LIMIT_MS,
    `${ms} ms`,
  )
  const [row] = await database.run<{ requests: bigint; jobs: bigint }>(
    sql`select sum(requests)::bigint as requests, sum(jobs)::bigint as jobs from api_key_usage`,
  )
  const written = { requests: Number(row?.requests), jobs: Number(row?.jobs) }
  report.promise('usage is exact', Bun.deepEquals(written, counted), { written, counted })
}

await database.close()
await server.drop()
report.end()

/** The connection was not taken, or closed before anything of the request was read. */
function isRefusal(error: unknown): boolean {
  return /ConnectionRefused|ECONNREFUSED/.test(Bun.inspect(error))
}
