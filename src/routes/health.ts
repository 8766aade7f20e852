import { Elysia } from 'elysia'
import { withDeadline } from '../database/deadline'
import { reply } from '../plugins/reply'

const PLAIN = 'text/plain; charset=utf-8'

/** Deadline of a readiness probe. */
const READY_LIMIT_MS = 5_000

/**
 * `/healthz`: the process serves. `/readyz`: the database answers queries of the jobs and has its migrations; a line for each
 * thing that the service cannot do, though it answers requests.
 */
export const health = ({ isReady }: { isReady: () => Promise<readonly string[]> }) =>
  new Elysia({ detail: { hide: true } })
    .get('/healthz', ({ request }) => reply(request, { body: 'ok', contentType: PLAIN }))
    .get('/readyz', async ({ request }) => {
      const issues = await withDeadline(isReady(), performance.now() + READY_LIMIT_MS)
      return reply(request, { body: ['ready', ...issues].join('\n'), contentType: PLAIN })
    })
