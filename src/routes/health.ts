import { Elysia } from 'elysia'
import { reply } from '../plugins/reply'

const PLAIN = 'text/plain; charset=utf-8'

/** `/healthz`: the process serves. `/readyz`: the database answers and has its migrations. */
export const health = ({ isReady }: { isReady: () => Promise<unknown> }) =>
  new Elysia({ detail: { hide: true } })
    .get('/healthz', ({ request }) => reply(request, { body: 'ok', contentType: PLAIN }))
    .get('/readyz', async ({ request }) => {
      await isReady()
      return reply(request, { body: 'ready', contentType: PLAIN })
    })
