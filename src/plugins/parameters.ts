import { Elysia } from 'elysia'
import Type, { type TObject, type TProperties } from 'typebox'
import { decodePath, decodeQuery } from '../parameters/decode-query'
import { contextOf } from './request-context'

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
