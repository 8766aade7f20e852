import { Elysia } from 'elysia'
import type { Caller } from '../keys/meter'
import { percentDecode } from '../parameters/decode-query'
import { text } from '../parameters/parameter-types'
import { hashKey } from '../values/api-key'
import { ClientDisconnected, Unauthenticated, UnreadableValue } from '../values/errors'
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
    const bearer = readBearer(context.headers.get('authorization'))
    const key =
      bearer ?? (queryKeyPaths.includes(context.path) ? queryKey(context.query) : undefined)
    if (key === undefined) throw new Unauthenticated(false)
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

/** RFC 6750: the scheme in any case, spaces, the token. */
function readBearer(authorization: string | null): string | undefined {
  const match = authorization === null ? null : /^bearer +(.*)$/i.exec(authorization)
  return match?.[1]?.trim() || undefined
}

/** The first `apiKey`; the decoder rejects a second one, after authentication. */
function queryKey(query: string): string | undefined {
  const pair = query.split('&').find((candidate) => candidate.startsWith('apiKey='))
  const raw = pair?.slice('apiKey='.length) || undefined
  if (raw === undefined) return undefined
  try {
    return percentDecode(raw)
  } catch (error) {
    if (error instanceof UnreadableValue) return raw
    throw error
  }
}
