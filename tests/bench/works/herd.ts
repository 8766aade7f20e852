import { join } from 'node:path'
import type { Bench, Work } from '../bench'
import { type Contender, startContenders } from '../measure/contenders'
import type { Herd, HerdTimes } from '../measure/herd-clients'
import { interleave, time } from '../measure/load'
import { atMostClaim, limitClaim, type Report } from '../measure/report'
import { summarize } from '../measure/statistics'
import { makeQueries } from '../queries/make-queries'
import { target } from '../queries/query'
import { readVocabulary } from '../queries/vocabulary'

const CLIENTS = 300
const ROUNDS = 5
const MAX_TIMES_LIMIT = 3
const HERD_LIMIT_MS = 120_000

export const herd: Work = {
  name: 'herd',
  about:
    'a few minutes past the hour, 300 clients at once: the 1h feed with own filters, then the 1h expired feed',
  async run(bench) {
    await using contenders = await startContenders(bench, 'ours', 'Q', 'T')
    const clients = await herdClients(bench)
    const rounds = await interleave(
      contenders.all,
      { rounds: ROUNDS },
      async (contender, round) => {
        const asked = contender.name === 'T' ? clients.rival : clients.ours
        // Q learns the addresses one by one before it is measured.
        const targets = round < 0 ? asked.flatMap((client) => client.targets) : []
        for (const one of targets) await time(contender, one)
        return await runHerd(contender, asked)
      },
    )
    return report(rounds.ours, rounds.Q, rounds.T)
  },
}

function report(...rounds: [ours: HerdTimes[], Q: HerdTimes[], T: HerdTimes[]]): Report {
  const errors = rounds[0].flatMap((round) => round.errors)
  const [ours, Q, T] = rounds.map((all) => summarize(all.flatMap(({ times }) => times)))
  if (!ours || !Q || !T) throw new Error('a herd was not measured')
  const rows = Object.entries({ ours, Q, T }).map(([name, { median, p95, p99, worst }]) => [
    name,
    median,
    p95,
    p99,
    worst,
  ])
  const header = ['', 'median', 'p95', 'p99', 'worst']
  const work = `hourly herd of ${CLIENTS}`
  const p99 = { work: `${work}, p99`, ours: ours.p99, other: Q.p99, name: 'Q', unit: 'ms' }
  return {
    tables: [{ title: 'Hourly herd, ms a request', header, rows }],
    figures: { ours: { ...ours }, Q: { ...Q }, T: { ...T }, errors: errors.length },
    claims: [
      limitClaim({ work: `${work}, errors`, value: errors.length, unit: '', atMost: 0 }),
      atMostClaim({ ...p99, atMost: MAX_TIMES_LIMIT }),
    ],
  }
}

type Clients = Herd['clients']

/** Each client has a key and a filter of its own; all ask for what left, too. */
async function herdClients(bench: Bench): Promise<{ ours: Clients; rival: Clients }> {
  const queries = makeQueries(await readVocabulary(bench.databaseUrl, bench.activeJobs))
  const expired = target('/v1/expired-ats', { time_frame: '1h' })
  const clients = (whose: 'ours' | 'rival'): Clients =>
    queries.slice(0, CLIENTS).map((query, number) => ({
      key: bench.keys[number % bench.keys.length] ?? '',
      targets: [
        target('/v1/active-ats', { time_frame: '1h', limit: 1000, ...query[whose] }),
        expired,
      ],
    }))
  return { ours: clients('ours'), rival: clients('rival') }
}

async function runHerd({ origin }: Contender, clients: Clients): Promise<HerdTimes> {
  const answer = Promise.withResolvers<HerdTimes>()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../measure/herd-clients.ts')], {
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: String(2 * CLIENTS) },
    stdio: ['ignore', 'inherit', 'inherit'],
    serialization: 'json',
    ipc(message: 'ready' | HerdTimes, process) {
      if (message === 'ready') process.send({ origin, clients } satisfies Herd)
      else answer.resolve(message)
    },
    onExit: () => answer.reject(new Error('the clients of the herd ended')),
  })
  const timer = setTimeout(() => child.kill(), HERD_LIMIT_MS)
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    child.kill()
    await child.exited
  }
}
