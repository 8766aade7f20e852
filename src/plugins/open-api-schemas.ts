import type { TSchema } from 'typebox'

/** A JSON Schema or another part of an OpenAPI document. */
export type JsonObject = Readonly<Record<string, unknown>>

type Collect = (id: string, schema: JsonObject) => void

/** A schema as the document shows it: one with an `$id` becomes a reference to its component, which `collect` gets. */
export function referTo(schema: TSchema, collect: Collect = () => undefined): JsonObject {
  const { $id, ...rest } = schema as JsonObject
  if (typeof $id !== 'string') return referMembers(rest, collect)
  collect($id, rest)
  return { $ref: `#/components/schemas/${$id}` }
}

/** The components that these schemas refer to, and those that they are, by `$id` in alphabetical order. */
export function schemaComponents(schemas: readonly TSchema[]): Record<string, JsonObject> {
  const found = new Map<string, JsonObject>()
  const collect: Collect = (id, schema) => {
    if (!found.has(id)) found.set(id, referMembers(schema, collect))
  }
  for (const schema of schemas) referTo(schema, collect)
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** The schema with `referTo` applied to the schemas inside it. */
function referMembers(schema: JsonObject, collect: Collect): JsonObject {
  const refer = (member: TSchema) => referTo(member, collect)
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === 'properties') {
      const members = Object.entries(value as Record<string, TSchema>)
      return [keyword, Object.fromEntries(members.map(([name, member]) => [name, refer(member)]))]
    }
    if (keyword === 'anyOf') return [keyword, (value as TSchema[]).map(refer)]
    if (keyword === 'items' || keyword === 'additionalProperties') {
      return [keyword, typeof value === 'object' ? refer(value as TSchema) : value]
    }
    return [keyword, value]
  })
  return simplify(Object.fromEntries(entries))
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
