import type { Bench } from '../bench'
import type { Shape } from '../servers/board-files'
import { type CollectCost, Collections } from '../servers/collections'
import { type Claim, limitClaim, type Report, type Table } from './report'

const MAX_MB = 300

/** What commands cost over the boards of one shape. */
export interface Measured<Run extends string> {
  boards: number
  postings: number
  costs: Record<Run, CollectCost>
}

export type ListRun = 'new' | 'unchanged, 304' | 'unchanged, 200'

/** Measures work on the boards of a shape, with so many postings at most, and no more than the benchmark has jobs. */
export async function measureBoards<Run extends string>(
  bench: Bench,
  shape: Shape,
  maxPostings: number,
  work: (collections: Collections) => Promise<Record<Run, CollectCost>>,
): Promise<Measured<Run>> {
  const most = Math.min(maxPostings, bench.jobs)
  return await Collections.run(bench, shape, most, async (collections) => {
    const { boards, postings } = collections
    bench.log(`${postings} postings on ${boards.length} boards: ${shape.name}`)
    return { boards: boards.length, postings, costs: await work(collections) }
  })
}

/** Collects lists that are new, then unchanged for a server that knows it and for one that does not. */
export async function collectThrice(
  collections: Collections,
): Promise<Record<ListRun, CollectCost>> {
  return await collections.withCatalogue(async (catalogue) => {
    const first = await catalogue.runNew()
    const conditional = await catalogue.runUnchanged()
    collections.isConditional = false
    const unconditional = await catalogue.runUnchanged()
    return { new: first, 'unchanged, 304': conditional, 'unchanged, 200': unconditional }
  })
}

export function collectTable(title: string, { boards, postings, costs }: Measured<string>): Table {
  const cpu = ['own CPU s', 'PostgreSQL CPU s', 'server CPU s']
  return {
    title: `${postings} postings on ${boards} boards: ${title}`,
    header: ['', 's', 'boards /s', 'postings /s', ...cpu, 'peak MB', 'requests', 'MB read'],
    rows: Object.entries(costs).map(([name, cost]) => [
      name,
      cost.seconds,
      boards / cost.seconds,
      postings / cost.seconds,
      cost.ownCpuSeconds,
      cost.postgresCpuSeconds,
      cost.serverCpuSeconds,
      cost.peakMb,
      cost.requests,
      cost.megabytes,
    ]),
  }
}

export function collectFigures(shape: string, { costs }: Measured<string>): Report['figures'] {
  return Object.fromEntries(
    Object.entries(costs).map(([name, cost]) => [`${shape}, ${name}`, { ...cost }]),
  )
}

export function memoryClaim(
  name: string,
  runs: readonly Readonly<Record<string, CollectCost>>[],
): Claim {
  const costs = runs.flatMap((some) => Object.values(some))
  return limitClaim({
    work: `collect, ${name}`,
    value: Math.max(...costs.map(({ peakMb }) => peakMb)),
    unit: 'MB',
    atMost: MAX_MB,
  })
}
