import { join } from 'node:path'
import type postgres from 'postgres'
import { connect } from '../../../src/catalogue/database/client/connection'
import { sessionSettings } from '../../../src/catalogue/database/client/postgres-client'
import type { Bench } from '../bench'
import { withClient } from '../catalogue/databases'
import { createSampleClock } from '../catalogue/sample'
import { captureStatements } from '../servers/statements'

/** Of a statement whose plan is shown. */
const LIMIT_MS = 60_000

/** Writes how PostgreSQL carries out the statements of some requests; returns the file. */
export async function explain(
  { databaseUrl, directory }: Bench,
  name: string,
  targets: readonly string[],
): Promise<string> {
  const file = join(directory, `plans-${name}.txt`)
  const database = connect({ url: databaseUrl, poolSize: 2 })
  const texts: string[] = []
  try {
    await withClient(databaseUrl, async (client) => {
      const connection = await client.reserve()
      for (const [name, value] of Object.entries(sessionSettings({ timeoutMs: LIMIT_MS }))) {
        await connection`select set_config(${name}, ${String(value)}, false)`
      }
      for (const target of targets) texts.push(await plansOf(connection, database, target))
      connection.release()
    })
  } finally {
    await database.close()
  }
  await Bun.write(file, texts.join('\n\n'))
  return file
}

async function plansOf(
  client: postgres.Sql,
  database: ReturnType<typeof connect>,
  target: string,
): Promise<string> {
  const lines = [`== ${decodeURIComponent(target)}`]
  for (const { text, values } of await captureStatements(database, createSampleClock(), target)) {
    const rows = await client.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain (analyze, buffers, verbose off) ${text}`,
      values as string[],
    )
    lines.push(...rows.map((row) => row['QUERY PLAN']), '')
  }
  return lines.join('\n')
}
