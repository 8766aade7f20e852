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
import {
  DETAILS,
  PAGES,
  type Shape,
  SMALL_LISTS,
  TOKENS,
  WHOLE_LISTS,
} from '../servers/board-files'
import { type CollectCost, Collections } from '../servers/collections'

const MAX_POSTINGS = 100_000
/** On 20,000 boards. */
const MAX_SMALL_POSTINGS = 300_000
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
    const details = await measureDetails(bench, DETAILS)
    const tokens = await measureDetails(bench, TOKENS)
    const pages = await measurePages(bench)
    const smallLists = await measure(bench, SMALL_LISTS, MAX_SMALL_POSTINGS, collectThrice)
    return report({ lists, details, tokens, pages, smallLists })
  },
}

type ListRun = 'new' | 'unchanged, 304' | 'unchanged, 200'

type WrittenRun = 'read, not written' | 'import of a file'

type DetailRun = 'new' | 'unchanged'

type PageRun = DetailRun | 'unchanged, all pages due'

interface All {
  lists: Measured<WrittenRun | ListRun>
  details: Measured<DetailRun>
  tokens: Measured<DetailRun>
  pages: Measured<PageRun>
  smallLists: Measured<ListRun>
}

async function measureLists(bench: Bench): Promise<All['lists']> {
  const file = join(bench.directory, 'collected.ndjson')
  try {
    return await measure(bench, WHOLE_LISTS, MAX_POSTINGS, async (collections) => {
      const written = await collections.withCatalogue(async (catalogue) => ({
        'read, not written': await catalogue.run('collect', ['--print'], file),
        'import of a file': await catalogue.runImport(file),
      }))
      return { ...written, ...(await collectThrice(collections)) }
    })
  } finally {
    await rm(file, { force: true })
  }
}

async function collectThrice(collections: Collections): Promise<Record<ListRun, CollectCost>> {
  return await collections.withCatalogue(async (catalogue) => {
    const first = await catalogue.runNew()
    const conditional = await catalogue.runUnchanged()
    collections.isConditional = false
    const unconditional = await catalogue.runUnchanged()
    return { new: first, 'unchanged, 304': conditional, 'unchanged, 200': unconditional }
  })
}

async function measureDetails(bench: Bench, shape: Shape): Promise<Measured<DetailRun>> {
  return await measure(bench, shape, MAX_DETAILS, (collections) =>
    collections.withCatalogue(async (catalogue) => ({
      new: await catalogue.runNew(),
      unchanged: await catalogue.runUnchanged(),
    })),
  )
}

async function measurePages(bench: Bench): Promise<Measured<PageRun>> {
  return await measure(bench, PAGES, MAX_DETAILS, (collections) =>
    collections.withCatalogue(async (catalogue) => {
      const first = await catalogue.runNew()
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
    const { boards, postings } = collections
    bench.log(`${postings} postings on ${boards.length} boards: ${shape.name}`)
    return { boards: boards.length, postings, costs: await work(collections) }
  })
}

function report(all: All): Report {
  const { lists, details, tokens, pages, smallLists } = all
  const { boards, postings, costs } = lists
  const { 'read, not written': _, 'import of a file': imported, ...collected } = costs
  const large = [collected, details.costs, tokens.costs, pages.costs]
  return {
    tables: [
      table('lists', lists),
      table('lists of 20 a page, a request a posting', details),
      table('lists of 100 a page, a request a posting, all with a token', tokens),
      table("pages of employers' sites", pages),
      table('small lists', smallLists),
    ],
    figures: Object.assign(
      {},
      ...Object.entries(all).map(([shape, measured]) => figuresOf(shape, measured)),
    ),
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
      memoryClaim('memory', large),
      memoryClaim(`memory, ${smallLists.boards} boards`, [smallLists.costs]),
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

function memoryClaim(name: string, runs: readonly Readonly<Record<string, CollectCost>>[]): Claim {
  const costs = runs.flatMap((some) => Object.values(some))
  return limitClaim({
    work: `collect, ${name}`,
    value: Math.max(...costs.map(({ peakMb }) => peakMb)),
    unit: 'MB',
    atMost: MAX_MB,
  })
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
