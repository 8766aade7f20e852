import { mkdir } from 'node:fs/promises'
import { connect } from '../../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../../src/catalogue/database/migrations/migrations'
import { seedCatalogue } from '../../../src/commands/catalogue/seed-catalogue'
import { startEmbedded } from '../../../src/embedded-postgres/embedded-postgres'
import { findServerUser } from '../../../src/embedded-postgres/server-user'
import { createKey } from '../../../src/service/keys/api-keys'
import { findPrograms } from '../../support/postgres-releases'
import { fillRival, settle } from '../rival/fill'
import { recreateDatabase, siblingUrl, withClient } from './databases'
import {
  currentVersion,
  type Manifest,
  readManifest,
  removeManifest,
  writeManifest,
} from './manifest'
import { SAMPLE_RANDOM, SAMPLE_UNTIL } from './sample'

/** A filled catalogue on a PostgreSQL of its own. */
export interface BenchCatalogue {
  manifest: Manifest
  databaseUrl: string
  activeJobs: number
  bytes: { ours: number; rival: number }
  close(): Promise<void>
}

const DATABASE = 'bench'

/** One a client of the largest herd. */
const KEYS = 300

export interface BenchServer {
  directory: string
  jobs: number
  /** A major version of PostgreSQL, or the folder of its programs; none: that of the package's dependency. */
  postgres: string | undefined
  log(line: string): void
}

/** The catalogue of a size: built when there is none, or one of other tables. */
export async function openBenchCatalogue(options: BenchServer): Promise<BenchCatalogue> {
  const { directory, jobs, log } = options
  const server = await startServer(options)
  try {
    const databaseUrl = siblingUrl(server.url, DATABASE)
    const known = await readManifest(directory)
    const isUsable = known?.version === (await currentVersion())
    if (known && !isUsable) log('the catalogue is of another version of the tables')
    const manifest = isUsable ? known : await build({ directory, url: server.url, jobs, log })
    return { manifest, databaseUrl, ...(await describe(databaseUrl)), close: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The server of a size without its catalogue, for works that fill databases of their own. */
export async function openBenchServer(options: BenchServer): Promise<BenchCatalogue> {
  const { jobs } = options
  const server = await startServer(options)
  const version = await currentVersion()
  return {
    manifest: { about: '', jobs, version, keys: [], buildSeconds: 0, rivalSeconds: 0 },
    databaseUrl: server.url,
    activeJobs: 0,
    bytes: { ours: 0, rival: 0 },
    close: () => server.stop(),
  }
}

async function startServer({ directory, postgres, log }: BenchServer) {
  await mkdir(directory, { recursive: true })
  const binaries =
    postgres === undefined ? undefined : await findPrograms(postgres, findServerUser(directory))
  return await startEmbedded({ dataDir: directory, binaries, log })
}

async function build(options: {
  directory: string
  url: string
  jobs: number
  log: (line: string) => void
}): Promise<Manifest> {
  const { directory, jobs, log } = options
  await removeManifest(directory)
  log(`building a catalogue of ${jobs} jobs in ${directory}`)
  const version = await currentVersion()
  const url = await recreateDatabase(options.url, DATABASE)
  await applyMigrations(url)
  const started = performance.now()
  const keys = await fill(url, jobs)
  const filled = performance.now()
  log(`filled in ${Math.round((filled - started) / 1000)} s; now the rival's table`)
  await fillRival(url)
  await settle(url)
  const manifest: Manifest = {
    about: 'a complete sample catalogue of bun run bench, which uses it again',
    jobs,
    version,
    keys,
    buildSeconds: Math.round((filled - started) / 1000),
    rivalSeconds: Math.round((performance.now() - filled) / 1000),
  }
  await writeManifest(directory, manifest)
  return manifest
}

async function fill(url: string, jobs: number): Promise<string[]> {
  const database = connect({ url, poolSize: 4 })
  try {
    await seedCatalogue(database, { jobs, random: SAMPLE_RANDOM, until: SAMPLE_UNTIL })
    const keys: string[] = []
    for (let number = 1; number <= KEYS; number += 1) {
      const key = await createKey(database, `client ${number}`)
      if (key !== undefined) keys.push(key)
    }
    return keys
  } finally {
    await database.close()
  }
}

async function describe(url: string): Promise<Pick<BenchCatalogue, 'activeJobs' | 'bytes'>> {
  return await withClient(url, async (client) => {
    const [row] = await client`
      select (select count(*) from rival.jobs where status = 'active')::integer as active,
        pg_total_relation_size('rival.jobs')::float8 as rival,
        (select sum(pg_total_relation_size(oid)) from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace)::float8 as ours`
    const bytes = { ours: Number(row?.ours), rival: Number(row?.rival) }
    return { activeJobs: Number(row?.active), bytes }
  })
}
