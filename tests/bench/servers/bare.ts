import postgres from 'postgres'
import { connect } from '../../../src/catalogue/database/client/connection'
import type { Statement } from '../../../src/catalogue/database/client/drizzle'
import { sessionSettings } from '../../../src/catalogue/database/client/postgres-client'
import { createSampleClock } from '../catalogue/sample'
import { serveBare, serveChild } from './serve-child'
import { captureStatements } from './statements'

const TIMEOUT_MS = 30_000

/**
 * The limit of any service on this database and client: for an address that it was asked before it runs the very
 * statements of the service, with their parameters, and returns the joined text. Nothing is decoded or built.
 */
await serveChild(async (setup) => {
  const now = createSampleClock()
  const database = connect({ url: setup.databaseUrl, poolSize: 4, timeoutMs: TIMEOUT_MS })
  const client = postgres(setup.databaseUrl, {
    max: 10,
    types: { bigint: postgres.BigInt },
    connection: sessionSettings({ timeoutMs: TIMEOUT_MS }),
  })
  const known = new Map<string, Statement[]>()
  const server = serveBare(setup, async ({ url }) => {
    const target = url.slice(url.indexOf('/', 'http://'.length))
    let statements = known.get(target)
    if (statements === undefined) {
      statements = await captureStatements(database, now, target)
      known.set(target, statements)
    }
    let rows: readonly Row[] = []
    for (const { text, values } of statements) {
      rows = await client.unsafe<Row[]>(text, values as string[], { prepare: true })
    }
    return new Response(bodyOf(rows))
  })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await Promise.all([client.end({ timeout: 5 }), database.close()])
    },
  }
})

/** A row of any of the service's statements. */
interface Row {
  document?: string | null
  count?: bigint
  ids?: string | null
}

function bodyOf(rows: readonly Row[]): string {
  const [first] = rows
  if (first?.count !== undefined) return `{"count":${first.count}}`
  if (first?.ids !== undefined) return `[${first.ids ?? ''}]`
  return `[${rows.map(({ document }) => document).join(',')}]`
}
