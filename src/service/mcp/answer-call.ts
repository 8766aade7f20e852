import { createMcpHandler } from '@modelcontextprotocol/server'
import { respond } from '../http/reply'
import type { RequestContext } from '../http/request-context'
import type { Services } from '../routes/services'
import { createToolServer } from './tool-server'

/** A call has few arguments; the protocol adds little. */
const MAX_BODY_BYTES = 64 * 1024

/** Answers one request of the protocol, which runs one tool at most. Throws the error of a call that may succeed later. */
export async function answerCall(
  services: Services,
  context: RequestContext,
  request: Request,
): Promise<Response> {
  const server = createToolServer(services, context)
  const handler = createMcpHandler(() => server.protocol, {
    maxRequestBodySize: MAX_BODY_BYTES,
    // The tools never change, so there is nothing to subscribe to.
    maxSubscriptions: 0,
  })
  const response = await handler.fetch(request)
  // The tool has run once the body is there.
  const body = await response.bytes()
  // As under /v1: a 503 with `Retry-After`, which clients and proxies know without the protocol.
  if (server.unavailable() !== undefined) throw server.unavailable()
  return await respond(context, {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'Cache-Control': 'no-store' },
    body,
    jobs: server.jobs(),
  })
}
