import { Elysia } from 'elysia'
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { decodePath, decodeQuery } from '../parameters/decode-query'
import { describeResponses, type JsonObject } from './open-api-responses'
import { Problem } from './problem-types'
import { contextOf, type RequestContext } from './request-context'

/** Adds `parameters`, the decoded query string. Throws `ParameterError`. */
export function parameters<Properties extends TProperties>(properties: Properties) {
  const schema: TObject<Properties> = Type.Object(properties)
  return new Elysia().resolve({ as: 'scoped' }, ({ request }) => ({
    parameters: decodeQuery(schema, contextOf(request).query),
  }))
}

/** Adds `pathParameters`. Throws `NotFound`: a value that cannot be decoded names nothing. */
export function pathParameters<Properties extends TProperties>(properties: Properties) {
  const schema: TObject<Properties> = Type.Object(properties)
  return new Elysia().resolve({ as: 'scoped' }, ({ params }) => ({
    pathParameters: decodePath(schema, params),
  }))
}

/** What the document says about a route. Problem responses are the same everywhere and not listed here. */
export interface OperationDefinition {
  operationId: string
  summary: string
  description: string
  /** The chapter of the document. */
  tag: 'Feeds' | 'Search' | 'Overview'
  /** Made by parameters/parameter-types.ts. */
  parameters: TProperties
  pathParameters?: TProperties
  /** The JSON body of a 200. */
  response: TSchema
  /** Other media types of a 200. */
  otherContent?: Readonly<Record<string, TSchema>>
  /** The answer to a query that runs out of time: 504 only where the interface documents it. */
  timeout: RequestContext['timeout']
  /** Whether the key is accepted in the query parameter `apiKey` too. */
  acceptsQueryKey?: boolean
  hasWindow?: boolean
  hasEtag?: boolean
  hasNotices?: boolean
}

/** The options of a route: its types for Elysia, its part of the document, and how its timeouts are answered. */
export function operation<Response extends TSchema>(
  definition: OperationDefinition & { response: Response },
) {
  const { operationId, tag, summary, description, pathParameters = {}, timeout } = definition
  const detail: object = {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...describeParameters(pathParameters, 'path'),
      ...describeParameters(definition.parameters, 'query'),
    ],
    responses: describeResponses(definition),
    ...(definition.acceptsQueryKey && { security: [{ bearer: [] }, { apiKey: [] }] }),
  }
  return {
    response: { 200: standardSchema(definition.response), ...PROBLEMS },
    detail,
    transform({ request }: { request: Request }) {
      contextOf(request).timeout = timeout
    },
  }
}

const problem = standardSchema(Problem)
const PROBLEMS = {
  400: problem,
  401: problem,
  404: problem,
  429: problem,
  503: problem,
  504: problem,
}

/** A TypeBox 1.x schema as Elysia accepts it (Standard Schema): it types the route and validates nothing at run time. */
function standardSchema<Schema extends TSchema>(schema: Schema): Standard<Static<Schema>> {
  const validate = (value: unknown) => ({ value })
  const standard = { version: 1, vendor: 'typebox', validate, types: undefined }
  return { ...schema, '~standard': standard }
}

type Standard<Value> = { '~standard': { types?: { input: Value; output: Value } | undefined } }

/** Parameters that most requests send; the document lists them first. */
const LEADING = ['time_frame', 'limit', 'country']

/** The parameters of one place: those of `LEADING`, then the others in the order of the schema. */
function describeParameters(properties: TProperties, place: 'query' | 'path'): JsonObject[] {
  const leading = LEADING.filter((name) => Object.hasOwn(properties, name))
  const names = new Set([...leading, ...Object.keys(properties)])
  return [...names].map((name) => {
    const property = properties[name] as TSchema
    const { description, ...schema } = property as JsonObject
    return {
      name,
      in: place,
      description,
      ...(place === 'path' && { required: true }),
      // One parameter with commas: `country=CA,US`.
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      schema,
    }
  })
}
