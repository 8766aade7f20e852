import type { Work } from '../bench'
import { startContenders } from '../measure/contenders'
import { interleave, time } from '../measure/load'
import { explain } from '../measure/plans'
import { limitClaim, type Report } from '../measure/report'
import { type Summary, summarize } from '../measure/statistics'
import { target } from '../queries/query'

const ROUNDS = 15
const DEEP_OFFSET = 200_000

/** Single requests without text, each with the most that it may take at a million jobs. */
export const pages: Work = {
  name: 'pages',
  about: 'counts without text over 1m and 6m, and a page far into the newest first',
  async run(bench) {
    await using contenders = await startContenders(bench, 'ours', 'Q', 'T')
    const offset = Math.round(DEEP_OFFSET * Math.min(1, bench.scale))
    const cases = casesOf(offset)
    const report: Report = { tables: [], figures: {}, claims: [] }
    const rows: (string | number)[][] = []
    for (const { work, path, ask, atMost } of cases) {
      const one = target(path, ask)
      const times = await interleave(contenders.all, { warm: 2, rounds: ROUNDS }, (contender) =>
        time(contender, one),
      )
      const [ours, Q, T] = [summarize(times.ours), summarize(times.Q), summarize(times.T)]
      rows.push([work, ours.median, ours.p95, Q.median, Q.p95, T.median, T.p95])
      report.figures[work] = figures({ ours, Q, T })
      const beside = `Q ${Q.median.toFixed(1)}, T ${T.median.toFixed(1)} ms`
      report.claims.push(limitClaim({ work, value: ours.median, unit: 'ms', atMost, beside }))
    }
    await explain(
      bench,
      'pages',
      cases.map(({ path, ask }) => target(path, ask)),
    )
    const header = ['work', 'ours', 'p95', 'Q', 'p95', 'T', 'p95']
    report.tables.push({ title: 'Pages and counts without text, ms', header, rows })
    return report
  },
}

function casesOf(offset: number) {
  return [
    {
      work: 'count without text, 1m',
      path: '/v1/active-ats-count',
      ask: { time_frame: '1m' },
      atMost: 15,
    },
    {
      work: 'count without text, 6m',
      path: '/v1/active-ats-count',
      ask: { time_frame: '6m' },
      atMost: 60,
    },
    {
      work: `offset ${offset} in 6m`,
      path: '/v1/active-ats',
      ask: { time_frame: '6m', limit: 100, offset },
      atMost: 60,
    },
  ]
}

function figures(summaries: Record<'ours' | 'Q' | 'T', Summary>) {
  const { ours, Q, T } = summaries
  return { ours: { ...ours }, Q: { ...Q }, T: { ...T } }
}
