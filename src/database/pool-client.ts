import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import postgres from 'postgres'
import { readArrayLiteral } from './array-literal'
import type { RowCopy } from './copy-rows'
import { openSocket, type PoolSocket } from './pool-socket'
import type { RawAnswer } from './read-rows'
import type { Statement } from './statement'

const CONNECT_LIMIT_SECONDS = 5
const CLOSE_LIMIT_SECONDS = 1

/** A connection is replaced when it is so old: what PostgreSQL keeps for it only grows. */
const LIFETIME_MS = 30 * 60_000

/** What statements can be run on. */
export type Connection = postgres.Sql<Types> | postgres.TransactionSql<Types>

type Types = { bigint: bigint; texts: string[]; integers: number[] }

/**
 * A connection is replaced, too, when it has prepared texts of so many characters: PostgreSQL keeps some 20 bytes for each.
 * What the service asks most has a thousand or two, but clients can write filters of ever other shapes.
 */
const MAX_PREPARED_LENGTH = 500_000

/** The longest limit that there is, 24 days: no limit would leave it to the settings of the database. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * The settings of a connection to PostgreSQL; one that serves requests has a limit. None of them is `false` or 0, which
 * postgres.js would leave out.
 */
export function sessionSettings(limitMs: number | undefined) {
  return {
    application_name: 'job-catalogue',
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    statement_timeout: limitMs ?? LONGEST_MS,
    // A generic plan guesses the selectivity of a search and picks the wrong index.
    plan_cache_mode: 'force_custom_plan' as const,
    // Beginning either takes longer than most statements do, and the cores have other requests to serve.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // For a word that nearly all jobs have, a request would read the words of all of them.
    enable_seqscan: limitMs === undefined ? 'on' : 'off',
    // Room for what it would remember of a whole log takes longer to make than a page of the log.
    enable_memoize: 'off',
  }
}

/**
 * One connection to PostgreSQL, made when it is first used. It is not used again after any failure: when an answer ends
 * before its last row, at the time limit or with the connection, postgres.js begins the next answer with as many holes as
 * rows had come, and it takes errors and unsent statements over into a connection that it opens anew.
 */
export class PoolClient {
  /** Whether it has answered. */
  hasServed = false
  private isBroken = false
  private readonly prepared = new Set<string>()
  private preparedLength = 0
  private readonly sql: postgres.Sql<Types>
  private socket: PoolSocket | undefined
  private readonly wornAt = performance.now() + LIFETIME_MS * (1 + Math.random())

  /** `limitMs`: PostgreSQL stops statements that run longer. */
  constructor(url: string, limitMs: number | undefined) {
    const settings = {
      max: 1,
      max_lifetime: null,
      types: { bigint: postgres.BigInt, texts: TEXTS, integers: INTEGERS },
      // Asking for the types of arrays would be a statement whose failure nobody is told of.
      fetch_types: false,
      connect_timeout: CONNECT_LIMIT_SECONDS,
      onnotice: () => undefined,
      onclose: () => {
        this.isBroken = true
      },
      socket: (place: Parameters<typeof openSocket>[0]) => {
        this.socket = openSocket(place)
        return this.socket
      },
      connection: sessionSettings(limitMs),
    }
    this.sql = postgres(url, settings)
  }

  /** Whether another statement may be given to it. */
  get isUsable(): boolean {
    const isWorn = this.preparedLength > MAX_PREPARED_LENGTH || performance.now() > this.wornAt
    return !this.isBroken && !isWorn
  }

  async run(statement: Statement): Promise<RawAnswer> {
    this.remember(statement)
    return await this.watched(() => ask(this.sql, statement))
  }

  /** As `run`; PostgreSQL stops the statement at `endsAt`, an instant of `performance.now()`. */
  async runUntil(statement: Statement, endsAt: number): Promise<RawAnswer> {
    this.remember(statement)
    return await this.transaction(async (connection) => {
      const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()))
      await connection.unsafe(`set local statement_timeout = ${leftMs}`)
      return await ask(connection, statement)
    })
  }

  async transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const { result } = await this.watched(() =>
      this.sql.begin(async (connection) => ({ result: await work(connection) })),
    )
    return result
  }

  /** Lets what is under way finish, for a while. */
  async close(): Promise<void> {
    await this.sql.end({ timeout: CLOSE_LIMIT_SECONDS })
  }

  /** Gives the connection up with all that is under way. */
  discard(): void {
    this.isBroken = true
    void this.sql.end({ timeout: 0 })
    this.socket?.destroy()
  }

  private remember({ text }: Statement): void {
    if (this.prepared.has(text)) return
    this.prepared.add(text)
    this.preparedLength += text.length
  }

  private async watched<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      this.hasServed = true
      return result
    } catch (error) {
      this.isBroken = true
      // A mere ERROR is an answer; a FATAL one refuses or ends the connection.
      this.hasServed ||= error instanceof postgres.PostgresError && error.severity === 'ERROR'
      throw error
    }
  }
}

export async function ask(connection: Connection, { text, values }: Statement): Promise<RawAnswer> {
  // A copy, since postgres.js writes into it.
  const bound = [...values] as postgres.ParameterOrJSON<Types[keyof Types]>[]
  return await connection.unsafe(text, bound, { prepare: true }).raw()
}

/** Sends rows. Nothing else may be asked until they are taken. */
export async function copy(connection: Connection, { text, chunks }: RowCopy): Promise<void> {
  const query = connection.unsafe(text)
  // Of an error after the last byte postgres.js tells the query alone, which has been answered by its stream then.
  const refused = Promise.withResolvers<never>()
  Object.assign(query, { reject: refused.reject })
  const stream = await Promise.race([query.writable(), refused.promise])
  const taken = Promise.race([finished(stream), refused.promise])
  try {
    for (const chunk of chunks) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), taken])
    }
    stream.end()
    await taken
  } catch (error) {
    stream.destroy()
    throw error
  }
}

/** The kinds of arrays that statements return, by the numbers of their types. Arrays are sent as texts. */
const TEXTS = { ...asText(1009), from: [1009], parse: readArrayLiteral }
const INTEGERS = {
  ...asText(1007),
  from: [1007],
  parse: (literal: string) => readArrayLiteral(literal).map(Number),
}

function asText(to: number) {
  return { to, serialize: (literal: unknown) => literal }
}
