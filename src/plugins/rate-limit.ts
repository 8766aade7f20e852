import { Elysia } from 'elysia'
import { ClientDisconnected } from '../values/errors'
import { contextOf } from './request-context'

/** Admits a request when the rate and the allowance of its caller permit it. Throws `LimitReached`. */
export const rateLimit = new Elysia({ name: 'rate-limit' }).onBeforeHandle(
  { as: 'scoped' },
  async ({ request }) => {
    const context = contextOf(request)
    const meter = context.caller?.meter
    await meter?.admit()
    if (context.abortController.signal.aborted) {
      await meter?.finish(0)
      throw new ClientDisconnected()
    }
    context.meter = meter
  },
)
