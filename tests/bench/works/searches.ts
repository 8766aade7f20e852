import type { Bench, Work } from '../bench'
import { startContenders } from '../measure/contenders'
import { measureParts, type Parts, partsTable } from '../measure/parts'
import { explain, type Planner, withPlanner } from '../measure/plans'
import { medians, type QueryTimes, timeQuery } from '../measure/query-times'
import { type Claim, limitClaim, type Report, type Table } from '../measure/report'
import { median, summarize } from '../measure/statistics'
import { makeQueries } from '../queries/make-queries'
import { FORMS, target } from '../queries/query'
import { readVocabulary } from '../queries/vocabulary'

interface SearchWork {
  name: string
  title: string
  path: string
  parameters: Readonly<Record<string, string | number>>
  limits: { p50: number; p95: number; worst: number }
}

/** Queries that find fewer jobs are selective: what they cost should not depend on the catalogue's size. */
const SELECTIVE_JOBS = 500
const ROUNDS = 3
const SLOWEST = 8

export const searches: Work = searchWork({
  name: 'searches',
  title: '330 queries in all forms, the newest 100',
  path: '/v1/active-ats',
  parameters: { time_frame: '6m', limit: 100 },
  limits: { p50: 3, p95: 40, worst: 400 },
})

export const counts: Work = searchWork({
  name: 'counts',
  title: 'the same 330 queries as counts over 6m',
  path: '/v1/active-ats-count',
  parameters: { time_frame: '6m' },
  limits: { p50: 10, p95: 80, worst: 300 },
})

function searchWork(work: SearchWork): Work {
  return {
    name: work.name,
    about: work.title,
    async run(bench) {
      const all = await measure(bench, work)
      return await report(bench, work, all)
    },
  }
}

/** A query's times, where they go, and how many jobs it finds in the catalogue. */
type Measured = QueryTimes & { parts: Parts; found: number; foundByRival: number }

async function measure(bench: Bench, work: SearchWork): Promise<Measured[]> {
  return await withPlanner(bench.databaseUrl, (planner) => measureOn(planner, bench, work))
}

async function measureOn(
  planner: Planner,
  bench: Bench,
  { path, parameters }: SearchWork,
): Promise<Measured[]> {
  await using contenders = await startContenders(bench, 'ours', 'T')
  const both = { ours: contenders.get('ours'), rival: contenders.get('T') }
  const queries = makeQueries(await readVocabulary(bench.databaseUrl, bench.activeJobs))
  // Unmeasured: code that is not compiled yet takes twice the CPU.
  for (const query of queries) await timeQuery(both, query, { path, parameters, rounds: 0 })
  const all: Measured[] = []
  for (const query of queries) {
    const times = await timeQuery(both, query, { path, parameters, rounds: ROUNDS })
    const { answers } = await timeQuery(both, query, {
      path: '/v1/active-ats-count',
      parameters: { time_frame: '6m' },
      rounds: 0,
    })
    const [found, foundByRival] = [countOf(answers.ours), countOf(answers.rival)]
    const asked = target(path, { ...parameters, ...query.ours })
    const parts = await measureParts(planner, both.ours, asked)
    all.push({ ...times, parts, found, foundByRival })
  }
  return all
}

/** -1 when there was no answer in time. */
function countOf(answer: string | undefined): number {
  if (answer === undefined) return -1
  const { count }: { count: number } = JSON.parse(answer)
  return count
}

async function report(bench: Bench, work: SearchWork, all: Measured[]): Promise<Report> {
  const forms = FORMS.map((form) => ({ form, of: all.filter(({ query }) => query.form === form) }))
  const groups = [...forms, { form: 'all' as const, of: all }]
  const selective = all.filter(({ found }) => found > 0 && found < SELECTIVE_JOBS)
  const agreed = all.filter(({ found, foundByRival }) => agrees(found, foundByRival)).length
  bench.log(`${work.name}: of ${all.length} counts ${agreed} are the rival's within a hundredth`)
  const slowest = all
    .toSorted((one, other) => median(other.ours) - median(one.ours))
    .slice(0, SLOWEST)
  const targets = slowest.map(({ query }) =>
    target(work.path, { ...work.parameters, ...query.ours }),
  )
  const plans = await explain(bench, work.name, targets)
  return {
    tables: [
      {
        title: `${work.title}, ms`,
        header: HEADER,
        rows: groups.map(({ form, of }) => row(form, of)),
      },
      partsTable(groups.map(({ form, of }) => ({ form, of: of.map(({ parts }) => parts) }))),
      { title: `The slowest of them, ms; their plans are in ${plans}`, ...slowTable(slowest) },
    ],
    figures: {
      ours: { ...summarize(medians(all, 'ours')) },
      T: { ...summarize(medians(all, 'rival')) },
      selective: { ...summarize(medians(selective, 'ours')) },
      forms: Object.fromEntries(
        forms.map(({ form, of }) => [form, { ...summarize(medians(of, 'ours')) }]),
      ),
      agreed,
      queries: all.map(({ query, ours, rival, parts, found, foundByRival }) => ({
        form: query.form,
        query: JSON.stringify(query.ours),
        found,
        foundByRival,
        ours: median(ours),
        T: median(rival),
        ...parts,
      })),
    },
    claims: claims(bench, work, all),
  }
}

/** Words are told apart differently: `c++`, `senior/lead`. */
function agrees(found: number, foundByRival: number): boolean {
  return Math.abs(found - foundByRival) <= 0.01 * Math.max(found, foundByRival)
}

const HEADER = [
  'form',
  'p50',
  'p95',
  'worst',
  'T p50',
  'T p95',
  'T worst',
  'p50/T',
  'p95/T',
  'slower',
]

function row(form: string, of: readonly Measured[]): (string | number)[] {
  const [ours, rival] = [summarize(medians(of, 'ours')), summarize(medians(of, 'rival'))]
  return [
    form,
    ours.median,
    ours.p95,
    ours.worst,
    rival.median,
    rival.p95,
    rival.worst,
    (ours.median / rival.median).toFixed(2),
    (ours.p95 / rival.p95).toFixed(2),
    `${of.filter((times) => median(times.ours) > median(times.rival)).length} of ${of.length}`,
  ]
}

function slowTable(slowest: readonly Measured[]): Pick<Table, 'header' | 'rows'> {
  const rows = slowest.map(({ query, ours, rival, found }) => [
    JSON.stringify(query.ours),
    String(found),
    median(ours),
    median(rival),
  ])
  return { header: ['query', 'found', 'ours', 'T'], rows }
}

function claims(bench: Bench, { name, limits }: SearchWork, all: readonly Measured[]): Claim[] {
  const [ours, rival] = [summarize(medians(all, 'ours')), summarize(medians(all, 'rival'))]
  const claim = (what: string, value: number, other: number, atMost: number): Claim =>
    limitClaim({
      work: `${name}, ${what}`,
      value,
      unit: 'ms',
      atMost,
      beside: `T ${other.toFixed(1)} ms`,
    })
  const losing = FORMS.filter((form) => {
    const of = all.filter(({ query }) => query.form === form)
    const [own, others] = [summarize(medians(of, 'ours')), summarize(medians(of, 'rival'))]
    return own.median > others.median || own.p95 > others.p95
  })
  bench.log(`${name}: forms slower than T at p50 or p95: ${losing.join(', ') || 'none'}`)
  return [
    claim('p50', ours.median, rival.median, limits.p50),
    claim('p95', ours.p95, rival.p95, limits.p95),
    claim('worst', ours.worst, rival.worst, limits.worst),
    limitClaim({
      work: `${name}, forms slower than T at p50 or p95`,
      value: losing.length,
      unit: '',
      atMost: 0,
      beside: losing.join(' '),
    }),
  ]
}
