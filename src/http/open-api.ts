import { swagger } from '@elysiajs/swagger'
import { Elysia } from 'elysia'
import type { Endpoint } from './endpoint'
import { DESCRIPTION, TAGS } from './open-api-introduction'
import { describeParameters } from './open-api-parameters'
import { describeResponses, HEADERS, problemResponses } from './open-api-responses'
import { collectSchemas, type JsonObject, type SchemaCollection } from './open-api-schemas'
import { SEARCH_SYNTAX_PATH } from './search-syntax-page'

const DOCUMENT_PATH = '/document'

/**
 * The OpenAPI document of the endpoints, as JSON text, made from the definitions that decode their parameters
 * and check their answers.
 */
export async function describeInterface<Services>(
  endpoints: readonly Endpoint<Services>[],
  publicUrl: string,
): Promise<string> {
  const schemas = collectSchemas()
  // An app of its own, which nobody but the plugin asks: the plugin's page would load scripts from elsewhere.
  const app = new Elysia()
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.get(path, () => '', { detail: describeOperation(endpoint, schemas) })
  }
  app.use(swagger({ specPath: DOCUMENT_PATH, documentation: documentation(publicUrl, schemas) }))
  const response = await app.handle(new Request(`http://localhost${DOCUMENT_PATH}`))
  // Links of descriptions begin with '/'; readers of the document alone need whole addresses.
  return (await response.text()).replaceAll('](/', () => `](${publicUrl}/`)
}

/** What stands here replaces what the plugin would find out by itself. */
function describeOperation(endpoint: Endpoint<never>, schemas: SchemaCollection): object {
  return {
    operationId: operationId(endpoint.path),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    parameters: [
      ...describeParameters(endpoint.pathParameters, 'path'),
      ...describeParameters(endpoint.parameters, 'query'),
    ],
    responses: describeResponses(endpoint, schemas),
  }
}

/** `/v1/jobs/{id}` is `getJobsById`. */
function operationId(path: string): string {
  const words =
    path
      .replace(/^\/v\d+/, '')
      .replaceAll('{', 'by-')
      .match(/\w+/g) ?? []
  return `get${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`
}

/** The cast: the plugin's types know OpenAPI 3.0 only, and it hands on what it does not know. */
function documentation(publicUrl: string, schemas: SchemaCollection): object {
  const responses = problemResponses(schemas, publicUrl)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Job Catalogue',
      version: '1.0.0',
      summary: 'Active job postings of Canada and the United States.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    tags: TAGS,
    externalDocs: {
      description: 'How the text filters read what they are sent, with examples',
      url: `${publicUrl}${SEARCH_SYNTAX_PATH}`,
    },
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: schemas.components(),
      headers: HEADERS,
      responses,
    },
  }
}

/** One alone: the form of the Swagger page begins in the field of the last. `apiKey` is a parameter of its operation. */
const SECURITY_SCHEMES: JsonObject = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The API key, in the header `Authorization: Bearer <API_KEY>`.',
  },
}
