/**
 * Copies that `mirror` keeps, killed at any moment and damaged anywhere: `bun tests/faults/copy-faults.ts [rounds]`. A copy equals
 * the catalogue or is refused by name, and `--refill` makes it equal.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'
import { serveCatalogue } from '../mirror/catalogue-server'
import { readFolder, readTable } from '../mirror/read-copy'
import { RandomHistory, randomNumbers } from '../support/random-history'
import { createTestApp } from '../support/test-app'
import { readCatalogue } from '../support/whole-catalogue'
import { Report } from './support/report'

const ROUNDS = Number(process.argv[2] ?? 20)
const MIRROR = join(import.meta.dir, '../../src/commands/mirror.ts')

const report = new Report(`${ROUNDS} rounds of kills and damage`)
const root = mkdtempSync(join(tmpdir(), 'copy-faults-'))
chmodSync(root, 0o755)
const server = await startEmbedded({ dataDir: join(root, 'server'), durable: false })
process.env.TEST_DATABASE_URL = server.url
const app = await createTestApp()
const catalogue = serveCatalogue(app)
const history = new RandomHistory(randomNumbers(5))
const any = (below: number) => Math.floor(Math.random() * below)

const write = (count: number) => app.write(...history.batch(count))

function mirror(into: string, ...more: string[]): Bun.Subprocess<'ignore', 'ignore', 'pipe'> {
  const args = ['--from', catalogue.url, '--into', into, '--description', 'both', '--once', ...more]
  return Bun.spawn([process.execPath, MIRROR, ...args], {
    env: { ...process.env, CATALOGUE_KEY: app.key },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function ended(
  child: ReturnType<typeof mirror>,
): Promise<{ errors: string; status: number }> {
  const [errors, status] = await Promise.all([new Response(child.stderr).text(), child.exited])
  return { errors, status }
}

async function equalsCatalogue(copy: string): Promise<boolean> {
  const ofCatalogue = [...(await readCatalogue(app)).values()].sort((a, b) => a.id - b.id)
  return Bun.deepEquals(await readCopy(copy), ofCatalogue)
}

async function readCopy(copy: string) {
  if (!copy.endsWith('.sqlite')) return await readFolder(copy)
  await using sql = new SQL(`sqlite://${copy}`)
  return await readTable(sql)
}

/** Deletes a file of a copy, cuts it off, overwrites some of it, or changes a row; says which. */
async function damage(copy: string): Promise<string> {
  if (copy.endsWith('.sqlite') && any(3) === 0) {
    await using sql = new SQL(`sqlite://${copy}`)
    await sql`update jobs set job = json_set(job, '$.title', 'Chef') where id = (select max(id) from jobs)`
    return 'changed a title'
  }
  const files = copy.endsWith('.sqlite')
    ? [copy]
    : readdirSync(copy, { recursive: true, encoding: 'utf8' })
        .map((name) => join(copy, name))
        .filter((path) => /json$/.test(path))
  const file = files[any(files.length)] ?? copy
  const size = statSync(file).size
  // A file of SQLite that is deleted is a new copy.
  const kind = copy.endsWith('.sqlite') ? 2 * any(2) : any(3)
  if (kind === 0) await truncate(file, any(size))
  else if (kind === 1) rmSync(file)
  else {
    await using opened = await open(file, 'r+')
    // A page, as a disk loses it.
    await opened.write(Buffer.alloc(Math.min(size, 4096)), 0, undefined, any(size) & ~4095)
  }
  return `${['cut off', 'deleted', 'overwritten'][kind]} ${file.slice(root.length + 1)}`
}

try {
  await write(60)
  const counts = { kills: 0, refused: 0, equal: 0 }
  const wrong: string[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const copy = join(root, round % 2 === 0 ? `copy-${round}.sqlite` : `copy-${round}`)
    for (let kill = 0; kill < 3; kill += 1) {
      const child = mirror(copy)
      const timer = setTimeout(() => child.kill('SIGKILL'), any(900))
      if ((await child.exited) !== 0) counts.kills += 1
      clearTimeout(timer)
      await write(10)
    }
    const first = await ended(mirror(copy))
    if (first.status !== 0) wrong.push(`round ${round}, after kills: ${first.errors}`)
    if (!(await equalsCatalogue(copy))) wrong.push(`round ${round}: other jobs after kills`)

    const done = await damage(copy)
    await write(10)
    const { errors, status } = await ended(mirror(copy))
    report.figure(`round ${round}`, `${done}: ${status === 0 ? 'goes on' : errors.trim()}`)
    if (status === 0) {
      counts.equal += 1
      if (!(await equalsCatalogue(copy))) wrong.push(`round ${round}: ${done}, in silence`)
    } else {
      counts.refused += 1
      const isNamed = errors.includes(copy) || errors.includes('the table jobs')
      if (!isNamed || !errors.includes('--refill')) wrong.push(`${done}: ${errors}`)
    }
    const refilled = await ended(mirror(copy, '--refill'))
    const isRepaired = refilled.status === 0 && (await equalsCatalogue(copy))
    if (!isRepaired) wrong.push(`round ${round}: not repaired: ${refilled.errors}`)
  }
  report.figure('copies', counts)
  report.promise('every copy equals the catalogue or is refused by name', wrong.length === 0, wrong)
} finally {
  await catalogue.stop()
  await app.stop()
  await server.stop()
  rmSync(root, { recursive: true, force: true })
}
report.end()
