import { connect } from '../../../src/catalogue/database/client/connection'
import { createWebService } from '../../../src/service/server'

/** The service on the database of an address, in this process, for a client with a key. */
export async function openService(url: string, key: string) {
  const database = connect({ url, poolSize: 2 })
  const service = createWebService({
    database,
    config: { publicUrl: 'http://localhost', corsOrigins: [] },
    now: () => new Date(),
    onResponse: () => undefined,
  })
  await service.checkGeneration()
  const headers = { Authorization: `Bearer ${key}` }
  return {
    ask: (target: string) => service.handle(new Request(`http://localhost${target}`, { headers })),
    async close() {
      await service.close()
      await database.close()
    },
  }
}
