import { Elysia } from 'elysia'
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { Problem } from '../http/problem-types'
import { describeOperation } from '../open-api/describe-operation'
import type { OperationDefinition } from '../open-api/operation-definition'
import { decodePath, decodeQuery } from '../parameters/decode-query'
import { MAX_PAGE_JOBS } from '../parameters/job-listing'
import { text } from '../parameters/parameter-types'
import { context } from './request-context'

/**
 * An instance for one route of the interface, which adds `parameters` and `pathParameters`, documents the route, and says
 * how its timeouts are answered. `response` types the document and the clients that Eden makes. It does not type the
 * handler: that returns JSON texts that PostgreSQL wrote, as a finished `Response`. Tests hold every answer against the
 * schemas of the document.
 */
export function operation<
  Query extends TProperties,
  Response extends TSchema,
  Path extends TProperties = Record<never, never>,
>(definition: OperationDefinition<Query, Path, Response>) {
  const { acceptsQueryKey = false, timeout } = definition
  // The cast: `Path` is empty when there is no definition of it.
  const path = (definition.pathParameters ?? {}) as Path
  return new Elysia({ detail: describeOperation(definition) })
    .guard({ response: { 200: standardSchema(definition.response), ...PROBLEMS } })
    .use(context)
    .onTransform(({ context }) => {
      context.timeout = timeout
      context.acceptsQueryKey = acceptsQueryKey
      context.mostJobs = mostJobs(definition, context.query)
    })
    .use(pathParameters(path))
    .use(parameters(definition.parameters, { acceptsQueryKey }))
}

/** The job objects that an answer has at most. The query is not decoded yet: any `limit` that is not a number counts as the largest page. */
export function mostJobs(
  definition: Pick<OperationDefinition, 'parameters' | 'mostJobs'>,
  query: string,
): number {
  if (!Object.hasOwn(definition.parameters, 'limit')) return definition.mostJobs ?? 0
  const limit = /(?:^|&)limit=(\d+)(?:&|$)/.exec(query)?.[1]
  return limit === undefined ? MAX_PAGE_JOBS : Math.min(Number(limit), MAX_PAGE_JOBS)
}

/** Adds `parameters`, the decoded query string, to routes that are not in the document. Throws `ParameterError`. */
export function parameters<Properties extends TProperties>(
  properties: Properties,
  { acceptsQueryKey = false } = {},
) {
  // The cast: authentication reads the key, and handlers do not see it.
  const schema = Type.Object(
    acceptsQueryKey ? { ...properties, apiKey } : properties,
  ) as TObject<Properties>
  return new Elysia().use(context).resolve({ as: 'scoped' }, ({ context: { query, routes } }) => ({
    parameters: decodeQuery(schema, query, routes),
  }))
}

const apiKey = text({ description: 'The API key.' })

/** Throws `NotFound`: a value that cannot be decoded names nothing. */
export function pathParameters<Properties extends TProperties>(properties: Properties) {
  const schema: TObject<Properties> = Type.Object(properties)
  return new Elysia().resolve({ as: 'scoped' }, ({ params }) => ({
    pathParameters: decodePath(schema, params),
  }))
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
