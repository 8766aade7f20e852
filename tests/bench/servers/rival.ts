import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { createSampleClock } from '../catalogue/sample'
import { createRival } from '../rival/app'
import { serveBare, serveChild } from './serve-child'

await serveChild(async (setup) => {
  const client = postgres(setup.databaseUrl, {
    max: 10,
    connection: { statement_timeout: 30_000 },
  })
  const database = drizzle(client, { casing: 'snake_case' })
  const app = createRival(database, createSampleClock())
  const server = serveBare(setup, (request) => app.fetch(request))
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await client.end({ timeout: 5 })
    },
  }
})
