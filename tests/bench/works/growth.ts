import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Work } from '../bench'
import type { Claim, Figures, Report } from '../measure/report'
import { atMostClaim } from '../measure/report'
import { FORMS } from '../queries/query'

const SMALLER = 10
const MAX_TIMES = 1.5

type Figure = { name: string; path: readonly string[]; isRate?: true; mayGrow?: true }

/** Figures that should not grow, by the path to them; rates are turned into times. */
const FIGURES: readonly Figure[] = [
  { name: 'selective searches, p50', path: ['searches', 'selective', 'median'] },
  { name: 'selective searches, p95', path: ['searches', 'selective', 'p95'] },
  { name: 'selective counts, p50', path: ['counts', 'selective', 'median'] },
  { name: 'selective counts, p95', path: ['counts', 'selective', 'p95'] },
  { name: 'a page of 1000 jobs', path: ['backfill', 'none 1', 'ours'], isRate: true },
  { name: 'a page of 1000 jobs, html', path: ['backfill', 'html 1', 'ours'], isRate: true },
  { name: 'one small request', path: ['small-request', 'ours', 'median'] },
  ...['searches', 'counts'].flatMap((work) =>
    FORMS.map((form): Figure => {
      return { name: `${work}, ${form}, p50`, path: [work, 'forms', form, 'median'], mayGrow: true }
    }),
  ),
]

export const growth: Work = {
  name: 'growth',
  about: 'this catalogue beside the last results of one a tenth as large',
  async run(bench) {
    const report: Report = { tables: [], figures: {}, claims: [] }
    const smaller = await lastResults(bench)
    if (smaller === undefined) {
      bench.log(`growth: there are no results of ${bench.jobs / SMALLER} jobs; nothing is compared`)
      return report
    }
    const rows: (string | number)[][] = []
    for (const { name, path, isRate, mayGrow } of FIGURES) {
      const [now, then] = [ofReports(bench, path), follow(smaller, path)]
      if (now === undefined || then === undefined) continue
      const [ours, other] = isRate ? [1e6 / now, 1e6 / then] : [now, then]
      rows.push([name, ours, other, (ours / other).toFixed(2)])
      report.figures[name] = ours / other
      if (!mayGrow) report.claims.push(growthClaim(`growth, ${name}`, ours, other))
    }
    const header = ['', `${bench.jobs} jobs`, `${bench.jobs / SMALLER} jobs`, 'ratio']
    report.tables.push({ title: 'Growth, ms', header, rows })
    return report
  },
}

function growthClaim(work: string, ours: number, other: number): Claim {
  return atMostClaim({ work, ours, other, name: 'smaller', unit: 'ms', atMost: MAX_TIMES })
}

function ofReports(bench: Bench, [work = '', ...path]: readonly string[]): number | undefined {
  return follow(bench.reports.get(work)?.figures, path)
}

function follow(figures: Figures | undefined, path: readonly string[]): number | undefined {
  let value: Figures[string] | undefined = figures
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    value = value[name]
  }
  return typeof value === 'number' ? value : undefined
}

/** The figures of all works, each from the latest results that have it. */
async function lastResults({ directory, jobs }: Bench): Promise<Figures | undefined> {
  const other = directory.replace(`bench-${jobs}`, `bench-${jobs / SMALLER}`)
  const files = await readdir(other).catch(() => [])
  const results = files.filter((name) => /^results-.*\.json$/.test(name)).sort()
  if (results.length === 0) return undefined
  const all: Figures = {}
  for (const name of results) {
    const { works }: { works: Figures } = await Bun.file(join(other, name)).json()
    Object.assign(all, works)
  }
  return all
}
