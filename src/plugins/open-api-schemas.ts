import type { TSchema } from 'typebox'

/** A JSON Schema or another part of an OpenAPI document. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A schema as the document shows it: one with an `$id` becomes a reference to its component. */
export function referTo(schema: TSchema): JsonObject {
  return refer(schema as JsonObject, () => undefined)
}

/** The components that these schemas refer to, and those that they are, by `$id` in alphabetical order. */
export function schemaComponents(schemas: readonly TSchema[]): Record<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  const collect: Collect = (id, rest) => {
    if (!found.has(id))
      found.set(id, simplify(referMembers(rest, (member) => refer(member, collect))))
  }
  for (const schema of schemas) refer(schema as JsonObject, collect)
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)))
}

type Collect = (id: string, schema: JsonObject) => void

function refer({ $id, ...rest }: JsonObject, collect: Collect): JsonObject {
  if (typeof $id !== 'string')
    return simplify(referMembers(rest, (member) => refer(member, collect)))
  collect($id, rest)
  return { $ref: `#/components/schemas/${$id}` }
}

/** Applies `refer` to the schemas inside a schema. */
function referMembers(schema: JsonObject, refer: (schema: JsonObject) => JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties') {
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

/** Rewrites a schema into the form that client generators support best: `type: [string, "null"]`, typed enums. */
function simplify(schema: JsonObject): JsonObject {
  const typed = withType(schema)
  const { anyOf, ...rest } = typed
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return typed
  const [some, none] = anyOf.map((choice: JsonObject) => withType(choice))
  if (none?.type !== 'null' || typeof some?.type !== 'string') return typed
  const nullable = { ...some, ...rest, type: [some.type, 'null'] }
  return Array.isArray(some.enum) ? { ...nullable, enum: [...some.enum, null] } : nullable
}

/** A string constant becomes an enum of one value; an enum gets the type `string`. */
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
