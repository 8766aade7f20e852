import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect, type Database } from '../../../src/catalogue/database/client/connection'
import { importPostings } from '../../../src/catalogue/import/import-postings'
import type { FileLine } from '../../../src/catalogue/import/line/read-lines'
import type { Posting, Removal } from '../../../src/catalogue/import/posting'
import { dropWords } from '../../../src/catalogue/import/upkeep/drop-words'
import { prune, takePruneTurn } from '../../../src/catalogue/import/upkeep/prune'
import { createWriter } from '../../../src/catalogue/import/write/writer'
import { sampleLines } from '../../../src/sample/sample-lines'
import { plansOf } from '../../support/plans'
import { SAMPLE, useTwoCatalogues } from '../../support/two-catalogues'

const catalogues = useTwoCatalogues()

/** Postings that the catalogue has, some of them changed and some removed, and as many that it lacks. */
async function* linesOf(random: number): AsyncGenerator<FileLine> {
  const take = (seed: number) =>
    sampleLines({ ...SAMPLE, random: seed })
      .map(({ history: _, ...line }): Posting | Removal => line)
      .take(60)
  let number = 0
  for (const [index, line] of [...take(1), ...take(random)].entries()) {
    number += 1
    const changed = 'title' in line && index % 3 === 0 ? { title: `${line.title} ${random}` } : {}
    yield { number, text: JSON.stringify({ ...line, ...changed }), position: number }
  }
}

const importSome = (database: Database, random: number) =>
  importPostings(createWriter(database), linesOf(random), {
    history: false,
    onReject: ({ issue }) => Promise.reject(new Error(issue)),
    onProgress: () => undefined,
  })

/** What is done, with the rows that each of its plans may take in, whatever the size of the catalogue. */
const WORKS: Record<
  string,
  [rows: number, work: (database: Database, random: number) => Promise<unknown>]
> = {
  'an import of known, changed and new postings': [6_000, importSome],
  'a turn to prune': [100, (database) => takePruneTurn(createWriter(database))],
  'a step of a prune': [
    5_000,
    (database) =>
      prune(createWriter(database), {
        before: SAMPLE.until,
        maxSteps: 1,
        step: { jobs: 50, changes: 500 },
      }),
  ],
  'words that are dropped': [
    1_000,
    (database) => dropWords(createWriter(database), { maxSteps: 1, step: 50 }),
  ],
}

/** The cost of a random page of the embedded server, and PostgreSQL's own. */
describe.each([1.1, 4])('with random_page_cost = %d', (cost) => {
  const connections: Database[] = []
  beforeAll(() => {
    for (const { url } of [catalogues.small, catalogues.large]) {
      connections.push(connect({ url: `${url}?random_page_cost=${cost}`, poolSize: 2 }))
    }
  })
  afterAll(() => Promise.all(connections.map((connection) => connection.close())))

  test.each(Object.entries(WORKS))('%s', async (_, [most, work]) => {
    for (const database of connections) {
      const plans = await plansOf(database, (recorded) => work(recorded, 10 * cost))
      expect(plans.length).toBeGreaterThan(0)
      const worst = plans.find(({ rows }) => rows > most)
      if (worst !== undefined) throw new Error(`more than ${most} rows\n${worst.text}`)
    }
  })
})
