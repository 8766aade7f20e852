import fc from 'fast-check'
import { printSearch } from '../../src/text/search/grammar/printer'
import { KEY_PREFIX } from '../../src/values/api-key'
import type { Operation, Parameter, ParameterSchema } from './contract'
import { locationText } from './filter-arbitraries'
import { advancedTree, plainTree } from './search-arbitraries'

/** A parameter as it stands in an address, not yet percent-encoded. */
export type Pair = readonly [name: string, value: string]

/** Values that the document allows for some of an operation's query parameters, each at most once. */
export function validPairs({ parameters }: Operation): fc.Arbitrary<Pair[]> {
  const choices = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'apiKey')
    .map((parameter) => fc.option(validPair(parameter), { nil: undefined, freq: 2 }))
  return fc.tuple(...choices).map((pairs) => pairs.filter((pair) => pair !== undefined))
}

/** Values that the document forbids; a text may be anything but empty. */
export function invalidPair({ parameters }: Operation): fc.Arbitrary<Pair> {
  const known = parameters.filter(({ name }) => name !== 'apiKey')
  const wrong = known
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => fc.tuple(fc.constant(name), invalidText(schema)))
  // What may be a key is not named in the answer.
  const unknown = fc
    .stringMatching(/^[a-z_]{1,20}$/)
    .filter((name) => !name.includes(KEY_PREFIX))
    .filter((name) => !parameters.some((parameter) => parameter.name === name))
  return fc.oneof(...wrong, fc.tuple(unknown, fc.constantFrom('', '1')))
}

function validPair({ name, schema }: Parameter): fc.Arbitrary<Pair> {
  const examples = (schema.examples ?? []).map((example) => String(example))
  const search = schema.enum === undefined ? searches.get(name) : undefined
  const random = search ?? validText(schema)
  const value = examples.length === 0 ? random : fc.oneof(random, fc.constantFrom(...examples))
  return value.map((text) => [name, text])
}

/** Search expressions, by the parameter that reads them. */
const advanced = advancedTree.map((tree) => printSearch(tree, 'advanced'))
const plain = plainTree.map((tree) => printSearch(tree, 'plain'))
const searches: ReadonlyMap<string, fc.Arbitrary<string>> = new Map([
  ['q', plain],
  ['title', plain],
  ['title_advanced', advanced],
  ['description', plain],
  ['description_advanced', advanced],
  ['location', locationText],
  ['location_advanced', advanced],
  ['organization_advanced', advanced],
])

function validText(schema: ParameterSchema): fc.Arbitrary<string> {
  const { type, minimum = 0, items } = schema
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (type === 'boolean') return fc.constantFrom('true', 'false')
  if (type === 'integer') {
    return fc.bigInt({ min: BigInt(minimum), max: greatest(schema) }).map(String)
  }
  if (type === 'array' && items !== undefined) {
    return fc
      .array(validText(items), { minLength: 1, maxLength: 5 })
      .map((texts) => texts.join(','))
  }
  return schema.format === 'date-time' ? dateTime : fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,9})?$/)
}

/** Often close together, so that windows of at most 31 days are among them. */
const dateTime = fc
  .oneof(dateBetween('2020-01-01', '2030-01-01'), dateBetween('2026-01-01', '2026-01-16'))
  .map((date) => date.toISOString())

function dateBetween(from: string, to: string): fc.Arbitrary<Date> {
  return fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
}

function invalidText(schema: ParameterSchema): fc.Arbitrary<string> {
  const { type, items, minimum = 0 } = schema
  if (type === 'array' && items !== undefined && items.enum !== undefined) {
    return fc.constantFrom('', ',', 'nothing', `${items.enum[0]},`, `${items.enum[0]},nothing`)
  }
  if (type === 'array') return fc.constantFrom('', ',', 'a,,b', '"a', 'a,', '\0')
  if (schema.enum !== undefined) return fc.constantFrom('', 'nothing', schema.enum.join(','))
  if (type === 'boolean') return fc.constantFrom('', 'TRUE', '1', 'yes')
  if (type === 'integer') {
    const beyond = greatest(schema) + 1n
    return fc.constantFrom('', '-1', '1.5', '0x10', ' 1', 'one', `${beyond}`, `${minimum - 1}`)
  }
  if (schema.format === 'date-time') return fc.constantFrom('', '2026-02-30', 'yesterday', '12:00')
  return fc.constantFrom('', '\0', 'a\0b')
}

/** The greatest integer that the document allows. */
function greatest({ format, maximum }: ParameterSchema): bigint {
  return maximum === undefined ? 2n ** (format === 'int64' ? 63n : 31n) - 1n : BigInt(maximum)
}
