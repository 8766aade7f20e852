import type { SQL } from 'drizzle-orm'
import type { AppOptions } from './app'
import type { Config } from './config'
import type { Database } from './database/connection'
import { type Queries, whileWanted } from './database/drizzle'
import { watchGeneration } from './database/generation-watch'
import { createHourWatermark } from './database/hour-watermark'
import { Accounts, type UsageFigures } from './keys/accounts'
import { contextOf } from './plugins/request-context'
import { createCatalogueStats } from './routes/catalogue-stats'
import { createExpiredIds } from './routes/expired-ids'
import { createExploreFigures } from './routes/explore-figures'
import { createOrganizationList } from './routes/organization-list'
import { createReadiness } from './routes/readiness'
import { COUNTRIES } from './values/country'

export interface ServiceOptions {
  database: Database
  /** Finds keys and flushes usage, apart from slow queries; `database` when absent. */
  accountQueries?: Queries
  /** Reads the catalogue as it is at the request or later; `database` when absent. */
  reads?: Queries
  config: Partial<Pick<Config, 'requestsPerMinute' | 'jobsPerMonth' | 'queryTimeoutMs'>>
  now: () => Date
  /** For tests: the clock of rates, and how often usage is flushed. */
  databaseNow?: () => SQL
  flushEveryMs?: number
  /** Called when the service finds itself on another generation: connections may lead to a server that was replaced. */
  onGeneration?: (number: number) => void
  /** Receives errors of background work. */
  onFailure?: (error: unknown) => void
  /** Receives messages for the operator. */
  report?: (message: string) => void
}

export interface AppServices
  extends Pick<AppOptions, 'services' | 'findCaller' | 'findGeneration' | 'isReady'> {
  /** Opens a generation if the catalogue was restored or its server replaced. Call it every second. */
  checkGeneration(): Promise<void>
  /** Builds or renews the organization list. Call it every minute. */
  prepare(): Promise<void>
  usageFigures(): UsageFigures
  /** Writes the usage that is not yet flushed. Call it after the last request, before the database is closed. */
  close(): Promise<void>
}

/** Builds what the routes need. */
export function createServices(options: ServiceOptions): AppServices {
  const { database, reads = database, now, onFailure = console.error } = options
  const { queryTimeoutMs } = options.config
  const accounts = createAccounts(options, onFailure)
  const generation = watchGeneration({
    database,
    queries: options.accountQueries ?? database,
    onChange: options.onGeneration ?? (() => database.renew()),
    onFailure,
  })
  // The rest of the time limit is for the query.
  const writerLimitMs = queryTimeoutMs && Math.ceil(queryTimeoutMs / 2)
  const awaitWatermark = createHourWatermark(database, writerLimitMs)
  const organizations = createOrganizationList({ database, now, onFailure })
  return {
    services: {
      queriesFor: (request) => whileWanted(reads, contextOf(request).abortController.signal),
      now,
      checkGeneration: generation.check,
      awaitWatermark,
      expiredIds: createExpiredIds({ database: reads, now, awaitWatermark }),
      organizations,
      stats: createCatalogueStats({ database: reads, now, onFailure }),
      exploreFigures: createExploreFigures({ database: reads, now, onFailure }),
    },
    findCaller: (hash) => accounts.findAndLease(hash),
    findGeneration: generation.current,
    checkGeneration: generation.check,
    // Probes need no key; concurrent ones share one query.
    isReady: createReadiness(database, () => accounts.figures()),
    async prepare() {
      await organizations('json', COUNTRIES).catch(onFailure)
    },
    usageFigures: () => accounts.figures(),
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
    ...(options.report && { report: options.report }),
    ...(databaseNow && { databaseNow }),
    ...(flushEveryMs !== undefined && { flushEveryMs }),
  })
}
