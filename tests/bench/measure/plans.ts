import { join } from 'node:path'
import type postgres from 'postgres'
import { connect } from '../../../src/catalogue/database/client/connection'
import type { Statement } from '../../../src/catalogue/database/client/drizzle'
import { sessionSettings } from '../../../src/catalogue/database/client/postgres-client'
import type { Bench } from '../bench'
import { withClient } from '../catalogue/databases'
import { createSampleClock } from '../catalogue/sample'
import { captureStatements } from '../servers/statements'

/** Of a statement whose plan is shown. */
const LIMIT_MS = 60_000

/** Explains statements with the settings that requests have. */
export interface Planner {
  /** The statements of a request. */
  statementsOf(target: string): Promise<Statement[]>
  /** The rows of `explain`; options as `analyze, buffers`. */
  explain<Row>(statement: Statement, options: string): Promise<Row[]>
}

/** Runs `work` with a connection of its own. */
export async function withPlanner<Result>(
  databaseUrl: string,
  work: (planner: Planner) => Promise<Result>,
): Promise<Result> {
  const database = connect({ url: databaseUrl, poolSize: 2 })
  try {
    return await withClient(databaseUrl, async (client) => {
      const connection = await client.reserve()
      for (const [name, value] of Object.entries(sessionSettings({ timeoutMs: LIMIT_MS }))) {
        await connection`select set_config(${name}, ${String(value)}, false)`
      }
      const result = await work({
        statementsOf: (target) => captureStatements(database, createSampleClock(), target),
        explain: ({ text, values }, options) => explainOn(connection, text, values, options),
      })
      connection.release()
      return result
    })
  } finally {
    await database.close()
  }
}

async function explainOn<Row>(
  connection: postgres.Sql,
  text: string,
  values: readonly unknown[],
  options: string,
): Promise<Row[]> {
  const rows = await connection.unsafe<{ 'QUERY PLAN': Row }[]>(`explain (${options}) ${text}`, [
    ...values,
  ] as string[])
  return rows.map((row) => row['QUERY PLAN'])
}

/** Writes how PostgreSQL carries out the statements of some requests; returns the file. */
export async function explain(
  { databaseUrl, directory }: Bench,
  name: string,
  targets: readonly string[],
): Promise<string> {
  const file = join(directory, `plans-${name}.txt`)
  const texts = await withPlanner(databaseUrl, async (planner) => {
    const all: string[] = []
    for (const target of targets) all.push(await plansOf(planner, target))
    return all
  })
  await Bun.write(file, texts.join('\n\n'))
  return file
}

async function plansOf(planner: Planner, target: string): Promise<string> {
  const lines = [`== ${decodeURIComponent(target)}`]
  for (const statement of await planner.statementsOf(target)) {
    lines.push(...(await planner.explain<string>(statement, 'analyze, buffers, verbose off')), '')
  }
  return lines.join('\n')
}
