import { sql } from 'drizzle-orm'
import type { Database } from '../../src/catalogue/database/client/connection'
import type { Queries, Statement } from '../../src/catalogue/database/client/drizzle'
import { createQueries } from '../../src/catalogue/database/client/drizzle'
import { readValues } from '../../src/catalogue/database/client/read-rows'

/** How PostgreSQL carried out one statement. */
export interface Plan {
  statement: Statement
  /** Rows that the parts of the plan took in, with those that they left out: the work, whatever the machine. */
  rows: number
  /** Tables that were read from end to end. */
  scans: string[]
  indexes: string[]
  /** As `explain` prints it. */
  text: string
}

/** The plans of the statements that `work` sends. Each is executed twice, the first time to be undone. */
export async function plansOf(
  database: Database,
  work: (database: Database) => Promise<unknown>,
): Promise<Plan[]> {
  const plans: Plan[] = []
  await work({
    ...database,
    ...createQueries(async (statement, signal) => {
      plans.push(await explainAlone(database, statement))
      return await database.send(statement, signal)
    }),
    transaction: (own) =>
      database.transaction((queries) => {
        const { db, run, send } = createQueries(async (statement) => {
          plans.push(await explain(queries, statement))
          return await queries.send(statement)
        })
        return own({ ...queries, db, run, send })
      }),
  })
  return plans
}

class Undone extends Error {}

async function explainAlone(database: Database, statement: Statement): Promise<Plan> {
  let plan: Plan | undefined
  await database
    .transaction(async (queries) => {
      plan = await explain(queries, statement)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  if (plan === undefined) throw new Error('there is no plan')
  return plan
}

/** In a transaction, which goes on as it was. */
async function explain(queries: Queries, statement: Statement): Promise<Plan> {
  const { text, values } = statement
  // What takes no plan takes no rows.
  if (!/^[\s(]*(select|with|insert|update|delete)\b/i.test(text)) {
    return { statement, rows: 0, scans: [], indexes: [], text }
  }
  await queries.run(sql`savepoint explained`)
  const options = 'analyze, timing off, summary off, format json'
  const answer = await queries.send({ ...statement, text: `explain (${options}) ${text}`, values })
  await queries.run(sql`rollback to explained`)
  const [[told] = []] = readValues(answer)
  const [{ Plan: root }]: [{ Plan: Node }] = typeof told === 'string' ? JSON.parse(told) : told
  const nodes = [...nodesOf(root)]
  return {
    statement,
    rows: nodes.reduce((sum, node) => sum + rowsOf(node), 0),
    scans: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [],
    ),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    text: nodes.map(line).join('\n'),
  }
}

/** A part of a plan in JSON; the numbers are means over its loops. */
interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

function rowsOf(node: Node): number {
  const left =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return node['Actual Loops'] * (node['Actual Rows'] + left)
}

function line(node: Node): string {
  const names = [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean)
  return `${names.join(' ')}: ${rowsOf(node)} rows`
}
