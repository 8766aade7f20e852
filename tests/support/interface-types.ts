import { plugin } from 'bun'
import typescript from 'typescript-5'
import { documentText } from './contract'

/**
 * The types of the interface in TypeScript, made from its document by openapi-typescript, which builds on the
 * programming interface of TypeScript 5 that 7 no longer has.
 */
export async function typeScriptTypes(): Promise<string> {
  plugin({
    name: 'typescript-5',
    setup(build) {
      build.module('typescript', () => ({
        exports: { default: typescript, ...typescript },
        loader: 'object',
      }))
    },
  })
  const { default: generate, astToString } = await import('openapi-typescript')
  const { components, ...document } = JSON.parse(documentText)
  const schemas = extendingJob(components.schemas)
  return astToString(await generate({ ...document, components: { ...components, schemas } }))
}

/** Schemas that repeat all properties of `Job` as that schema and what they add, so that the types are short. */
function extendingJob(schemas: Record<string, Schema>): Record<string, Schema> {
  const job = schemas.Job?.properties ?? {}
  const isOfJob = (member: string) => Object.hasOwn(job, member)
  const extending = Object.entries(schemas).map(([name, schema]) => {
    const { type, properties = {}, required = [], ...more } = schema
    const members = Object.entries(properties)
    const repeated = Object.fromEntries(members.filter(([member]) => isOfJob(member)))
    if (name === 'Job' || !Bun.deepEquals(repeated, job)) return [name, schema]
    const own = {
      type,
      properties: Object.fromEntries(members.filter(([member]) => !isOfJob(member))),
      required: required.filter((member) => !isOfJob(member)),
    }
    return [name, { ...more, allOf: [{ $ref: '#/components/schemas/Job' }, own] }]
  })
  return Object.fromEntries(extending)
}

/** A part of the document that has a type. */
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: (string | null)[]
  anyOf?: Schema[]
  /** `Job`, and what the schema adds. */
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  description?: string
}

interface InterfaceDocument {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, { get: { operationId: string; parameters?: Parameter[] } }>
}

interface Parameter {
  name: string
  in: string
  schema: Schema
}

const PYTHON_TYPES: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** The same in Python: a TypedDict for each schema, and one for the parameters of each operation. */
export function pythonTypes(): string {
  const document: InterfaceDocument = JSON.parse(documentText)
  const parts: string[] = []

  /** Writes a TypedDict, after those that it has inside. */
  function define(name: string, schema: Schema): string {
    const own = schema.allOf?.at(-1)
    const { properties = {}, required = [] } = own ?? schema
    const members = Object.entries(properties).map(([member, schema]) => {
      const type = typeOf(
        schema,
        `${name}${member.replaceAll(/(?:^|[^a-zA-Z]+)([a-zA-Z])/g, (_, first) => first.toUpperCase())}`,
      )
      return [member, required.includes(member) ? type : `NotRequired[${type}]`]
    })
    const comment = schema.description === undefined ? '' : `# ${schema.description}\n`
    const definition =
      own === undefined
        ? `${name} = TypedDict("${name}", {\n${members.map(([member, type]) => `    "${member}": ${type},\n`).join('')}})\n`
        : `class ${name}(Job):\n${members.map(([member, type]) => `    ${member}: ${type}\n`).join('')}`
    parts.push(comment + definition)
    return name
  }

  /** `name` is that of an object without one of its own. */
  function typeOf(schema: Schema, name: string): string {
    const { $ref, anyOf, items, properties, additionalProperties } = schema
    if ($ref !== undefined) return `"${$ref.slice($ref.lastIndexOf('/') + 1)}"`
    if (anyOf !== undefined) return union(anyOf.map((each) => typeOf(each, name)))
    if (schema.enum !== undefined) {
      return `Literal[${schema.enum.map((value) => (value === null ? 'None' : `"${value}"`)).join(', ')}]`
    }
    if (properties !== undefined) return define(name, schema)
    const types = [schema.type ?? 'any'].flat().map((type) => {
      if (type === 'array') return `list[${typeOf(items ?? {}, name)}]`
      if (type === 'object') {
        const values =
          typeof additionalProperties === 'object' ? typeOf(additionalProperties, name) : 'Any'
        return `dict[str, ${values}]`
      }
      return PYTHON_TYPES[type] ?? 'Any'
    })
    return union(types)
  }

  const schemas = extendingJob(document.components.schemas)
  for (const [name, schema] of Object.entries(schemas)) define(name, schema)
  for (const { get } of Object.values(document.paths)) {
    const query = (get.parameters ?? []).filter((parameter) => parameter.in === 'query')
    const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]))
    const operation = get.operationId.replace('get', '')
    define(`${operation}Query`, {
      properties,
      description: `The parameters of ${get.operationId}.`,
    })
  }
  return `"""The types of the interface, made from its document."""\n\nfrom typing import Any, Literal, NotRequired, TypedDict, Union\n\n${parts.join('\n')}`
}

function union(types: string[]): string {
  const [only] = types
  return types.length === 1 && only !== undefined ? only : `Union[${types.join(', ')}]`
}
