import type { Work } from '../bench'
import { type Contender, startContenders } from '../measure/contenders'
import { interleave, time } from '../measure/load'
import { limitClaim, type Table } from '../measure/report'
import { median, summarize } from '../measure/statistics'
import { target } from '../queries/query'

const ROUNDS = 10
/** So many rounds later the engine has compiled what a request runs, and compiling no longer counts as its work. */
const WARM_ROUNDS = 10
const REQUESTS_A_ROUND = 300
const MAX_CPU_MICROSECONDS = 150

const FEED = target('/v1/active-ats', { time_frame: '1h', country: 'US', limit: 100 })

export const smallRequest: Work = {
  name: 'small-request',
  about: 'one client, one small request after the other: the 1h feed, one filter, 100 jobs',
  async run(bench) {
    await using contenders = await startContenders(bench, 'ours', 'Q', 'T')
    const rounds = await interleave(contenders.all, { warm: WARM_ROUNDS, rounds: ROUNDS }, measure)
    const of = (name: 'ours' | 'Q' | 'T') => ({
      cpuMicroseconds: median(rounds[name].map((round) => round.cpuMicroseconds)),
      ...summarize(rounds[name].flatMap((round) => round.times)),
    })
    const all = { ours: of('ours'), Q: of('Q'), T: of('T') }
    const rows: Table['rows'] = Object.entries(all).map(([name, one]) => [
      name,
      one.cpuMicroseconds,
      one.median,
      one.p95,
      one.p99,
    ])
    const header = ['', 'CPU us', 'median ms', 'p95 ms', 'p99 ms']
    const beyond = all.ours.cpuMicroseconds - all.Q.cpuMicroseconds
    return {
      tables: [{ title: 'One small request, CPU of the server and time', header, rows }],
      figures: { ...all, beyondMicroseconds: beyond },
      claims: [
        limitClaim({
          work: 'one small request, own CPU beyond Q',
          value: beyond,
          unit: 'us',
          atMost: MAX_CPU_MICROSECONDS,
          beside: `Q itself ${Math.round(all.Q.cpuMicroseconds)} us`,
        }),
      ],
    }
  },
}

async function measure(
  contender: Contender,
): Promise<{ cpuMicroseconds: number; times: number[] }> {
  const before = await contender.server.usage()
  const times: number[] = []
  for (let request = 0; request < REQUESTS_A_ROUND; request += 1) {
    times.push(await time(contender, FEED))
  }
  const after = await contender.server.usage()
  return { cpuMicroseconds: ((after.cpuMs - before.cpuMs) * 1000) / REQUESTS_A_ROUND, times }
}
