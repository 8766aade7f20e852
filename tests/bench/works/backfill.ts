import type { Work } from '../bench'
import { startContenders } from '../measure/contenders'
import { interleave, runClients } from '../measure/load'
import { atLeastClaim, type Claim, type Figures, type Table } from '../measure/report'
import { median } from '../measure/statistics'
import { pageCursors, pageTarget, stretches } from '../queries/pages'

const JOBS_A_PAGE = 1000
const ROUNDS = 6

/** At least this many times the rival, by the description format. */
const TIMES_RIVAL = { none: 3, html: 1.5 } as const
const OF_LIMIT = 0.9

type Format = keyof typeof TIMES_RIVAL

export const backfill: Work = {
  name: 'backfill',
  about: 'a client copies the catalogue by cursor, 1000 jobs a page; alone, and eight at once',
  async run(bench) {
    await using contenders = await startContenders(bench, 'ours', 'Q', 'T')
    const cursors = await pageCursors(bench.databaseUrl, JOBS_A_PAGE)
    const rows: Table['rows'][number][] = []
    const figures: Figures = {}
    const claims: Claim[] = []
    for (const format of ['none', 'html'] as const) {
      for (const clients of [1, 8]) {
        const rates = await measure(contenders.all, { cursors, format, clients })
        const work = `backfill, ${format === 'none' ? 'no descriptions' : format}, ${clients} client${clients > 1 ? 's' : ''}`
        const { ours, Q, T } = rates
        rows.push([work, ours, Q, T, (ours / Q).toFixed(2), (ours / T).toFixed(2)])
        figures[`${format} ${clients}`] = rates
        const both = { work, ours, unit: 'jobs/s' }
        claims.push(
          atLeastClaim({ ...both, other: Q, name: 'Q', atLeast: OF_LIMIT }),
          atLeastClaim({ ...both, other: T, name: 'T', atLeast: TIMES_RIVAL[format] }),
        )
      }
    }
    const header = ['work', 'ours', 'Q', 'T', 'ours/Q', 'ours/T']
    return { tables: [{ title: 'Backfill, jobs a second', header, rows }], figures, claims }
  },
}

/** The median of the rounds' rates, in jobs a second. */
async function measure(
  contenders: Parameters<typeof interleave>[0],
  options: { cursors: readonly number[]; format: Format; clients: number },
): Promise<{ ours: number; Q: number; T: number }> {
  const { cursors, format, clients } = options
  const length = clients === 1 ? 8 : 3
  const parameters = format === 'none' ? {} : { description_format: format }
  const targets = (round: number): string[][] =>
    stretches(cursors, { clients, length, round }).map((own) =>
      own.map((cursor) => pageTarget(cursor, parameters)),
    )
  const ask = async (contender: (typeof contenders)[number], round: number): Promise<number> => {
    // Warming up asks for all pages of the rounds, so that all are in memory, and Q knows them.
    const asked = round < 0 ? everyRound(targets) : targets(round)
    const { elapsedMs, times } = await runClients(contender, asked)
    return (times.length * JOBS_A_PAGE * 1000) / elapsedMs
  }
  const rates = await interleave(contenders, { rounds: ROUNDS }, ask)
  return { ours: median(rates.ours), Q: median(rates.Q), T: median(rates.T) }
}

function everyRound(targets: (round: number) => string[][]): string[][] {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => targets(round))
  return (rounds[0] ?? []).map((_, client) => rounds.flatMap((round) => round[client] ?? []))
}
