import { acceptsKeyInQuery } from './documented-routes'
import { HEADERS, type JsonObject, problemResponses } from './responses'

/** The introduction of the document; Markdown. */
export const DESCRIPTION = `Postings from employers' boards or imported files. Every operation is a read.

**Keys.** Send the API key with every request: \`Authorization: Bearer <API_KEY>\`. On the page \`/swagger\`, press *Authorize* and paste it.

**A copy in step.** Backfill once with \`/v1/active-ats?time_frame=6m&limit=1000&cursor=0\`. Every hour, a few minutes past, add the jobs of \`time_frame=1h\` and delete the ids of \`/v1/expired-ats?time_frame=1h\`. Once a day, after 00:00 UTC, delete the ids of \`/v1/expired-ats?time_frame=1d\` too: the last hour ends now, so two polls may leave a gap. Once a day, in the same hour, replace the jobs of \`/v1/modified-ats\`. Read every list of jobs to its end: begin with \`cursor=0\` and send the last \`id\` of a page as \`cursor\`, until a page is shorter than \`limit\`. Or follow \`/v1/changes\`, which replaces all of this with one checkpoint a country. When \`X-Catalogue-Generation\` changes, the catalogue was restored or its server replaced: fill a copy that was made with the feeds again.

**Numbers and times.** Ids are 64-bit integers that never change. Times are UTC. Windows include the start and exclude the end; both are in the response headers \`X-Window-From\` and \`X-Window-To\`.

**Searches.** [The search syntax](/search-syntax) says how the text filters read what they are sent, also [operators of other search engines](/search-syntax#operators-of-other-search-engines). In an address \`+\` is \`%2B\`, \`#\` is \`%23\` and \`&\` is \`%26\`.

**Lists** are one parameter with commas, \`country=CA,US\`, or several parameters, \`country=CA&country=US\` or \`country[]=CA&country[]=US\`. An element with a comma may stand in double quotes; the name of an employer needs none. Unknown parameters, and repeated ones that are not lists, return 400.

**Errors** are problem objects (RFC 9457), and \`type\` is the address of a page that explains them.`

/** The version of the interface, whatever that of the package. */
const INTERFACE_VERSION = '1.0.0'

const TAGS = [
  { name: 'Feeds', description: 'Keep a copy of the catalogue in step.' },
  { name: 'Search', description: 'Ask the live catalogue, one country at a time.' },
  { name: 'Overview', description: 'Who hires, and where.' },
]

/** What @elysiajs/swagger makes of the routes. */
export type ApiDocument = JsonObject & {
  components: JsonObject
  paths: Readonly<Record<string, { get?: { security?: readonly JsonObject[] } }>>
}

/**
 * The text of a document in which schemas are TypeBox objects. Those with an `$id` become components. Links in
 * descriptions begin with '/'; readers of the document alone need absolute addresses.
 */
export function documentText(document: ApiDocument, publicUrl: string): string {
  const found = new Map<string, JsonObject>()
  JSON.stringify(document, (_, part: unknown) => {
    if (isObject(part) && typeof part.$id === 'string') found.set(part.$id, part)
    return part
  })
  const schemas = Object.fromEntries(
    [...found.keys()].sort().map((id) => [id, { ...found.get(id), $id: undefined }]),
  )
  const queryKeyPaths = Object.entries(document.paths)
    .filter(([, { get = {} }]) => acceptsKeyInQuery(get))
    .map(([path]) => path)
  const securitySchemes = describeSecurity(queryKeyPaths)
  const whole = { ...document, components: { ...document.components, securitySchemes, schemas } }
  return JSON.stringify(whole, printPart).replaceAll('](/', () => `](${publicUrl}/`)
}

function printPart(_: string, part: unknown): unknown {
  if (!isObject(part)) return part
  if (part.$id !== undefined) return { $ref: `#/components/schemas/${part.$id}` }
  if (part.operationId === undefined) return simplify(part)
  // The plugin puts `responses` first; readers expect the summary before the responses.
  const { responses, ...rest } = part
  return { ...rest, responses }
}

/** Rewrites a schema into the form that client generators support best: `type: [string, "null"]`, typed enums. */
function simplify(schema: JsonObject): JsonObject {
  const typed = withType(schema)
  const { anyOf, ...rest } = typed
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return typed
  const [some, none] = anyOf.map(withType)
  if (none?.type !== 'null' || typeof some?.type !== 'string' || some.$id !== undefined)
    return typed
  const nullable = { ...some, ...rest, type: [some.type, 'null'] }
  return Array.isArray(some.enum) ? { ...nullable, enum: [...some.enum, null] } : nullable
}

/** A string constant becomes an enum of one value; an enum gets the type `string`. */
function withType(schema: JsonObject): JsonObject {
  const { const: constant, ...rest } = schema
  if (typeof constant === 'string') return { ...rest, type: 'string', enum: [constant] }
  return Array.isArray(schema.enum) ? { type: 'string', ...schema } : schema
}

function isObject(part: unknown): part is JsonObject {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

/** An `object`: the types of the plugin know OpenAPI 3.0 only, and it passes unknown members on. */
export function documentation(publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Job Catalogue',
      version: INTERFACE_VERSION,
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
      securitySchemes: {},
      schemas: {},
      headers: HEADERS,
      responses: problemResponses(publicUrl),
    },
  }
}

/** `bearer` is first, as in the form of the Swagger page. */
const describeSecurity = (queryKeyPaths: readonly string[]): JsonObject => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The API key, in the header `Authorization: Bearer <API_KEY>`.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'query',
    name: 'apiKey',
    description: `The API key, so that a browser can open the address; only ${queryKeyPaths.map((path) => `\`${path}\``).join(', ')} takes it. Prefer the \`Authorization\` header: addresses end up in logs.`,
  },
})
