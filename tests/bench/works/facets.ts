import type { Work } from '../bench'
import { startContenders } from '../measure/contenders'
import { time } from '../measure/load'
import { explain } from '../measure/plans'
import { limitClaim, type Report } from '../measure/report'
import { median, summarize } from '../measure/statistics'
import { makeQueries } from '../queries/make-queries'
import { FORMS, target } from '../queries/query'
import { readVocabulary } from '../queries/vocabulary'

const PATH = '/explore/feed-facets'
const ROUNDS = 3
const SLOWEST = 8

/** Searches of everything, which are counted in a sample. */
const WHOLE = [
  target('/explore/facets', { country: 'US' }),
  target('/explore/facets', { country: 'CA' }),
  target(PATH, { time_frame: '6m' }),
]

export const facets: Work = {
  name: 'facets',
  about: 'the numbers beside the filters of /explore, of the same 330 queries and of all jobs',
  async run(bench) {
    await using contenders = await startContenders(bench, 'ours')
    const ours = contenders.get('ours')
    const queries = makeQueries(await readVocabulary(bench.databaseUrl, bench.activeJobs))
    const asked = [
      ...WHOLE.map((address) => ({ form: 'whole', address })),
      ...queries.map((query) => ({
        form: query.form,
        address: target(PATH, { time_frame: '6m', ...query.ours }),
      })),
    ]
    const measured: Measured[] = []
    for (const each of asked) {
      await time(ours, each.address)
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) times.push(await time(ours, each.address))
      measured.push({ ...each, ms: median(times) })
    }
    const slowest = measured.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
    const plans = await explain(
      bench,
      'facets',
      slowest.map(({ address }) => address),
    )
    return report(measured, slowest, plans)
  },
}

interface Measured {
  form: string
  address: string
  ms: number
}

function report(
  measured: readonly Measured[],
  slowest: readonly Measured[],
  plans: string,
): Report {
  const rows = ['whole', ...FORMS, 'all'].map((form) => {
    const of = measured.filter((each) => form === 'all' || each.form === form)
    const { median: p50, p95, worst } = summarize(of.map(({ ms }) => ms))
    return [form, p50, p95, worst]
  })
  const all = summarize(measured.map(({ ms }) => ms))
  return {
    tables: [
      { title: 'Numbers beside the filters, ms', header: ['form', 'p50', 'p95', 'worst'], rows },
      {
        title: `The slowest of them, ms; their plans are in ${plans}`,
        header: ['request', 'ours'],
        rows: slowest.map(({ address, ms }) => [address, ms]),
      },
    ],
    figures: { ...all },
    claims: [
      limitClaim({ work: 'facets, p95', value: all.p95, unit: 'ms', atMost: 150 }),
      limitClaim({ work: 'facets, worst', value: all.worst, unit: 'ms', atMost: 500 }),
    ],
  }
}
