import type { TSchema } from 'typebox'
import type { Validator } from 'typebox/compile'
import { quoteValue } from '../values/errors'
import { nearestName } from '../values/nearest-name'
import { isNestedDeeper } from './line-json'

/** Describes the first schema violation of a value: `<path>: expected <type>, got <value>`. */
export function schemaIssue(validator: Validator, schema: TSchema, value: unknown): string {
  const errors = validator.Errors(value)
  const error = errors.find(({ keyword }) => keyword !== 'boolean') ?? errors[0]
  if (error === undefined) return 'not understood'
  const steps = error.instancePath.split('/').slice(1).map(unescapeStep)
  // An error of each unknown member comes before that of their object, and only the first eight errors are reported.
  if (error.keyword === 'boolean') return unknownMember(schema, steps)
  if (error.keyword === 'additionalProperties') {
    const [unknown = ''] = error.params.additionalProperties
    return unknownMember(schema, [...steps, unknown])
  }
  const place = schemaAt(schema, steps)
  if (error.keyword === 'required') {
    const [missing = ''] = error.params.requiredProperties
    // A misspelt member is missing under its own name.
    const names = Object.keys(valueAt(value, steps) ?? {})
    const unknown = names.find((name) => !Object.hasOwn(propertiesOf(place), name))
    if (unknown !== undefined && place.additionalProperties === false) {
      return unknownMember(schema, [...steps, unknown])
    }
    return `${pathText([...steps, missing])}: missing`
  }
  return `${pathText(steps)}: expected ${describe(place, error.keyword)}, got ${show(valueAt(value, steps))}`
}

function unknownMember(schema: TSchema, steps: readonly string[]): string {
  const known = Object.keys(propertiesOf(schemaAt(schema, steps.slice(0, -1))))
  const name = steps.at(-1) ?? ''
  const nearest = nearestName(name, known) ?? known.find((other) => other.split('_').includes(name))
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return `${pathText(steps)}: unknown member${hint}`
}

/** `salary.value.minValue`, `locations[2].latitude`; `line` for the whole value. */
export function pathText(steps: readonly string[]): string {
  const path = steps
    .map((step) => quote(step).slice(1, -1))
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
  return path === '' ? 'line' : path.replace(/^\./, '')
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
    case 'array':
      return schema.maxItems === undefined ? 'a list' : `a list of at most ${schema.maxItems}`
    default:
      return 'an object'
  }
}

/** A JSON schema, or a part of one. */
type Node = Record<string, unknown>

function schemaAt(schema: TSchema, steps: readonly string[]): Node {
  let node = isNode(schema) ? schema : {}
  for (const step of steps) node = childSchema(withoutNull(node), step)
  return withoutNull(node)
}

function childSchema(node: Node, step: string): Node {
  const child = Object.hasOwn(propertiesOf(node), step)
    ? propertiesOf(node)[step]
    : (node.items ?? Object.values(isNode(node.patternProperties) ? node.patternProperties : {})[0])
  return isNode(child) ? child : {}
}

function propertiesOf(node: Node): Node {
  return isNode(node.properties) ? node.properties : {}
}

/** The schema of a nullable member without its null: the first part of the union. */
function withoutNull(node: Node): Node {
  const [first] = Array.isArray(node.anyOf) ? node.anyOf : []
  return isNode(first) ? first : node
}

function valueAt(value: unknown, steps: readonly string[]): unknown {
  let found = value
  for (const step of steps) found = isNode(found) ? found[step] : undefined
  return found
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}
