import { Elysia } from 'elysia'
import type { Caller } from '../keys/meter'
import { text } from '../parameters/parameter-types'
import { hashKey } from '../values/api-key'
import { ClientDisconnected, Unauthenticated } from '../values/errors'
import { contextOf } from './request-context'

export interface AuthenticationOptions {
  /** Finds the key with this hash (`hashKey`), unless it is revoked. */
  findCaller: (hash: string) => Promise<Caller | undefined>
  /** Paths that accept the key in the query parameter `apiKey` too. */
  queryKeyPaths?: readonly string[]
}

/** The query parameter of the paths in `queryKeyPaths`; the document has it as a security scheme. */
export const apiKey = text({ description: 'The API key.' })

/**
 * Demands a valid API key on every route mounted after it, and admits a request when the rate and the allowance of its
 * caller permit it. Throws `Unauthenticated` and `LimitReached`.
 */
export const authentication = ({ findCaller, queryKeyPaths = [] }: AuthenticationOptions) =>
  new Elysia().onBeforeHandle({ as: 'scoped' }, async ({ request }) => {
    const context = contextOf(request)
    // RFC 6750: the scheme in any case, spaces, the token.
    const match = /^bearer +(.*)$/i.exec(context.headers.get('authorization') ?? '')
    // The decoder rejects a second `apiKey`, after authentication.
    const query = new URLSearchParams(queryKeyPaths.includes(context.path) ? context.query : '')
    const key = match?.[1]?.trim() || query.get('apiKey')
    if (!key) throw new Unauthenticated(false)
    const caller = await findCaller(hashKey(key))
    if (caller === undefined) throw new Unauthenticated(true)
    context.caller = caller
    await caller.admit()
    if (context.abortController.signal.aborted) {
      await caller.finish(0)
      throw new ClientDisconnected()
    }
    context.isAdmitted = true
  })
