import type { Database } from '../../../src/database/connection'
import { createQueries, type Statement } from '../../../src/database/drizzle'
import { endpoints } from '../../../src/endpoints/index'

/** The statements that the service runs for a request, in order. They are run, since one may follow from another. */
export async function captureStatements(
  database: Database,
  now: () => Date,
  target: string,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const [path = '', query = ''] = target.split('?')
  const endpoint = endpoints.find((candidate) => candidate.path === path)
  if (endpoint === undefined) throw new Error(`no endpoint at ${path}`)
  const recorder: Database = {
    ...database,
    ...createQueries(async (statement, signal) => {
      statements.push(statement)
      return await database.ask(statement, signal)
    }),
  }
  await endpoint.answer({
    query,
    pathTexts: {},
    caller: { id: 0, name: 'bench' },
    request: new Request(`http://localhost${target}`),
    services: {
      database: recorder,
      now,
      sealHours: () => Promise.resolve(),
      organizations: notMeasured,
      stats: notMeasured,
    },
  })
  return statements
}

function notMeasured(): never {
  throw new Error('this endpoint asks no statement of its own')
}
