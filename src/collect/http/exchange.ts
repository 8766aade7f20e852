import { setImmediate as pause } from 'node:timers/promises'
import type { StoredValidators } from '../../catalogue/database/schema/collector'
import { storableJson, storableText } from '../../values/storable-text'
import type { HttpRequest, HttpResponse } from '../system'
import type { ListMemoryShare } from './list-memory'
import { readParts } from './read-text'
import type { RequestBudget } from './request-budget'
import { conditionHeaders } from './validators'

/** `bytes`: of an answer, decompressed. */
export const LIMITS = { headersMs: 30_000, wholeMs: 120_000, bytes: 32 * 1024 * 1024 }

export interface ExchangeOptions {
  userAgent: string
  /** All requests go there instead, without the checks of addresses. */
  replayUrl?: string | undefined
  /** Gives up the requests in flight. */
  signal?: AbortSignal
  /** For tests: an authority to trust instead of the machine's, and host and port of a server by checked address. */
  rehearsal?: { ca: string; target: (address: string) => string }
}

interface Exchange {
  limits: typeof LIMITS
  known: StoredValidators | undefined
  budget: RequestBudget | undefined
  memory: ListMemoryShare | undefined
  /** The checked address of the host. */
  resolve: () => Promise<string>
}

/** Sends a request to the host itself, and reads the answer within the limits of time and bytes. */
export async function exchange(
  url: URL,
  request: HttpRequest,
  { userAgent, replayUrl, signal, rehearsal }: ExchangeOptions,
  { limits, known, budget, memory, resolve }: Exchange,
): Promise<HttpResponse> {
  const { method = 'GET', headers = {}, body } = request
  const timeout = new AbortController()
  const abortAfter = (ms: number, reason: () => Error) =>
    setTimeout(() => timeout.abort(reason()), ms)
  const lateBy = (what: string, ms: number) => () => new Error(`no ${what} within ${ms / 1000} s`)
  const { headersMs, wholeMs } = limits
  const stop = signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal
  const headersTimer = abortAfter(headersMs, lateBy('answer', headersMs))
  const timers = [
    headersTimer,
    budget !== undefined && budget.leftMs < wholeMs
      ? abortAfter(budget.leftMs, () => budget.timeIsOver())
      : abortAfter(wholeMs, lateBy('whole answer', wholeMs)),
  ]
  try {
    const isReplayed = replayUrl !== undefined
    const address = isReplayed ? '' : await resolve()
    const target = rehearsal?.target ?? hostOf
    const to = isReplayed
      ? `${replayUrl}/${url.host}${url.pathname}${url.search}`
      : `https://${target(address)}${url.pathname}${url.search}`
    const response = await fetch(to, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': userAgent,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...conditionHeaders(known),
        ...(!isReplayed && { host: url.host }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: stop,
      // The connection goes to the address that was checked; the certificate must be the host's.
      ...(!isReplayed && {
        tls: { serverName: url.hostname, ...(rehearsal && { ca: rehearsal.ca }) },
      }),
    })
    clearTimeout(headersTimer)
    return await readAnswer(response, request, { limits, memory, stop })
  } catch (error) {
    throw timeout.signal.aborted ? timeout.signal.reason : error
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
}

/** Reads the body, and counts in the list what stays of it. */
async function readAnswer(
  response: Response,
  { maxBytes, onText }: HttpRequest,
  { limits, memory, stop }: Pick<Exchange, 'limits' | 'memory'> & { stop: AbortSignal },
): Promise<HttpResponse> {
  const { status, headers } = response
  let text = ''
  let counted = 0
  const kept = (bytes: number) => {
    memory?.replace(counted, bytes)
    counted = Math.min(counted, bytes)
  }
  try {
    for await (const part of readParts(response, maxBytes ?? limits.bytes)) {
      counted += part.bytes
      memory?.take(part.bytes)
      if (onText === undefined || status !== 200) text += part.text
      else {
        kept(counted - part.bytes + onText(storableText(part.text)))
        // Parts that have arrived follow each other without a turn of the event loop, which signals and other sites need.
        await pause()
        stop.throwIfAborted()
      }
    }
  } catch (error) {
    kept(0)
    throw error
  }
  return { status, headers, text: storableJson(text), kept }
}

/** An address as part of a URL. */
function hostOf(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
