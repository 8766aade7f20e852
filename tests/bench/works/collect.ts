import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Work } from '../bench'
import {
  atLeastClaim,
  type Claim,
  limitClaim,
  number,
  type Report,
  type Table,
} from '../measure/report'
import { DETAILS, PAGES, type Shape, WHOLE_LISTS } from '../servers/board-files'
import { type CollectCost, Collections } from '../servers/collections'

const MAX_POSTINGS = 100_000
/** Each is a request. */
const MAX_DETAILS = 10_000
const OF_IMPORTER = 0.9
const MAX_MB = 300

interface Measured<Run extends string> {
  boards: number
  postings: number
  costs: Record<Run, CollectCost>
}

export const collect: Work = {
  name: 'collect',
  about:
    'boards of a local server, new beside an import of the same lines from a file, and unchanged',
  isSelfContained: true,
  async run(bench) {
    const lists = await measureLists(bench)
    const details = await measureDetails(bench)
    const pages = await measurePages(bench)
    return report(lists, details, pages)
  },
}

type ListRun =
  | 'read, not written'
  | 'import of a file'
  | 'new'
  | 'unchanged, 304'
  | 'unchanged, 200'

async function measureLists(bench: Bench): Promise<Measured<ListRun>> {
  const file = join(bench.directory, 'collected.ndjson')
  try {
    return await measure(bench, WHOLE_LISTS, MAX_POSTINGS, async (collections) => {
      const written = await collections.withCatalogue(async (catalogue) => ({
        'read, not written': await catalogue.run('collect', ['--print'], file),
        'import of a file': await catalogue.run('import', [file]),
      }))
      const collected = await collections.withCatalogue(async (catalogue) => {
        const first = await catalogue.run('collect', ['--once'])
        const conditional = await catalogue.runUnchanged()
        collections.isConditional = false
        const unconditional = await catalogue.runUnchanged()
        return { new: first, 'unchanged, 304': conditional, 'unchanged, 200': unconditional }
      })
      return { ...written, ...collected }
    })
  } finally {
    await rm(file, { force: true })
  }
}

async function measureDetails(bench: Bench): Promise<Measured<'new' | 'unchanged'>> {
  return await measure(bench, DETAILS, MAX_DETAILS, (collections) =>
    collections.withCatalogue(async (catalogue) => ({
      new: await catalogue.run('collect', ['--once']),
      unchanged: await catalogue.runUnchanged(),
    })),
  )
}

async function measurePages(
  bench: Bench,
): Promise<Measured<'new' | 'unchanged' | 'unchanged, all pages due'>> {
  return await measure(bench, PAGES, MAX_DETAILS, (collections) =>
    collections.withCatalogue(async (catalogue) => {
      const first = await catalogue.run('collect', ['--once'])
      const unchanged = await catalogue.runUnchanged()
      await catalogue.makePagesDue()
      return { new: first, unchanged, 'unchanged, all pages due': await catalogue.runUnchanged() }
    }),
  )
}

async function measure<Run extends string>(
  bench: Bench,
  shape: Shape,
  maxPostings: number,
  work: (collections: Collections) => Promise<Record<Run, CollectCost>>,
): Promise<Measured<Run>> {
  const most = Math.min(maxPostings, bench.jobs)
  return await Collections.run(bench, shape, most, async (collections) => {
    const boards = collections.boards.length
    const postings = boards * shape.postingsPerBoard
    return { boards, postings, costs: await work(collections) }
  })
}

function report(
  lists: Measured<ListRun>,
  details: Measured<'new' | 'unchanged'>,
  pages: Measured<'new' | 'unchanged' | 'unchanged, all pages due'>,
): Report {
  const { boards, postings, costs } = lists
  const { 'read, not written': _, 'import of a file': imported, ...collected } = costs
  const all = [collected, details.costs, pages.costs].flatMap((some) => Object.values(some))
  return {
    tables: [
      table('lists', lists),
      table('lists of 20 a page, a request a posting', details),
      table("pages of employers' sites", pages),
    ],
    figures: {
      ...figuresOf('lists', lists),
      ...figuresOf('details', details),
      ...figuresOf('pages', pages),
    },
    claims: [
      atLeastClaim({
        work: 'collect, new boards',
        ours: postings / costs.new.seconds,
        other: postings / imported.seconds,
        name: 'import',
        unit: '/s',
        atLeast: OF_IMPORTER,
      }),
      rateClaim('unchanged, 304', boards / costs['unchanged, 304'].seconds, 400),
      rateClaim('unchanged, 200', boards / costs['unchanged, 200'].seconds, 100),
      limitClaim({
        work: 'collect, memory',
        value: Math.max(...all.map(({ peakMb }) => peakMb)),
        unit: 'MB',
        atMost: MAX_MB,
      }),
    ],
  }
}

function table(title: string, { boards, postings, costs }: Measured<string>): Table {
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

function figuresOf(shape: string, { costs }: Measured<string>): Report['figures'] {
  return Object.fromEntries(
    Object.entries(costs).map(([name, cost]) => [`${shape}, ${name}`, { ...cost }]),
  )
}

function rateClaim(run: ListRun, value: number, atLeast: number): Claim {
  return {
    work: `collect, ${run}`,
    ours: `${number(value)} boards /s`,
    beside: '',
    ratio: '',
    target: `at least ${number(atLeast)} boards /s`,
    isMet: value >= atLeast,
  }
}
