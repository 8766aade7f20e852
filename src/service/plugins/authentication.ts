import { Elysia } from 'elysia'
import { hashKey } from '../../values/api-key'
import { ClientDisconnected, Unauthenticated, WrongKey } from '../../values/errors'
import type { RequestContext } from '../http/request-context'
import type { Caller } from '../keys/meter'
import { context } from './request-context'

export interface AuthenticationOptions {
  /** Finds the key with this hash (`hashKey`), unless it is revoked. */
  findCaller: (hash: string) => Promise<Caller | undefined>
}

/**
 * Demands a valid API key on every route mounted after it, and admits a request when the rate and the allowance of its
 * caller permit it. Throws `Unauthenticated` and `LimitReached`.
 */
export const authentication = ({ findCaller }: AuthenticationOptions) =>
  new Elysia().use(context).onBeforeHandle({ as: 'scoped' }, async ({ context }) => {
    // RFC 6750: the scheme in any case, spaces, the token.
    const authorization = context.headers.get('authorization') ?? ''
    const [scheme] = /^bearer +/i.exec(authorization) ?? []
    const token = scheme && authorization.slice(scheme.length).trim()
    // The decoder rejects a second `apiKey`, after authentication.
    const key = token || queryKey(context)
    if (!key)
      throw new Unauthenticated(false, wrongPlace(authorization, context.query), wayIn(context))
    const caller = await findCaller(hashKey(key))
    if (caller === undefined) throw new Unauthenticated(true)
    if (caller.isFeedOnly && !context.isFeed) throw new WrongKey(FEED_KEY)
    if (!token && context.isFeed && !caller.isFeedOnly) throw new WrongKey(OPEN_KEY)
    context.caller = caller
    // HEAD gets the headers alone.
    if (context.method === 'HEAD') context.mostJobs = 0
    await caller.admit(context.mostJobs)
    if (context.abortController.signal.aborted) {
      caller.finish(0, context.mostJobs)
      throw new ClientDisconnected()
    }
    context.isAdmitted = true
  })

const FEED_KEY = 'the API key opens /feeds alone; ask the operator for a key without --feed'

/** Addresses are stored and shared, so a key in one must not open more than feeds. */
const OPEN_KEY =
  "a feed's address must have a key for feeds, which an operator makes with 'bun run keys create NAME --feed'; another key belongs in the header 'Authorization: Bearer <API_KEY>'"

/** How a key is sent, where it is not by the header alone. */
function wayIn({ isFeed }: RequestContext): string | undefined {
  return isFeed
    ? "'apiKey=KEY' in the address, with a key of 'bun run keys create NAME --feed'"
    : undefined
}

/** The key in the query, on a route that accepts it there. */
function queryKey({ acceptsQueryKey, query }: RequestContext): string | null {
  return acceptsQueryKey ? new URLSearchParams(query).get('apiKey') : null
}

/** Names under which clients of other services send a key. */
const KEY_PARAMETER = /(?:^|&)((?:api|access)?[_-]?(?:key|token))=[^&]/i

/** What was sent in place of 'Authorization: Bearer KEY', without the key; undefined if nothing was. */
function wrongPlace(authorization: string, query: string): string | undefined {
  if (/^bearer *$/i.test(authorization)) return "'Bearer' without a key"
  if (/^basic /i.test(authorization)) return "'Basic' with a user and a password"
  if (authorization !== '') return "a header without 'Bearer'"
  const name = KEY_PARAMETER.exec(query)?.[1]
  return name && `the parameter '${name}'`
}
