import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { fetchDocument } from './interface'

/** The parts of an OpenAPI document that tests read, its references replaced by what they name. */
export interface InterfaceDocument {
  paths: Record<string, { get: Operation }>
}

export interface Operation {
  operationId: string
  parameters: Parameter[]
  security?: Record<string, string[]>[]
  responses: Record<string, ResponseDescription>
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  description: string
  required?: boolean
  schema: ParameterSchema
}

export interface ParameterSchema {
  type: 'string' | 'integer' | 'boolean' | 'array'
  format?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  items?: ParameterSchema
  maxItems?: number
  default?: unknown
  examples?: unknown[]
}

interface ResponseDescription {
  headers?: Record<string, { required?: boolean; schema: object }>
  content?: Record<string, { schema: object }>
}

/** The document as the service serves it. */
export const documentText = await fetchDocument()

export const interfaceDocument = addQueryKeys(JSON.parse(documentText))

/** The paths of the interface, as the document writes them, with the names of their parameters. */
export const documentedPaths = Object.entries(interfaceDocument.paths).map(([path, { get }]) => ({
  path,
  parameters: get.parameters.map(({ name }) => name),
}))

/** Headers that HTTP itself explains. */
const GENERAL_HEADERS =
  /^(access-control-.*|cache-control|content-(encoding|length|type)|vary|x-content-type-options)$/

/**
 * Throws unless the document says that the endpoint at this address may answer so: the status, the media type,
 * the headers and the body. Answers of other addresses and to other methods than GET and HEAD are left alone.
 */
export async function checkContract(
  { method, target }: { method: string; target: string },
  response: Response,
): Promise<void> {
  const path = target.split('?', 1)[0] ?? ''
  const operation = findOperation(path)
  if (operation === undefined || (method !== 'GET' && method !== 'HEAD')) return
  const answer = { response, text: await readText(response), isHead: method === 'HEAD' }
  const issues = listIssues(operation, answer)
  if (issues.length > 0) {
    throw new Error(`${method} ${target} breaks the contract:\n${issues.join('\n')}`)
  }
}

function findOperation(path: string): Operation | undefined {
  const found = Object.entries(interfaceDocument.paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(path),
  )
  return found?.[1].get
}

/** The body as it was before it was compressed; the response can still be read. */
async function readText(response: Response): Promise<string> {
  const bytes = new Uint8Array(await response.clone().arrayBuffer())
  const encoding = response.headers.get('content-encoding')
  if (bytes.length === 0 || encoding === null) return new TextDecoder().decode(bytes)
  const decompress = encoding === 'zstd' ? Bun.zstdDecompressSync : Bun.gunzipSync
  return new TextDecoder().decode(decompress(bytes))
}

function listIssues(
  operation: Operation,
  { response, text, isHead }: { response: Response; text: string; isHead: boolean },
): string[] {
  const described = operation.responses[response.status]
  if (described === undefined) return [`the status ${response.status} is not declared`]
  const issues = listHeaderIssues(described, response.headers)
  if (isHead || described.content === undefined) {
    return text === '' ? issues : [...issues, 'there is a body']
  }
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';')
  const content = described.content[mediaType]
  if (content === undefined) return [...issues, `the media type ${mediaType} is not declared`]
  const body: unknown = mediaType.endsWith('json') ? JSON.parse(text) : text
  return [...issues, ...listSchemaIssues(content.schema, body, 'body')]
}

function listHeaderIssues(described: ResponseDescription, headers: Headers): string[] {
  const declared = Object.entries(described.headers ?? {})
  const names = new Set(declared.map(([name]) => name.toLowerCase()))
  const undeclared = [...headers.keys()].filter(
    (name) => !names.has(name) && !GENERAL_HEADERS.test(name),
  )
  const wrong = declared.flatMap(([name, { required, schema }]) => {
    const value = headers.get(name)
    if (value === null) return required === true ? [`the header ${name} is missing`] : []
    const isNumber = 'type' in schema && schema.type === 'integer'
    return listSchemaIssues(schema, isNumber ? Number(value) : value, name)
  })
  return [...undeclared.map((name) => `the header ${name} is not declared`), ...wrong]
}

const validators = new WeakMap<object, ReturnType<typeof Compile>>()

function listSchemaIssues(schema: object, value: unknown, place: string): string[] {
  const validator = validators.get(schema) ?? Compile(schema as TSchema)
  validators.set(schema, validator)
  if (validator.Check(value)) return []
  return validator
    .Errors(value)
    .slice(0, 5)
    .map(({ instancePath, message }) => `${place}${instancePath} ${message}`)
}

/** Resolves the references, and lists API keys in the query among the parameters of their operations. */
function addQueryKeys(source: unknown): InterfaceDocument {
  const document = resolve(source) as InterfaceDocument & {
    components: { securitySchemes: Record<string, { in?: string; name: string }> }
  }
  for (const { get } of Object.values(document.paths)) {
    for (const scheme of (get.security ?? []).flatMap((choice) => Object.keys(choice))) {
      const { in: place, name } = document.components.securitySchemes[scheme] ?? {}
      if (place !== 'query' || name === undefined) continue
      const schema: ParameterSchema = { type: 'string' }
      get.parameters.push({ name, in: place, description: 'An API key.', schema })
    }
  }
  return document
}

/** Replaces references, none of which is inside of what it names. The same part stays the same object. */
function resolve(document: unknown): unknown {
  const known = new Map<string, unknown>()
  const visit = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(visit)
    if (!('$ref' in part)) {
      return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, visit(member)]))
    }
    const $ref = String(part.$ref)
    if (!known.has($ref)) known.set($ref, visit(follow(document, $ref)))
    return known.get($ref)
  }
  return visit(document)
}

function follow(document: unknown, reference: string): unknown {
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (part, name) => (part as Record<string, unknown> | undefined)?.[name],
      document,
    )
  if (found === undefined) throw new Error(`${reference} names nothing`)
  return found
}
