import { Elysia } from 'elysia'
import { version } from '../../../package.json'
import type { Database } from '../../catalogue/database/client/connection'
import { orUnavailable } from '../../catalogue/database/client/database-error'
import { withDeadline } from '../../catalogue/database/client/deadline'
import { migrationsDue } from '../../catalogue/database/migrations/migrations'
import { isReadOnly } from '../../catalogue/database/queries/find-server-state'
import { NotReady } from '../../values/errors'
import { singleFlight } from '../../values/single-flight'
import { reply } from '../http/reply'
import type { UsageFigures } from '../keys/accounts'
import { context } from '../plugins/request-context'

const PLAIN = 'text/plain; charset=utf-8'

/** Deadline of a readiness probe. */
const READY_LIMIT_MS = 5_000

/**
 * `/healthz`: the process serves, and its version. `/readyz`: the database answers queries of the jobs and has its migrations; a line for each
 * thing that the service cannot do, though it answers requests.
 */
export const health = ({ isReady }: { isReady: () => Promise<readonly string[]> }) =>
  new Elysia({ detail: { hide: true } })
    .use(context)
    .get('/healthz', ({ context }) =>
      reply(context, { body: `ok\njob-catalogue ${version}`, contentType: PLAIN }),
    )
    .get('/readyz', async ({ context }) => {
      const issues = await withDeadline(isReady(), performance.now() + READY_LIMIT_MS)
      return reply(context, { body: ['ready', ...issues].join('\n'), contentType: PLAIN })
    })

/** A query of the jobs normally takes milliseconds. Less than the deadline of a probe, so that the answer names the cause. */
const JOBS_LIMIT_MS = 4_000

/**
 * Whether the database answers queries of the jobs and has its migrations; throws if not. Returns what does not work although
 * requests are answered. Probes need no key; concurrent ones share the queries.
 */
export function createReadiness(
  database: Database,
  usageFigures: () => UsageFigures,
  { jobsLimitMs = JOBS_LIMIT_MS }: { jobsLimitMs?: number } = {},
): () => Promise<readonly string[]> {
  // A statement that waits for a table lock is not followed by another one.
  const askJobs = singleFlight(() => isReadOnly(database))
  return singleFlight(async () => {
    const due = await orUnavailable(migrationsDue(database), 'the database does not answer')
    if (due > 0) {
      throw new NotReady('the migrations of the database are behind; run: bun run migrate')
    }
    const late = () =>
      new NotReady(
        'a query of the jobs gets no answer: the table is locked, or the database is busy',
      )
    const cannotWrite = await withDeadline(askJobs(), performance.now() + jobsLimitMs, late)
    const { unwritableSeconds, unwrittenRequests } = usageFigures()
    const issues: string[] = []
    if (cannotWrite) issues.push('the database is read-only: imports fail')
    if (unwritableSeconds > 0 || cannotWrite) {
      issues.push(
        `usage cannot be written: ${unwrittenRequests} requests are counted in memory only`,
      )
    }
    return issues
  })
}
