import type { Work } from '../bench'
import { startContenders } from '../measure/contenders'
import { explain } from '../measure/plans'
import { timeQuery } from '../measure/query-times'
import { limitClaim, type Report } from '../measure/report'
import { median } from '../measure/statistics'
import { DEDICATED_JOBS, type NamedCount, namedCounts } from '../queries/named-counts'
import { target } from '../queries/query'
import { readVocabulary } from '../queries/vocabulary'

const PATH = '/v1/active-ats-count'
const PARAMETERS = { time_frame: '6m' }
const ROUNDS = 9
const TIMES_DEDICATED = 4

/** A request and its answer take so long by themselves; it matters in small catalogues only. */
const LEAST_MS = 2

export const namedCountWork: Work = {
  name: 'named-counts',
  about: 'five counts that a dedicated full-text server was measured with',
  async run(bench) {
    await using contenders = await startContenders(bench, 'ours', 'T')
    const both = { ours: contenders.get('ours'), rival: contenders.get('T') }
    // Its times are of a catalogue of its own size, and grow with it.
    const share = bench.activeJobs / DEDICATED_JOBS
    const counts = namedCounts(await readVocabulary(bench.databaseUrl, bench.activeJobs))
    const measured: Measured[] = []
    for (const count of counts) {
      const options = { path: PATH, parameters: PARAMETERS, rounds: ROUNDS }
      const times = await timeQuery(both, count.query, options)
      const { count: found }: { count: number } = JSON.parse(times.answers.ours ?? '{"count":-1}')
      const [ours, rival] = [median(times.ours), median(times.rival)]
      measured.push({ ...count, found, ours, rival, dedicated: count.dedicatedMs * share })
    }
    const targets = counts.map(({ query }) => target(PATH, { ...PARAMETERS, ...query.ours }))
    const plans = await explain(bench, 'named-counts', targets)
    return report(measured, plans)
  },
}

interface Measured extends NamedCount {
  found: number
  ours: number
  rival: number
  dedicated: number
}

function report(measured: readonly Measured[], plans: string): Report {
  return {
    tables: [
      {
        title: `Named counts, ms; their plans are in ${plans}`,
        header: ['count', 'query', 'found', 'ours', 'T', 'dedicated'],
        rows: measured.map(({ name, query, found, ours, rival, dedicated }) => [
          name,
          JSON.stringify(query.ours),
          String(found),
          ours,
          rival,
          dedicated,
        ]),
      },
    ],
    figures: Object.fromEntries(
      measured.map(({ name, found, ours, rival }) => [name, { found, ours, T: rival }]),
    ),
    claims: measured.map(({ name, ours, rival, dedicated }) =>
      limitClaim({
        work: `count: ${name}`,
        value: ours,
        unit: 'ms',
        atMost: Math.max(LEAST_MS, TIMES_DEDICATED * dedicated),
        beside: `T ${rival.toFixed(1)} ms`,
      }),
    ),
  }
}
