import type { Database } from '../../../src/catalogue/database/client/connection'
import { createQueries, type Statement } from '../../../src/catalogue/database/client/drizzle'
import { createApp } from '../../../src/service/app'
import { UNUSED_SERVICES, unlimitedCaller } from '../../support/interface'

/** The statements that the service runs for a request, in order. They are run, since one may follow from another. */
export async function captureStatements(
  database: Database,
  now: () => Date,
  target: string,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const recorder: Database = {
    ...database,
    ...createQueries(async (statement, signal) => {
      statements.push(statement)
      return await database.send(statement, signal)
    }),
  }
  const app = createApp({
    ...UNUSED_SERVICES,
    reads: recorder,
    now,
    awaitWatermark: async () => undefined,
    completeInstant: async (instant) => instant,
    notices: async () => [],
    findCaller: async () => unlimitedCaller('bench'),
    findGeneration: async () => 1,
    isReady: async () => [],
    publicUrl: 'http://localhost',
    corsOrigins: [],
    servesMcp: false,
  })
  const headers = { authorization: 'Bearer bench' }
  const { status } = await app.handle(new Request(`http://localhost${target}`, { headers }))
  if (status !== 200) throw new Error(`${target} answers ${status}`)
  return statements
}
