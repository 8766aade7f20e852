import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { positionOf, quoteValue, UnreadableValue } from '../../values/errors'
import { parseInstant } from '../../values/instant'
import { canonicalSource } from '../../values/source'
import { joinNeighbours, MAX_LIST_ELEMENTS, parseList } from './list-value'

/** The documentation of a parameter. `examples` are values as in an OpenAPI document: a list is an array. */
interface ParameterOptions<Value> {
  description: string
  examples?: readonly unknown[]
  default?: Value
}

/** A schema whose static type is the decoded value. With `default` the value is never undefined. */
export type Parameter<Value, Options> = Options extends { default: unknown }
  ? TUnsafe<Value>
  : TOptional<TUnsafe<Value>>

/** Converts the percent-decoded text of a parameter, which is never empty, to its value. */
export interface Decoding {
  /** Throws `UnreadableValue`. */
  read: (text: string) => unknown
  default: unknown
  /** Whether the value is free text, in which clients often forget to escape '&'. */
  isText: boolean
  /** Reads a list from the texts of one parameter or of several. Throws `UnreadableValue`. */
  readList?: ((texts: readonly string[]) => unknown) | undefined
  /** The way out for a client that sends several values; a list has none. */
  forSeveral?: string | undefined
  /** Whether a text spells its value otherwise, which is told. */
  isRespelt?: ((text: string) => boolean) | undefined
}

const DECODING = Symbol('decoding')

/** Any text: names and search expressions. */
export function text<const Options extends ParameterOptions<string>>(options: Options) {
  return define<string, Options>({ type: 'string' }, (value) => value, options, { isText: true })
}

/** A source system; an alias becomes its identifier. */
export function source<const Options extends ParameterOptions<string>>(options: Options) {
  return define<string, Options>({ type: 'string' }, canonicalSource, options)
}

/** Decimal digits within bounds; a JavaScript number holds the value exactly. */
export function integer<
  const Options extends ParameterOptions<number> & { minimum: number; maximum?: number },
>(options: Options) {
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = options
  const read = (value: string): number => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    throw expected(`an integer from ${minimum} to ${maximum}`, value)
  }
  const format = maximum < 2 ** 31 ? 'int32' : 'int64'
  return define<number, Options>({ type: 'integer', format, minimum, maximum }, read, options)
}

/** A decimal number above 0, with at most four decimals. */
export function amount<const Options extends ParameterOptions<number>>(options: Options) {
  const read = (value: string): number => {
    if (/^\d{1,12}(?:\.\d{1,4})?$/.test(value) && Number(value) > 0) return Number(value)
    throw expected('an amount such as 45 or 27.50', value)
  }
  return define<number, Options>({ type: 'number', exclusiveMinimum: 0 }, read, options)
}

export const MAX_INT64 = 2n ** 63n - 1n

/** Reads decimal digits as an integer from 0 to MAX_INT64; undefined for any other text. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^\d{1,30}$/.test(text)) return undefined
  const value = BigInt(text)
  return value <= MAX_INT64 ? value : undefined
}

/** Decimal digits from 0 to MAX_INT64, as a bigint. */
export function int64<const Options extends ParameterOptions<bigint>>(options: Options) {
  const read = (value: string): bigint => {
    const number = parseInt64(value)
    if (number !== undefined) return number
    throw expected(`an integer from 0 to ${MAX_INT64}`, value)
  }
  return define<bigint, Options>({ type: 'integer', format: 'int64', minimum: 0 }, read, options)
}

export function boolean<const Options extends ParameterOptions<boolean>>(options: Options) {
  const read = (value: string): boolean => {
    if (value === 'true' || value === 'false') return value === 'true'
    throw expected('true or false', value)
  }
  return define<boolean, Options>({ type: 'boolean' }, read, options)
}

const INSTANTS = '2026-11-20 or 2026-11-20T13:00:00Z'

/** A date or a date-time; UTC when no zone is given. */
export function instant<const Options extends ParameterOptions<Date>>(options: Options) {
  const read = (value: string): Date => {
    const date = parseInstant(value)
    if (date !== undefined) return date
    // An unescaped '+' arrives as a space.
    const lostPlus = parseInstant(value.replace(/ (?=\d{2}:?(\d{2})?$)/, '+')) !== undefined
    const hint = lostPlus ? "write '+' in a zone as %2B" : undefined
    throw expected(`an ISO 8601 date or date-time that exists, such as ${INSTANTS}`, value, hint)
  }
  return define<Date, Options>({ type: 'string', format: 'date-time' }, read, options)
}

/**
 * One of a fixed list of words. `ignoresCase` is for lists of upper-case codes; `ignoresSpelling` reads `full-time` and `Full Time`
 * as `FULL_TIME`, which is told; `forSeveral` is the way out for a client that sends several of the words, as other paths take them.
 */
export function oneOf<
  const Value extends string,
  const Options extends ParameterOptions<NoInfer<Value>> & {
    ignoresCase?: true
    ignoresSpelling?: true
    forSeveral?: string
  },
>(values: readonly Value[], options: Options) {
  const { forSeveral, ignoresCase, ignoresSpelling } = options
  const isKnown = (text: string) => values.some((value) => value === text.trim())
  const choice = values.length === 2 ? values.join(' or ') : `one of ${values.join(', ')}`
  const keyOf = ignoresSpelling
    ? (value: string) => value.toUpperCase().replace(/[\s_-]/g, '')
    : (value: string) => (ignoresCase ? value.toUpperCase() : value)
  const find = (value: string) => values.find((candidate) => keyOf(candidate) === keyOf(value))
  const read = (value: string): Value => {
    const found = find(value)
    if (found !== undefined) return found
    const isSeveral = value.includes(',') && value.split(',').every(isKnown)
    throw expected(choice, value, isSeveral ? forSeveral : undefined)
  }
  const isRespelt = ignoresSpelling && ((value: string) => find(value) !== value)
  return define<Value, Options>({ type: 'string', enum: [...values] }, read, options, {
    isRespelt,
    forSeveral,
  })
}

/**
 * A comma-separated list of values of another type, in the order sent, without duplicates. With
 * `joinsNeighbours`, neighbouring elements joined by their commas are values too.
 */
export function listOf<
  Value,
  const Options extends ParameterOptions<readonly NoInfer<Value>[]> & { joinsNeighbours?: true },
>(item: TUnsafe<Value>, options: Options) {
  const decoding = decodingOf(item)
  const readOne = (text: string, limit: number) => {
    const elements = parseList(text, limit)
    const all = options.joinsNeighbours ? joinNeighbours(text, elements) : elements
    const values = all.map((element) => {
      try {
        return decoding.read(element.text) as Value
      } catch (error) {
        if (!(error instanceof UnreadableValue) || elements.length === 1) throw error
        throw new UnreadableValue(error.message, { position: positionOf(text, element.index) })
      }
    })
    return { values, count: elements.length }
  }
  const readList = (texts: readonly string[]): readonly Value[] => {
    const all = new Set<Value>()
    let left = MAX_LIST_ELEMENTS
    for (const text of texts) {
      const { values, count } = readOne(text, left)
      for (const value of values) all.add(value)
      left -= count
    }
    return [...all]
  }
  const schema = { type: 'array', items: item, minItems: 1, maxItems: MAX_LIST_ELEMENTS }
  const read = (text: string) => readList([text])
  const { isText, isRespelt: isOneRespelt } = decoding
  const isRespelt =
    isOneRespelt && ((list: string) => parseList(list).some(({ text }) => isOneRespelt(text)))
  return define<readonly Value[], Options>(schema, read, options, { isText, readList, isRespelt })
}

/** The decoding of a schema that a function of this file made. Throws for any other schema, which is a bug. */
export function decodingOf(schema: TSchema): Decoding {
  const decoding = (schema as { [DECODING]?: Decoding })[DECODING]
  if (decoding === undefined) throw new TypeError('not a schema of parameter-types.ts')
  return decoding
}

function define<Value, Options extends ParameterOptions<unknown>>(
  schema: TSchema,
  read: (text: string) => Value,
  options: Options,
  { isText = false, ...decodings }: Partial<Decoding> = {},
): Parameter<Value, Options> {
  const { description, examples, default: fallback } = options
  const decoding: Decoding = { ...decodings, read, default: fallback, isText }
  const parameter = Type.Unsafe<Value>({
    ...schema,
    description,
    ...(examples && { examples }),
    // JSON has no bigint. Defaults are small, so a number holds them exactly.
    ...(fallback !== undefined && {
      default: typeof fallback === 'bigint' ? Number(fallback) : fallback,
    }),
    [DECODING]: decoding,
  })
  // The cast: TypeScript cannot prove that the schema is optional exactly when `Parameter` is.
  return (fallback === undefined ? Type.Optional(parameter) : parameter) as Parameter<
    Value,
    Options
  >
}

function expected(expectation: string, got: string, hint?: string): UnreadableValue {
  return new UnreadableValue(`expected ${expectation}, got ${quoteValue(got)}`, { hint })
}
