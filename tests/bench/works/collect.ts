import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench, Work } from '../bench'
import {
  collectFigures,
  collectTable,
  collectThrice,
  type ListRun,
  type Measured,
  measureBoards,
  memoryClaim,
} from '../measure/collecting'
import { atLeastClaim, type Claim, number, type Report } from '../measure/report'
import { DETAILS, PAGES, type Shape, TOKENS, WHOLE_LISTS } from '../servers/board-files'

const MAX_POSTINGS = 100_000
/** Each is a request. */
const MAX_DETAILS = 10_000
const OF_IMPORTER = 0.9

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
    return report({ lists, details, tokens, pages })
  },
}

type WrittenRun = 'read, not written' | 'import of a file'

type DetailRun = 'new' | 'unchanged'

type PageRun = DetailRun | 'unchanged, all pages due'

interface All {
  lists: Measured<WrittenRun | ListRun>
  details: Measured<DetailRun>
  tokens: Measured<DetailRun>
  pages: Measured<PageRun>
}

async function measureLists(bench: Bench): Promise<All['lists']> {
  const file = join(bench.directory, 'collected.ndjson')
  try {
    return await measureBoards(bench, WHOLE_LISTS, MAX_POSTINGS, async (collections) => {
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

async function measureDetails(bench: Bench, shape: Shape): Promise<Measured<DetailRun>> {
  return await measureBoards(bench, shape, MAX_DETAILS, (collections) =>
    collections.withCatalogue(async (catalogue) => ({
      new: await catalogue.runNew(),
      unchanged: await catalogue.runUnchanged(),
    })),
  )
}

async function measurePages(bench: Bench): Promise<Measured<PageRun>> {
  return await measureBoards(bench, PAGES, MAX_DETAILS, (collections) =>
    collections.withCatalogue(async (catalogue) => {
      const first = await catalogue.runNew()
      const unchanged = await catalogue.runUnchanged()
      await catalogue.makePagesDue()
      return { new: first, unchanged, 'unchanged, all pages due': await catalogue.runUnchanged() }
    }),
  )
}

function report(all: All): Report {
  const { lists, details, tokens, pages } = all
  const { boards, postings, costs } = lists
  const { 'read, not written': _, 'import of a file': imported, ...collected } = costs
  const runs = [collected, details.costs, tokens.costs, pages.costs]
  return {
    tables: [
      collectTable('lists', lists),
      collectTable('lists of 20 a page, a request a posting', details),
      collectTable('lists of 100 a page, a request a posting, all with a token', tokens),
      collectTable("pages of employers' sites", pages),
    ],
    figures: Object.assign(
      {},
      ...Object.entries(all).map(([shape, measured]) => collectFigures(shape, measured)),
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
      memoryClaim('memory', runs),
    ],
  }
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
