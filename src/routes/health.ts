import { Elysia } from 'elysia'
import { withDeadline } from '../database/deadline'
import { reply } from '../plugins/reply'

const PLAIN = 'text/plain; charset=utf-8'

/** Deadline of a readiness probe. */
const READY_LIMIT_MS = 5_000

/** `/healthz`: the process serves. `/readyz`: the database answers and has its migrations. */
export const health = ({ isReady }: { isReady: () => Promise<unknown> }) =>
  new Elysia({ detail: { hide: true } })
    .get('/healthz', ({ request }) => reply(request, { body: 'ok', contentType: PLAIN }))
    .get('/readyz', async ({ request }) => {
      await withDeadline(isReady(), performance.now() + READY_LIMIT_MS)
      return reply(request, { body: 'ready', contentType: PLAIN })
    })
