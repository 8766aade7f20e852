import type { Validator } from 'typebox/compile'
import { Pointer } from 'typebox/value'
import { quoteValue } from './errors'
import { nearestName } from './nearest-name'
import { isNestedDeeper } from './nesting'

/** Describes the first schema violation of a value: `<path>: expected <type>, got <value>`. `whole` names the value itself. */
export function schemaIssue(validator: Validator, value: unknown, whole = 'line'): string {
  const pathText = (steps: readonly string[]) => memberPath(steps) || whole
  const errors = validator.Errors(value)
  const error = errors.find(({ keyword }) => keyword !== 'boolean') ?? errors[0]
  if (error === undefined) return 'not understood'
  const steps = Pointer.Indices(error.instancePath)
  // An error for each unknown member comes before the error of their object, and only the first eight errors are reported.
  const schemaPath = error.schemaPath.replace(/^#|\/additionalProperties$/g, '')
  const schema = toNode(Pointer.Get(validator.Type(), schemaPath))
  const found = steps.reduce((parent, step) => toNode(parent)[step], value)
  switch (error.keyword) {
    case 'boolean':
      return unknownMember(schema, steps)
    case 'additionalProperties':
      return unknownMember(schema, [...steps, ...error.params.additionalProperties.slice(0, 1)])
    case 'required': {
      // A misspelt member is missing under its own name.
      const known = toNode(schema.properties)
      const unknown = Object.keys(toNode(found)).find((name) => !Object.hasOwn(known, name))
      const isClosed = schema.additionalProperties === false
      if (isClosed && unknown !== undefined) return unknownMember(schema, [...steps, unknown])
      return `${pathText([...steps, ...error.params.requiredProperties.slice(0, 1)])}: missing`
    }
    default:
      return `${pathText(steps)}: expected ${describe(schema, error.keyword)}, got ${show(found)}`
  }
}

/** `schema` is the schema of the object with the member. */
function unknownMember(schema: Node, steps: readonly string[]): string {
  const name = steps.at(-1) ?? ''
  const known = Object.keys(toNode(schema.properties))
  const nearest = nearestName(name, known) ?? known.find((other) => other.split('_').includes(name))
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return `${memberPath(steps)}: unknown member${hint}`
}

/** `salary.value.minValue`, `locations[2].latitude` */
function memberPath(steps: readonly string[]): string {
  const path = steps
    .map((step) => quote(step).slice(1, -1))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
  return path.replace(/^\./, '')
}

function show(value: unknown): string {
  if (isNestedDeeper(value)) return 'a deeply nested value'
  return typeof value === 'string' ? quote(value) : quote(JSON.stringify(value)).slice(1, -1)
}

/** `quoteValue` shows 60 characters, and takes long for a text of many megabytes. */
function quote(text: string): string {
  return quoteValue(text.slice(0, MAX_QUOTED))
}

const MAX_QUOTED = 1000

/** The expectation of a schema in words: its own `expected`, or one derived from its type. */
function describe(schema: Node, keyword: string): string {
  if (typeof schema.expected === 'string') return schema.expected
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return `'${String(schema.const)}'`
  const { minimum, maximum } = schema
  switch (schema.type) {
    case 'number':
      if (keyword === 'type') return 'a number'
      if (maximum !== undefined) return `a number from ${minimum} to ${maximum}`
      return `a number of at least ${minimum}`
    case 'string':
      return schema.maxLength === undefined
        ? 'a text'
        : `a text of at most ${schema.maxLength} characters`
    case 'integer':
      return minimum === undefined ? 'an integer' : `an integer from ${minimum} to ${maximum}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return schema.maxItems === undefined ? 'a list' : `a list of at most ${schema.maxItems}`
    default:
      return 'an object'
  }
}

/** A JSON schema, or a part of one. */
type Node = Record<string, unknown>

function toNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
