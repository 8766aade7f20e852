import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { connect, type Database } from '../../src/catalogue/database/client/connection'
import {
  applyMigrations,
  applyMigrationsUntil,
} from '../../src/catalogue/database/migrations/migrations'
import { timeLimit } from './until'

export interface TestDatabase {
  url: string
  database: Database
  drop(): Promise<void>
}

/** On a busy machine the error of a statement that PostgreSQL stopped comes late: it is waited for. */
export const GRACE_MS = timeLimit(20_000)

/** A migrated database of the caller's own, on the server that `tests/run.ts` names. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return opened(await createDatabase(ensureTemplate), 8)
}

/** A copy of a database that nobody is connected to. */
export async function copyTestDatabase(url: string): Promise<TestDatabase> {
  const name = url.slice(url.lastIndexOf('/') + 1)
  return opened(await createDatabase(async () => name), 8)
}

/** A database without tables, or with the migrations up to one that was made then. */
export async function createEmptyDatabase({
  lastMigration,
}: {
  lastMigration?: number
} = {}): Promise<TestDatabase> {
  const url = await createDatabase(async () => 'template0')
  if (lastMigration !== undefined) {
    const client = postgres(url, { max: 1, onnotice: () => undefined })
    await client.begin((transaction) => applyMigrationsUntil(transaction, lastMigration))
    await client.end()
  }
  return opened(url, 2)
}

async function createDatabase(
  template: (server: postgres.Sql) => Promise<string>,
): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(async (server) => {
    // The other strategy writes the whole copy into the log: it takes twice the CPU.
    const copy = `template ${await template(server)} strategy file_copy`
    await server.unsafe(`create database ${name} ${copy}`)
  })
  return databaseUrl(name)
}

function opened(url: string, poolSize: number): TestDatabase {
  const database = connect({ url, poolSize })
  return {
    url,
    database,
    async drop() {
      await database.close()
      await dropDatabase(url)
    },
  }
}

/** Drops the database of an address, whoever is connected to it. */
export async function dropDatabase(url: string): Promise<void> {
  await onServer((server) => dropNamed(server, url.slice(url.lastIndexOf('/') + 1)))
}

/** A worker of autovacuum in the database refuses to be ended, and is soon done. */
async function dropNamed(server: postgres.Sql, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await server.unsafe(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      const isVacuumed = error instanceof postgres.PostgresError && error.code === '42501'
      if (!isVacuumed || attempt === 50) throw error
      await Bun.sleep(100)
    }
  }
}

/** The migrated template, named after the migrations; made by the first test file that needs it. */
async function ensureTemplate(server: postgres.Sql): Promise<string> {
  const name = `template_${migrationsHash()}`
  await server`select pg_advisory_lock(1)`
  const [known] = await server`select from pg_database where datname = ${name}`
  if (known === undefined) {
    // A run that was killed may have left it.
    await dropNamed(server, `${name}_new`)
    await server.unsafe(`create database ${name}_new`)
    await applyMigrations(databaseUrl(`${name}_new`))
    await server.unsafe(`alter database ${name}_new rename to ${name}`)
  }
  await server`select pg_advisory_unlock(1)`
  return name
}

function migrationsHash(): string {
  const folder = join(import.meta.dir, '../../drizzle')
  const hash = createHash('sha256')
  for (const file of readdirSync(folder)
    .filter((entry) => entry.endsWith('.sql'))
    .sort()) {
    hash.update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function onServer<Result>(work: (server: postgres.Sql) => Promise<Result>): Promise<Result> {
  const server = postgres(serverUrl(), { max: 1, onnotice: () => undefined })
  try {
    return await work(server)
  } finally {
    await server.end()
  }
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined)
    throw new Error('TEST_DATABASE_URL is not set: run the tests with bun run test')
  return url
}

function databaseUrl(name: string): string {
  return serverUrl().replace(/\/[^/]*$/, `/${name}`)
}
