import postgres from 'postgres'
import { CONNECT_LIMIT_SECONDS } from '../client/postgres-client'

/** Throws behind a pooler that gives one session of PostgreSQL to several connections, as PgBouncer does by transaction. */
export async function requireSession(url: string): Promise<void> {
  const connections = [1, 2].map(() =>
    postgres(url, { max: 1, fetch_types: false, connect_timeout: CONNECT_LIMIT_SECONDS }),
  )
  try {
    const sessions: unknown[] = []
    for (const connection of [...connections, ...connections]) {
      const [row] = await connection.unsafe('select pg_backend_pid() as id')
      sessions.push(row?.id)
    }
    const [first, second, firstAgain, secondAgain] = sessions
    if (first !== second && first === firstAgain && second === secondAgain) return
    throw new Error(
      'migrations hold a lock of their session, and the connection pooler shares sessions; set DATABASE_URL to the address of PostgreSQL itself, or to a pooler in session mode',
    )
  } finally {
    await Promise.all(connections.map((connection) => connection.end({ timeout: 1 })))
  }
}
