import { Elysia } from 'elysia'
import { contextOf } from './request-context'

/**
 * Adds `X-Catalogue-Generation` to every response under `/v1`. The generation is read before anything else of the request is,
 * so that no content is older than its generation.
 */
export const catalogueGeneration = (current: () => Promise<number | undefined>) =>
  new Elysia({ name: 'catalogue-generation' }).onRequest(async ({ request }) => {
    const { isVersioned, responseHeaders } = contextOf(request)
    if (!isVersioned) return
    const generation = await current()
    if (generation !== undefined) responseHeaders['X-Catalogue-Generation'] = String(generation)
  })
