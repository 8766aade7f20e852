import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Database } from '../../catalogue/database/client/connection'
import { poolerNotice } from '../../catalogue/database/client/pooler-notice'
import { migrationsDue } from '../../catalogue/database/migrations/migrations'
import { type Config, readConfig } from '../../service/config'
import { plural } from '../../values/plural'
import { CommandError } from '../terminal/command'
import { printError, printMessage } from '../terminal/output'
import type { Shutdown } from '../terminal/shutdown'

/** Where the settings of a service lie that was installed as the documents say. */
const SETTINGS_FILES = ['job-catalogue.env', '/etc/job-catalogue.env']

/** The open database of a command. */
export interface Catalogue {
  url: string
  database: Database
}

interface CatalogueOptions {
  /** The command that opens it, for the `application_name` of its sessions. */
  command?: string
  config?: Config
  /** Answers requests: with the pool and the time limit of the settings. */
  serves?: boolean
  /** Accepts newer migrations, which the previous version can read: needed during a rolling restart. */
  mayBeAhead?: boolean
  /** Receives progress messages and warnings. */
  log?: (message: string) => void
}

/** Connects to `DATABASE_URL`, or starts or joins the embedded PostgreSQL if it is not set, until `shutdown`. */
export async function openDatabase(
  shutdown: Shutdown,
  options: CatalogueOptions,
): Promise<Catalogue> {
  const { command, config = readConfig(process.env), serves, log } = options
  const open = async () => {
    const server = await serverFor(config, command, log)
    const limits = { poolSize: config.databasePoolSize, timeoutMs: config.queryTimeoutMs }
    const database = connect({ url: server.url, command, ...(serves ? limits : { poolSize: 4 }) })
    const close = async (): Promise<void> => {
      await database.close()
      await server.stop()
    }
    return { url: server.url, database, close }
  }
  return await shutdown.opened(open())
}

/** Like `openDatabase`, but rejects a database whose migrations differ from this version; see `mayBeAhead`. */
export async function openCatalogue(
  shutdown: Shutdown,
  options: CatalogueOptions,
): Promise<Catalogue> {
  const catalogue = await openDatabase(shutdown, options)
  await requireMigrated(catalogue, options)
  const notice = await poolerNotice(catalogue.database)
  if (notice !== undefined) printError(notice)
  return catalogue
}

/** Throws unless the database has exactly the migrations of this version. */
export async function requireMigrated(
  { database }: Catalogue,
  { mayBeAhead, log }: CatalogueOptions,
): Promise<void> {
  const due = await migrationsDue(database)
  if (due > 0) {
    throw new CommandError(
      `the database is ${plural(due, 'migration')} behind; run: bun run migrate`,
    )
  }
  if (due < 0) {
    const issue = `the database is ${plural(-due, 'migration')} ahead of this version; run a newer version`
    if (!mayBeAhead) throw new CommandError(issue)
    log?.(`warning: ${issue}`)
  }
}

async function serverFor(
  { databaseUrl, dataDir }: Config,
  command: string | undefined,
  log: CatalogueOptions['log'],
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: () => Promise.resolve() }
  if (!process.env.DATA_DIR) {
    if (command !== 'demo') refuseSecondCatalogue(dataDir, command)
    printMessage(`database: embedded in ${dataDir}/`)
  }
  // Dynamic import: the container image has no embedded PostgreSQL.
  const { startEmbedded } = await import('../../embedded-postgres/embedded-postgres')
  return await startEmbedded({ dataDir, ...(log && { log }) })
}

/** The catalogue of a service is elsewhere: its settings say where, and nobody read them. */
function refuseSecondCatalogue(dataDir: string, command = 'COMMAND'): void {
  const settings = SETTINGS_FILES.find((path) => existsSync(path))
  if (settings === undefined || existsSync(join(dataDir, 'postgres'))) return
  throw new CommandError(
    `neither DATABASE_URL nor DATA_DIR is set, and the settings in ${settings} were not read; run: bun --env-file=${settings} run ${command}; or set DATA_DIR=${dataDir} to make another catalogue`,
  )
}
