import { beforeAll, expect, test } from 'bun:test'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { useCatalogue } from '../mirror/use-catalogue'
import { posting } from '../support/posting-builder'
import { program } from '../support/program'
import { RandomHistory, randomNumbers } from '../support/random-history'
import { callCommand } from '../support/run-command'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'
import { readCatalogue } from '../support/whole-catalogue'

const SALARY = {
  '@type': 'MonetaryAmount',
  currency: 'CAD',
  value: { '@type': 'QuantitativeValue', minValue: 80_000, maxValue: 90_000, unitText: 'YEAR' },
} as const

const app = useTestApp()
const catalogue = useCatalogue(app)
const folder = useFolder('mirror-parquet-')
const history = new RandomHistory(randomNumbers(21))
beforeAll(async () => {
  await app.write(posting({ external_id: 'closing', salary: SALARY }), posting({ salary: SALARY }))
  await write()
})

async function write(): Promise<void> {
  app.clock.advance(3_600_000)
  await app.write(...history.batch(40))
}

const arguments_ = (into: string) => ['--from', catalogue.url, '--into', into, '--once']

async function mirror(into: string): Promise<string> {
  const answer = await callCommand('mirror.ts', arguments_(into), {
    env: { CATALOGUE_KEY: app.key },
  })
  expect(answer).toMatchObject({ status: 0 })
  return answer.errors
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const result = await connection.runAndReadAll(text)
  connection.closeSync()
  return result.getRowObjectsJS()
}

const active = async (files: string) =>
  await query(`select * from '${files}' where status = 'active' order by id`)

/** The jobs of the catalogue as a file has them. */
async function expected() {
  const jobs = [...(await readCatalogue(app)).values()].sort((a, b) => a.id - b.id)
  return jobs.map(({ id, title, country, date_created, cities_derived }) => ({
    ...{ id: BigInt(id), title, country, cities_derived },
    date_created: new Date(String(date_created)),
  }))
}

const shown = (rows: Record<string, unknown>[]) =>
  rows.map(({ id, title, country, date_created, cities_derived }) => ({
    ...{ id, title, country, cities_derived, date_created },
  }))

test('a file has the active jobs in typed columns, and the jobs that left', async () => {
  const into = join(folder, 'jobs.parquet')
  await mirror(into)
  expect(shown(await active(into))).toEqual(await expected())
  app.clock.advance(48 * 3_600_000)
  await app.write({
    source: 'greenhouse',
    source_slug: 'acme',
    external_id: 'closing',
    status: 'expired',
  })
  await write()
  await mirror(into)
  expect(shown(await active(into))).toEqual(await expected())
  const [closed] = await query(`select *, date_diff('hour', date_created, date_removed) as hours
    from '${into}' where status = 'expired' and salary_min is not null`)
  expect(closed).toMatchObject({ salary_min: 80_000, salary_unit: 'YEAR', hours: 49n })
  const types = await query(
    `select column_name, column_type from (describe select * from '${into}')`,
  )
  const typeOf = Object.fromEntries(
    types.map(({ column_name, column_type }) => [column_name, column_type]),
  )
  expect(typeOf).toMatchObject({
    id: 'BIGINT',
    date_created: 'TIMESTAMP WITH TIME ZONE',
    cities_derived: 'VARCHAR[]',
    lats_derived: 'DOUBLE[]',
    salary_min: 'DOUBLE',
    locations: 'JSON',
    description_text: 'VARCHAR',
  })
  expect(typeOf).not.toHaveProperty('description_html')
})

test('a file that nothing changed is left as it is, and one that is gone is written again', async () => {
  const into = join(folder, 'again.parquet')
  await mirror(into)
  const before = Bun.file(into).lastModified
  expect(await mirror(into)).toBe('')
  expect(Bun.file(into).lastModified).toBe(before)
  await rm(into)
  expect(await mirror(into)).toMatch(/again.parquet: \d+ jobs\n$/)
  expect(shown(await active(into))).toEqual(await expected())
})

test('a mirror that is killed at any moment leaves a whole file, and the next one brings it in step', async () => {
  const into = join(folder, 'killed.parquet')
  await mirror(into)
  for (let kill = 0; kill < 4; kill += 1) {
    const old = join(folder, 'old.parquet')
    await cp(into, old)
    const before = await active(old)
    await write()
    const child = Bun.spawn([...program('commands/mirror.ts'), ...arguments_(into)], {
      env: { ...process.env, CATALOGUE_KEY: app.key },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    const requests = catalogue.requests.length
    while (catalogue.requests.length < requests + 1 + 4 * kill && child.exitCode === null) {
      await Bun.sleep(1)
    }
    child.kill('SIGKILL')
    await child.exited
    const left = await active(into)
    const isWhole = Bun.deepEquals(left, before) || Bun.deepEquals(shown(left), await expected())
    expect(isWhole).toBe(true)
  }
  await mirror(into)
  expect(shown(await active(into))).toEqual(await expected())
})

test('with a slash at the end it is a folder with a file a country', async () => {
  const into = `${join(folder, 'parts.parquet')}/`
  await mirror(into)
  expect(shown(await active(`${into}*/*.parquet`))).toEqual(await expected())
})

test('the questions of the documents are answered', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../docs/analysing.md')).text()
  const [, part = ''] = page.split('## Five questions')
  const questions = [...part.matchAll(/```sql\n(.*?)```/gs)].map(([, text = '']) => text)
  expect(questions).toHaveLength(5)
  for (const question of questions) {
    const text = question.replaceAll('jobs.parquet', join(folder, 'jobs.parquet'))
    expect((await query(text)).length, question).toBeGreaterThan(0)
  }
})
