import { join } from 'node:path'
import { connect } from '../../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../../src/catalogue/database/migrations/migrations'
import { importPostings } from '../../../src/catalogue/import/import-postings'
import { readLines } from '../../../src/catalogue/import/line/read-lines'
import { createWriter } from '../../../src/catalogue/import/write/writer'
import type { Bench, Work } from '../bench'
import { dropDatabase, recreateDatabase } from '../catalogue/databases'
import { currentPostings } from '../catalogue/sample'
import { postgresCpuMs } from '../measure/postgres-cpu'
import type { Claim } from '../measure/report'
import { number } from '../measure/report'
import { median } from '../measure/statistics'
import { insertAsRival } from '../rival/insert'

const DATABASE = 'bench_import'
const MAX_POSTINGS = 20_000
const ROUNDS = 2
const AT_LEAST = { new: 3_000, unchanged: 8_000 } as const

/** What a run of an import took. */
interface Cost {
  aSecond: number
  ownCpuMs: number
  postgresCpuMs: number
}

export const imports: Work = {
  name: 'import',
  about:
    'a file of postings into an empty catalogue, and the same file again, with full durability',
  isSelfContained: true,
  async run(bench) {
    const postings = Math.min(MAX_POSTINGS, bench.jobs)
    const file = await writeFile(bench, postings)
    const costs: Record<'new' | 'unchanged' | 'T new', Cost[]> = {
      new: [],
      unchanged: [],
      'T new': [],
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const url = await recreateDatabase(bench.databaseUrl, DATABASE)
      await applyMigrations(url)
      const cost = (work: () => Promise<void>) => measure(bench, postings, work)
      costs.new.push(await cost(() => importFile(url, file)))
      costs.unchanged.push(await cost(() => importFile(url, file)))
      costs['T new'].push(await cost(() => insertAsRival(url, file)))
    }
    await dropDatabase(bench.databaseUrl, DATABASE)
    const all = { new: best(costs.new), unchanged: best(costs.unchanged), T: best(costs['T new']) }
    const rows = Object.entries(all).map(([name, cost]) => [
      name === 'T' ? 'T, new' : name,
      cost.aSecond,
      cost.ownCpuMs / 1000,
      cost.postgresCpuMs / 1000,
    ])
    const header = ['postings', 'a second', 'own CPU s', 'PostgreSQL CPU s']
    return {
      tables: [{ title: `Import of ${postings} postings`, header, rows }],
      figures: { new: { ...all.new }, unchanged: { ...all.unchanged }, T: { ...all.T } },
      claims: [
        claim('new', all.new, `T ${number(all.T.aSecond)} /s`),
        claim('unchanged', all.unchanged, ''),
      ],
    }
  },
}

function best(costs: readonly Cost[]): Cost {
  const middle = (pick: (cost: Cost) => number): number => median(costs.map(pick))
  return {
    aSecond: Math.max(...costs.map(({ aSecond }) => aSecond)),
    ownCpuMs: middle((cost) => cost.ownCpuMs),
    postgresCpuMs: middle((cost) => cost.postgresCpuMs),
  }
}

function claim(which: 'new' | 'unchanged', { aSecond }: Cost, beside: string): Claim {
  const atLeast = AT_LEAST[which]
  return {
    work: `import, ${which} postings`,
    ours: `${number(aSecond)} /s`,
    beside,
    ratio: '',
    target: `at least ${number(atLeast)} /s`,
    isMet: aSecond >= atLeast,
  }
}

async function writeFile({ directory }: Bench, postings: number): Promise<string> {
  const path = join(directory, `postings-${postings}.ndjson`)
  if (await Bun.file(path).exists()) return path
  const lines = currentPostings(postings).map((posting) => `${JSON.stringify(posting)}\n`)
  await Bun.write(path, lines.toArray().join(''))
  return path
}

async function importFile(url: string, file: string): Promise<void> {
  const database = connect({ url, poolSize: 4 })
  try {
    await importPostings(createWriter(database), readLines(Bun.file(file).stream()), {
      history: false,
      onReject: ({ issue }) => Promise.reject(new Error(issue)),
      onProgress: () => undefined,
    })
  } finally {
    await database.close()
  }
}

async function measure(bench: Bench, postings: number, work: () => Promise<void>): Promise<Cost> {
  const [started, own] = [performance.now(), process.cpuUsage()]
  const before = await postgresCpuMs(bench.directory)
  await work()
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(own)
  const after = await postgresCpuMs(bench.directory)
  return {
    aSecond: postings / seconds,
    ownCpuMs: (user + system) / 1000,
    postgresCpuMs: (after ?? Number.NaN) - (before ?? Number.NaN),
  }
}
