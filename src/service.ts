import { createCallerFinder } from './access/find-caller'
import { type App, createApp } from './app'
import type { Config } from './config'
import type { Database } from './database/connection'
import { createHourSeal } from './database/hour-seal'
import { migrationsDue } from './database/migrations'
import { endpoints } from './endpoints/index'
import type { RequestEntry } from './http/request-log'

export interface ServiceParts {
  database: Database
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>
  now: () => Date
  onResponse: (entry: RequestEntry) => void
}

/** Puts the service together: what endpoints need, and what stands around them. */
export function createService({ database, config, now, onResponse }: ServiceParts): App {
  return createApp({
    endpoints,
    services: { database, now, sealHours: createHourSeal(database) },
    findCaller: createCallerFinder(database, now),
    async isReady() {
      if ((await migrationsDue(database)) !== 0) throw new Error('migrations are due')
    },
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    now,
    onResponse,
  })
}
