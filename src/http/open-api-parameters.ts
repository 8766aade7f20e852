import type { TObject, TSchema } from 'typebox'
import { decodingOf } from '../parameters/parameter-types'
import type { JsonObject } from './open-api-schemas'

/** The parameters of one place as an OpenAPI document lists them, in the order of the schema. */
export function describeParameters(schema: TObject, place: 'query' | 'path'): JsonObject[] {
  return Object.entries(schema.properties).map(([name, property]) =>
    describeParameter(name, property, place),
  )
}

function describeParameter(name: string, property: TSchema, place: 'query' | 'path'): JsonObject {
  const { description, ...schema } = property as JsonObject
  return {
    name,
    in: place,
    description,
    ...(decodingOf(property).isRequired && { required: true }),
    // One parameter with commas: `country=CA,US`.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  }
}
