import { createQueries } from '../../src/catalogue/database/client/drizzle'
import { createApp } from '../../src/service/app'
import type { Caller } from '../../src/service/keys/meter'
import type { Services } from '../../src/service/routes/services'

const unused = () => {
  throw new Error('the interface is described without services')
}

/** Services for an app that is only described. */
export const UNUSED_SERVICES: Services = {
  reads: createQueries(unused),
  now: () => new Date(),
  onFailure: unused,
  checkGeneration: unused,
  awaitWatermark: unused,
  completeInstant: unused,
  vocabulary: unused,
  notices: unused,
  organizations: unused,
  statistics: unused,
}

/** A caller without limits, of whom nothing is counted. */
export function unlimitedCaller(name: string): Caller {
  return {
    name,
    isFeedOnly: false,
    admit: async () => undefined,
    finish: () => undefined,
    headers: () => ({}),
  }
}

/** What the app is made of, without a database. */
export const INTERFACE = {
  ...UNUSED_SERVICES,
  findCaller: async () => unlimitedCaller('reader'),
  findGeneration: async () => 1,
  isReady: async () => [],
  publicUrl: 'https://jobs.example',
  corsOrigins: [],
  servesMcp: true,
}

/** The app without a database. */
export function createInterface(publicUrl = INTERFACE.publicUrl) {
  return createApp({ ...INTERFACE, publicUrl })
}

/** The OpenAPI document as the service serves it. */
export async function fetchDocument(publicUrl?: string): Promise<string> {
  const app = createInterface(publicUrl)
  return await (await app.handle(new Request('http://localhost/swagger/json'))).text()
}
