import type postgres from 'postgres'
import { openConnection } from '../client/postgres-client'

/** A transaction of a backup or a restore; its statements are a fixed text, and names of tables are quoted by PostgreSQL. */
export type BackupTransaction = postgres.TransactionSql

/** How the values of a copy are written, whatever the settings of the server are. */
const SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  extra_float_digits: 1,
  bytea_output: 'hex',
  // Rows come in the order in which they are stored, so that equal tables have equal copies.
  synchronize_seqscans: 'off',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}

/**
 * Runs `work` in one transaction on a connection of its own. When `signal` aborts or `work` fails, the connection is closed and
 * this throws: a copy may be in flight, and a rollback would wait for its end.
 */
export async function inBackupTransaction<Result>(
  url: string,
  { kind, signal }: { kind: 'read' | 'write'; signal: AbortSignal },
  work: (transaction: BackupTransaction) => Promise<Result>,
): Promise<Result> {
  const client = openConnection(url, 'backup')
  const close = () => void client.end({ timeout: 0 })
  signal.addEventListener('abort', close)
  let failure: { error: unknown } | undefined
  try {
    signal.throwIfAborted()
    const mode = kind === 'read' ? 'isolation level repeatable read read only' : ''
    // The cast: `begin` maps over arrays of promises, and this result is none.
    return (await client.begin(mode, async (transaction) => {
      for (const [name, value] of Object.entries(SETTINGS)) {
        await transaction`select set_config(${name}, ${String(value)}, true)`
      }
      try {
        return await work(transaction)
      } catch (error) {
        failure = { error }
        close()
        throw error
      }
    })) as Result
  } catch (error) {
    throw failure === undefined ? error : failure.error
  } finally {
    signal.removeEventListener('abort', close)
    await client.end({ timeout: 1 })
  }
}
