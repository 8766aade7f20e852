import { ClientDisconnected, NotFound } from '../values/errors'
import { authenticate, type FindCaller } from './authentication'
import type { Endpoint } from './endpoint'
import type { Exchange } from './exchange'
import { MethodNotAllowed } from './method-not-allowed'
import type { Page } from './page'
import type { Reply } from './reply'

/** How the requests to one path are answered, whatever their method; failures are thrown. */
export interface Route {
  path: string
  timeoutStatus: 503 | 504
  answer(exchange: Exchange, pathTexts: PathTexts): Promise<Reply>
}

/** What an endpoint works with for one request, whose statements `abandoned` ends. */
export type ServicesFor<Services> = (abandoned: AbortSignal) => Services

type PathTexts = Readonly<Record<string, string | null>>

/**
 * Who asks comes before what is asked: a stranger learns nothing but that a key is needed (401). Then come the
 * limits (429), so that requests that cannot be answered are not free.
 */
export function endpointRoute<Services>(
  endpoint: Endpoint<Services>,
  options: { servicesFor: ServicesFor<Services>; findCaller: FindCaller; allow: string },
): Route {
  const { path, timeoutStatus, apiKeyParameter } = endpoint
  const { servicesFor, findCaller, allow } = options
  return {
    path,
    timeoutStatus,
    async answer(exchange, pathTexts) {
      exchange.route = path
      const caller = await identify(exchange, apiKeyParameter, findCaller)
      demandRead(exchange, allow)
      const { query, request } = exchange
      const services = servicesFor(exchange.abandonment.signal)
      return await endpoint.answer({ query, pathTexts, services, caller, request })
    },
  }
}

export function pageRoute(page: Page, allow: string): Route {
  return {
    path: page.path,
    timeoutStatus: 503,
    async answer(exchange, pathTexts) {
      exchange.route = page.path
      demandRead(exchange, allow)
      return await page.answer(pathTexts)
    },
  }
}

/** The paths that nothing else claims. Within the interface even they need a key. */
export function unknownRoute(findCaller: FindCaller): Route {
  return {
    path: '/*',
    timeoutStatus: 503,
    async answer(exchange) {
      if (exchange.isVersioned) await identify(exchange, false, findCaller)
      throw new NotFound('nothing stands at this path')
    },
  }
}

async function identify(exchange: Exchange, apiKeyParameter: boolean, findCaller: FindCaller) {
  const { query, request } = exchange
  const authorization = request.headers.get('authorization')
  const caller = await authenticate({ authorization, query }, apiKeyParameter, findCaller)
  exchange.caller = caller
  await caller.meter?.admit()
  if (exchange.abandonment.signal.aborted) {
    await caller.meter?.finish(0)
    throw new ClientDisconnected()
  }
  exchange.admittedBy = caller.meter
  return caller
}

function demandRead({ method }: Exchange, allow: string): void {
  if (method !== 'GET' && method !== 'HEAD') throw new MethodNotAllowed(allow)
}
