import type { SQL } from 'drizzle-orm'
import { type App, createApp } from './app'
import type { Config } from './config'
import type { Database } from './database/connection'
import { ownQuestion } from './database/database-error'
import { withDeadline } from './database/deadline'
import { type Queries, whileWanted } from './database/drizzle'
import { createHourWatermark } from './database/hour-watermark'
import { migrationsDue } from './database/migrations'
import { singleFlight } from './database/single-flight'
import { createCatalogueStats } from './endpoints/catalogue-stats'
import { endpoints } from './endpoints/index'
import { createOrganizationList } from './endpoints/organization-list'
import { NotReady } from './http/not-ready'
import { describeInterface } from './http/open-api'
import { problemPages } from './http/problem-pages'
import type { RequestEntry } from './http/request-log'
import { searchSyntaxPage } from './http/search-syntax-page'
import { swaggerPages } from './http/swagger-pages'
import { Accounts } from './keys/accounts'
import { COUNTRIES } from './values/country'

export interface ServiceParts {
  database: Database
  /** Where keys are looked up and usage is settled, so that slow queries keep nobody waiting; `database` when absent. */
  accountQueries?: Queries
  /** Where endpoints read the catalogue, no answer older than its question; `database` when absent. */
  reads?: Queries
  config: Pick<Config, 'publicUrl' | 'corsOrigins'> &
    Partial<Pick<Config, 'requestsPerMinute' | 'jobsPerMonth' | 'queryTimeoutMs'>>
  now: () => Date
  /** Where rates take the time from, and how often usage is settled: for tests. */
  databaseNow?: () => SQL
  settleEveryMs?: number
  onResponse: (entry: RequestEntry) => void
  /** Told of what failed that no request waited for. */
  onFailure?: (error: unknown) => void
}

export interface Service extends App {
  /** Builds or renews what requests find prepared; to be called every minute. */
  prepare(): Promise<void>
  /** Writes down what was used. To be called when the last request has ended, before the database is left. */
  close(): Promise<void>
}

/** How long a probe waits for a database that says nothing. */
const READY_LIMIT_MS = 5_000

/** Puts the service together: what endpoints need, and what stands around them. */
export function createService(parts: ServiceParts): Service {
  const { database, reads = database, config, now, onResponse, onFailure = console.error } = parts
  const { databaseNow, settleEveryMs } = parts
  const accounts = new Accounts({
    queries: parts.accountQueries ?? database,
    now,
    defaults: {
      requestsPerMinute: config.requestsPerMinute ?? null,
      jobsPerMonth: config.jobsPerMonth ?? null,
    },
    onFailure,
    ...(databaseNow && { databaseNow }),
    ...(settleEveryMs !== undefined && { settleEveryMs }),
  })
  const organizations = createOrganizationList({ database, now, onFailure })
  // What several requests wait for goes on when one of them is abandoned.
  const shared = {
    now,
    sealHours: createHourWatermark(database),
    organizations,
    stats: createCatalogueStats({ database: reads, now, onFailure }),
  }
  // Probes need no key, so they share a question to the database, however many there are.
  const migrated = singleFlight(() => demandMigrated(database))
  const app = createApp({
    endpoints,
    servicesFor: (abandoned) => ({ ...shared, database: whileWanted(reads, abandoned) }),
    findCaller: (hash) => accounts.find(hash),
    isReady: () => withDeadline(migrated(), performance.now() + READY_LIMIT_MS),
    pages: [
      ...swaggerPages(() => describeInterface(endpoints, config.publicUrl)),
      ...problemPages(config.publicUrl),
      searchSyntaxPage,
    ],
    publicUrl: config.publicUrl,
    timeoutMs: config.queryTimeoutMs,
    corsOrigins: config.corsOrigins,
    now,
    onResponse,
  })
  return {
    ...app,
    async prepare() {
      await organizations('json', COUNTRIES).catch(onFailure)
    },
    close: () => accounts.close(),
  }
}

async function demandMigrated(database: Database): Promise<void> {
  const due = await ownQuestion(migrationsDue(database), 'the database does not answer')
  if (due > 0) {
    throw new NotReady('the migrations of the database are behind; run: bun run migrate')
  }
}
