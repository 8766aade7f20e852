import { Elysia } from 'elysia'
import { context } from '../plugins/request-context'
import { methodNotAllowed } from '../plugins/unknown-paths'
import type { Services } from '../routes/services'
import { MAX_FOUND_JOBS } from './tool'

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
        // The SDK takes a fifth of the CPU of a start, and no assistant may ever ask.
        const { answerCall } = await import('./answer-call')
        return await answerCall(services, context, request)
      },
      { parse: 'none' },
    )
    .use(methodNotAllowed('POST'))
