import { swagger } from '@elysiajs/swagger'
import { Elysia } from 'elysia'
import type { TSchema } from 'typebox'
import { DESCRIPTION, TAGS } from './open-api-introduction'
import { HEADERS, problemResponses } from './open-api-responses'
import { type JsonObject, schemaComponents } from './open-api-schemas'
import { Problem } from './problem-types'
import { type Reply, reply } from './reply'

/**
 * Serves the OpenAPI document of all routes of the app at `/swagger/json`. `schemas`: the bodies of the routes. The page
 * of the plugin would load scripts from a CDN; mount another page at `/swagger` after this plugin.
 */
export const openApi = ({ publicUrl, schemas }: { publicUrl: string; schemas: TSchema[] }) => {
  let document: Reply | undefined
  return new Elysia({ name: 'open-api' })
    .onBeforeHandle(async ({ request }) => {
      return document && (await reply(request, document))
    })
    .onAfterHandle(async ({ request, responseValue }) => {
      if (responseValue instanceof Response) return responseValue
      const body = documentText(responseValue, publicUrl)
      const etag = new Bun.CryptoHasher('sha256').update(body).digest('base64url')
      document = { body, etag }
      return await reply(request, document)
    })
    .use(swagger({ documentation: documentation(publicUrl, schemas) }))
}

/** Links in descriptions begin with '/'; readers of the document alone need absolute addresses. */
function documentText(document: unknown, publicUrl: string): string {
  return JSON.stringify(document, orderOperation).replaceAll('](/', () => `](${publicUrl}/`)
}

/** The plugin puts `responses` first; readers expect what the operation is before what it answers. */
function orderOperation(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('operationId' in value)) return value
  const { responses, ...rest } = value as JsonObject
  return { ...rest, responses }
}

/** An `object`: the types of the plugin know OpenAPI 3.0 only, and it passes on what it does not know. */
function documentation(publicUrl: string, schemas: readonly TSchema[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Job Catalogue',
      version: '1.0.0',
      summary: 'Active job postings of Canada and the United States.',
      description: DESCRIPTION,
      contact: { name: 'Job Catalogue', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    tags: TAGS,
    externalDocs: {
      description: 'How the text filters read what they are sent, with examples',
      url: `${publicUrl}/search-syntax`,
    },
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: schemaComponents([...schemas, Problem]),
      headers: HEADERS,
      responses: problemResponses(publicUrl),
    },
  }
}

/** `bearer` is last: the form of the Swagger page puts the focus into the field of the last scheme. */
const SECURITY_SCHEMES: JsonObject = {
  apiKey: {
    type: 'apiKey',
    in: 'query',
    name: 'apiKey',
    description:
      'The API key, so that a browser can open the address. Prefer the `Authorization` header: addresses end up in logs.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The API key, in the header `Authorization: Bearer <API_KEY>`.',
  },
}
