import type { TProperties, TSchema } from 'typebox'
import type { OperationDefinition } from './operation-definition'
import { describeResponses, type JsonObject } from './responses'

/** The operation object of a route in the document. An `object`: the types of Elysia know OpenAPI 3.0 only. */
export function describeOperation(definition: OperationDefinition): object {
  const { operationId, tag, summary, description, parameters, pathParameters = {} } = definition
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...describeParameters(pathParameters, 'path'),
      ...describeParameters(parameters, 'query'),
    ],
    responses: describeResponses(definition),
    ...(definition.acceptsQueryKey && { security: [{ bearer: [] }, { apiKey: [] }] }),
  }
}

/** Parameters that most requests send; the document lists them first. */
const LEADING = ['time_frame', 'country', 'since', 'q', 'title', 'location', 'limit']

/** The parameters of one place: first the ones in `LEADING`, then the others in the order of the schema. */
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
