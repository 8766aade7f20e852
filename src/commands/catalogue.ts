import { type Config, readConfig } from '../config'
import { connect, type Database } from '../database/connection'
import { migrationsDue } from '../database/migrations'
import { CommandError } from './command'

/** The database of a command, and how to leave it. */
export interface Catalogue {
  url: string
  database: Database
  close(): Promise<void>
}

export interface CatalogueOptions {
  config?: Config
  /** PostgreSQL stops statements that run longer; no limit when absent. */
  timeoutMs?: number
  poolSize?: number
  /** Migrations leave what the version before reads, so that it may go on while processes are restarted one by one. */
  mayBeAhead?: boolean
  /** Told of what takes time, for a person who waits. */
  log?: (message: string) => void
}

/** The database that `DATABASE_URL` names, or else the embedded one, which is started when it does not run. */
export async function openDatabase(options: CatalogueOptions = {}): Promise<Catalogue> {
  const config = options.config ?? readConfig(process.env)
  const server = await serverFor(config, options.log)
  const database = connect({
    url: server.url,
    poolSize: options.poolSize ?? 4,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  })
  return {
    url: server.url,
    database,
    async close() {
      await database.close()
      await server.stop()
    },
  }
}

/** As `openDatabase`, but refuses a database whose migrations are not those of this version, or later where it may. */
export async function openCatalogue(options: CatalogueOptions = {}): Promise<Catalogue> {
  const catalogue = await openDatabase(options)
  try {
    requireMigrated(await migrationsDue(catalogue.database), options)
    return catalogue
  } catch (error) {
    await catalogue.close()
    throw error
  }
}

function requireMigrated(due: number, { mayBeAhead, log }: CatalogueOptions): void {
  if (due > 0) {
    throw new CommandError(`the database is ${countMigrations(due)} behind; run: bun run migrate`)
  }
  if (due < 0) {
    const issue = `the database is ${countMigrations(-due)} ahead of this version; run a newer version`
    if (!mayBeAhead) throw new CommandError(issue)
    log?.(`warning: ${issue}`)
  }
}

/** `1 migration`, `2 migrations`. */
export function countMigrations(migrations: number): string {
  return migrations === 1 ? '1 migration' : `${migrations} migrations`
}

async function serverFor(
  { databaseUrl, dataDir }: Config,
  log: CatalogueOptions['log'],
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: () => Promise.resolve() }
  // Loaded only when it is used: a container has no embedded PostgreSQL.
  const { startEmbedded } = await import('../embedded-postgres/embedded-postgres')
  return await startEmbedded({ dataDir, ...(log && { log }) })
}
