import type { Meter } from '../keys/meter'
import { percentDecode } from '../parameters/decode-query'
import { text } from '../parameters/parameter-types'
import { type Caller, hashKey } from '../values/api-key'
import { Unauthenticated, UnreadableValue } from '../values/errors'

/** A caller and what counts its requests; without a meter nothing is counted and no limit holds. */
export interface KnownCaller extends Caller {
  readonly meter?: Meter
}

/** Finds the key stored under this hash of values/key-hash.ts, unless it was revoked. */
export type FindCaller = (hash: string) => Promise<KnownCaller | undefined>

/** The query parameter of endpoints with `apiKeyParameter`. */
export const apiKey = text({
  description:
    'The API key, so that a browser can open the address. Prefer the `Authorization` header: addresses end up in logs.',
})

/** Throws `Unauthenticated`. A bearer token counts before a key in the query. */
export async function authenticate(
  request: { authorization: string | null; query: string },
  apiKeyParameter: boolean,
  findCaller: FindCaller,
): Promise<KnownCaller> {
  const key =
    readBearer(request.authorization) ?? (apiKeyParameter ? readQueryKey(request.query) : undefined)
  if (key === undefined) throw new Unauthenticated(false)
  const caller = await findCaller(hashKey(key))
  if (caller === undefined) throw new Unauthenticated(true)
  return caller
}

/** RFC 6750: the scheme in any case, spaces, the token. */
function readBearer(authorization: string | null): string | undefined {
  const match = authorization === null ? null : /^bearer +(.*)$/i.exec(authorization)
  return match?.[1]?.trim() || undefined
}

/** The first `apiKey`; whether it was sent twice is for the decoder to say, to callers it knows. */
function readQueryKey(query: string): string | undefined {
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
