import type { Finder } from '../collect/find/judge-site'
import { Vendors } from '../collect/http/vendors'
import { systemsInUse } from '../collect/systems/index'
import { SYSTEM_TIME } from '../collect/time'
import { readConfig } from '../config'
import type { Database } from '../database/client/connection'
import { LocationResolver } from '../locations/location-resolver'
import { openCatalogue } from './catalogue'
import { openClient, requireContact } from './collect-client'
import { printMessage } from './output'
import type { Shutdown } from './shutdown'

/** Opens the catalogue, and what looks for boards with the requests of the collector. */
export async function openFinder(
  shutdown: Shutdown,
): Promise<{ database: Database; finder: Finder }> {
  const config = readConfig(process.env)
  requireContact(config)
  const { database } = await openCatalogue(shutdown, {
    command: 'boards',
    config,
    log: printMessage,
  })
  const stop = new AbortController()
  shutdown.defer(() => stop.abort())
  const isPaced = config.collectReplayUrl === undefined
  const finder: Finder = {
    systems: systemsInUse(new Set(config.collectOptIns)),
    client: openClient(config, {
      vendors: new Vendors(database, SYSTEM_TIME, isPaced),
      signal: stop.signal,
    }),
    resolver: new LocationResolver(),
  }
  return { database, finder }
}
