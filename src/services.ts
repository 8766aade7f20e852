import type { SQL } from 'drizzle-orm'
import type { AppOptions } from './app'
import type { Config } from './config'
import type { Database } from './database/connection'
import { ownQuestion } from './database/database-error'
import { type Queries, whileWanted } from './database/drizzle'
import { createHourWatermark } from './database/hour-watermark'
import { migrationsDue } from './database/migrations'
import { Accounts } from './keys/accounts'
import { contextOf } from './plugins/request-context'
import { createCatalogueStats } from './routes/catalogue-stats'
import { createOrganizationList } from './routes/organization-list'
import { COUNTRIES } from './values/country'
import { NotReady } from './values/errors'
import { singleFlight } from './values/memoize'

export interface ServiceOptions {
  database: Database
  /** Finds keys and flushes usage, apart from slow queries; `database` when absent. */
  accountQueries?: Queries
  /** Reads the catalogue as it is at the request or later; `database` when absent. */
  reads?: Queries
  config: Partial<Pick<Config, 'requestsPerMinute' | 'jobsPerMonth'>>
  now: () => Date
  /** For tests: the clock of rates, and how often usage is flushed. */
  databaseNow?: () => SQL
  flushEveryMs?: number
  /** Receives errors of background work. */
  onFailure?: (error: unknown) => void
}

export interface AppServices extends Pick<AppOptions, 'services' | 'findCaller' | 'isReady'> {
  /** Builds or renews the organization list. Call it every minute. */
  prepare(): Promise<void>
  /** Writes the usage that is not yet flushed. Call it after the last request, before the database is closed. */
  close(): Promise<void>
}

/** Builds what the routes need. */
export function createServices(options: ServiceOptions): AppServices {
  const { database, reads = database, now, onFailure = console.error } = options
  const accounts = createAccounts(options, onFailure)
  const organizations = createOrganizationList({ database, now, onFailure })
  return {
    services: {
      queriesFor: (request) => whileWanted(reads, contextOf(request).abortController.signal),
      now,
      awaitWatermark: createHourWatermark(database),
      organizations,
      stats: createCatalogueStats({ database: reads, now, onFailure }),
    },
    findCaller: (hash) => accounts.findAndLease(hash),
    // Probes need no key; concurrent ones share one query.
    isReady: singleFlight(() => demandMigrated(database)),
    async prepare() {
      await organizations('json', COUNTRIES).catch(onFailure)
    },
    close: () => accounts.close(),
  }
}

function createAccounts(options: ServiceOptions, onFailure: (error: unknown) => void): Accounts {
  const { config, databaseNow, flushEveryMs } = options
  return new Accounts({
    queries: options.accountQueries ?? options.database,
    now: options.now,
    defaults: {
      requestsPerMinute: config.requestsPerMinute ?? null,
      jobsPerMonth: config.jobsPerMonth ?? null,
    },
    onFailure,
    ...(databaseNow && { databaseNow }),
    ...(flushEveryMs !== undefined && { flushEveryMs }),
  })
}

async function demandMigrated(database: Database): Promise<void> {
  const due = await ownQuestion(migrationsDue(database), 'the database does not answer')
  if (due > 0) {
    throw new NotReady('the migrations of the database are behind; run: bun run migrate')
  }
}
