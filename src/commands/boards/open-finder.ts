import type { Database } from '../../catalogue/database/client/connection'
import type { Finder } from '../../collect/find/judge-site'
import { Vendors } from '../../collect/http/vendors'
import { SYSTEM_TIME } from '../../collect/pace/time'
import { systemsInUse } from '../../collect/systems/index'
import { readConfig } from '../../service/config'
import { LocationResolver } from '../../text/locations/location-resolver'
import { openCatalogue } from '../catalogue/catalogue'
import { openClient, requireContact } from '../collect/collect-client'
import { printMessage } from '../terminal/output'
import type { Shutdown } from '../terminal/shutdown'

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
    systems: systemsInUse(config),
    client: openClient(config, {
      vendors: new Vendors(database, SYSTEM_TIME, isPaced),
      signal: stop.signal,
    }),
    resolver: new LocationResolver(),
    listMb: config.collectListMb,
  }
  return { database, finder }
}
