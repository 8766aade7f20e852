import type { TSchema } from 'typebox'

/** A JSON Schema or another part of an OpenAPI document. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The schemas that an OpenAPI document names, collected while its operations are described. */
export interface SchemaCollection {
  /** The schema as it stands in the document: one with an `$id` becomes a reference to its component. */
  refer(schema: TSchema): JsonObject
  /** The components that were referred to, by `$id`, in alphabetical order. */
  components(): Record<string, JsonObject>
}

export function collectSchemas(): SchemaCollection {
  const found = new Map<string, JsonObject>()
  const refer = (schema: JsonObject): JsonObject => {
    const { $id, ...rest } = schema
    if (typeof $id !== 'string') return simplify(referMembers(rest, refer))
    if (!found.has($id)) found.set($id, simplify(referMembers(rest, refer)))
    return { $ref: `#/components/schemas/${$id}` }
  }
  return {
    refer: (schema) => refer(schema as JsonObject),
    components: () =>
      Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1))),
  }
}

/** Visits the schemas that stand inside of a schema. */
function referMembers(schema: JsonObject, refer: (schema: JsonObject) => JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties' || keyword === 'patternProperties') {
      return [keyword, mapValues(value as Readonly<Record<string, JsonObject>>, refer)]
    }
    if (keyword === 'anyOf') return [keyword, (value as JsonObject[]).map(refer)]
    if (keyword === 'items' || keyword === 'additionalProperties') {
      return [keyword, typeof value === 'object' ? refer(value as JsonObject) : value]
    }
    return [keyword, value]
  })
  return Object.fromEntries(entries)
}

/** Says the same in the words that readers and generators of clients take best: `type: [string, "null"]`, typed lists of words. */
function simplify(schema: JsonObject): JsonObject {
  const typed = withType(schema)
  const { anyOf, ...rest } = typed
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return typed
  const [some, none] = anyOf.map((choice: JsonObject) => withType(choice))
  if (none?.type !== 'null' || typeof some?.type !== 'string') return typed
  const nullable = { ...some, ...rest, type: [some.type, 'null'] }
  return Array.isArray(some.enum) ? { ...nullable, enum: [...some.enum, null] } : nullable
}

/** A constant text is a list of one word, and a list of words is text. */
function withType(schema: JsonObject): JsonObject {
  const { const: constant, ...rest } = schema
  if (typeof constant === 'string') return { ...rest, type: 'string', enum: [constant] }
  return Array.isArray(schema.enum) ? { type: 'string', ...schema } : schema
}

function mapValues(
  members: Readonly<Record<string, JsonObject>>,
  map: (member: JsonObject) => JsonObject,
): Record<string, JsonObject> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]))
}
