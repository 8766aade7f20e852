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
    if (generation !== undefined) Object.assign(responseHeaders, generationHeader(generation))
  })

/** The header of a response whose content is known to be of this generation. */
export function generationHeader(generation: number): Record<string, string> {
  return { 'X-Catalogue-Generation': String(generation) }
}
