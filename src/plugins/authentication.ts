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
    const authorization = context.headers.get('authorization') ?? ''
    const [scheme] = /^bearer +/i.exec(authorization) ?? []
    const token = scheme && authorization.slice(scheme.length).trim()
    // The decoder rejects a second `apiKey`, after authentication.
    const query = new URLSearchParams(queryKeyPaths.includes(context.path) ? context.query : '')
    const key = token || query.get('apiKey')
    if (!key) throw new Unauthenticated(false, wrongPlace(authorization, context.query))
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
