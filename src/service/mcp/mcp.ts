import { createMcpHandler } from '@modelcontextprotocol/server'
import { Elysia } from 'elysia'
import { respond } from '../http/reply'
import { context } from '../plugins/request-context'
import { methodNotAllowed } from '../plugins/unknown-paths'
import type { Services } from '../routes/services'
import { MAX_FOUND_JOBS } from './tool'
import { createToolServer } from './tool-server'

/** A call has few arguments; the protocol adds little. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * `/mcp`: the catalogue for assistants, by the Model Context Protocol over HTTP, without sessions. A request runs one tool
 * at most, so that rates hold; the jobs that the tool returns are billed. The SDK speaks all revisions of the protocol.
 */
export const mcp = (services: Services) =>
  new Elysia({ detail: { hide: true } })
    .use(context)
    .onTransform(({ context }) => {
      context.mostJobs = MAX_FOUND_JOBS
    })
    .post(
      '/mcp',
      async ({ context, request }) => {
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
      },
      { parse: 'none' },
    )
    .use(methodNotAllowed('POST'))
