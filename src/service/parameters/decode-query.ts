import type { Static, TObject, TProperties } from 'typebox'
import { hideKeys } from '../../values/api-key'
import {
  type Issue,
  NotFound,
  ParameterError,
  positionOf,
  quoteValue,
  UnreadableValue,
} from '../../values/errors'
import type { Notice } from '../../values/notice'
import { type Decoding, decodingOf } from './parameter-types'
import { type ParametersByPath, unknownParameter } from './unknown-parameter'

/** A client corrects the listed issues; a longer list would only flood the response and the log. */
export const MAX_ISSUES = 20

const decoded = new WeakMap<object, { readings: readonly Notice[]; properties: TProperties }>()

/** How the values of a decoded query were read that are not its letters: `full-time` as `FULL_TIME`. */
export function readingsOf(values: object): readonly Notice[] {
  return decoded.get(values)?.readings ?? []
}

/** The names of the parameters that the path of a decoded query has. */
export function acceptedNames(values: object): string[] {
  return Object.keys(decoded.get(values)?.properties ?? {})
}

/**
 * Decodes a raw query string, without its '?', into the values of a schema whose properties come
 * from parameter-types.ts. A list may be sent in several parameters, also as `name[]`. Throws one
 * `ParameterError` with all issues, in the order of the query. `routes` are named in hints.
 *
 *     query = pair { "&" pair }
 *     pair  = [ name [ "=" value ] ]
 */
export function decodeQuery<Properties extends TProperties>(
  schema: TObject<Properties>,
  query: string,
  routes: () => ParametersByPath = () => new Map(),
): Static<TObject<Properties>> {
  const { properties } = schema
  const values: Record<string, unknown> = {}
  const readings: Notice[] = []
  const issues: Issue[] = []
  const sent = readPairs(query, properties, routes)
  for (const [name, parameter] of sent) {
    if (issues.length === MAX_ISSUES) throw new ParameterError(issues)
    try {
      values[name] = readSent(parameter)
      if (isRespelt(parameter)) {
        readings.push({ parameter: name, detail: `read as ${values[name]}`, suggestion: null })
      }
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
      issues.push(issueOf(name, error))
    }
  }
  for (const [name, property] of Object.entries(properties)) {
    const { default: fallback } = decodingOf(property)
    if (!sent.has(name) && fallback !== undefined) values[name] = fallback
  }
  if (issues.length > 0) throw new ParameterError(issues)
  decoded.set(values, { readings, properties })
  // The cast: the decoding of each property made its value.
  return values as Static<TObject<Properties>>
}

/** A parameter of the query, or the issue with its name. `rawValues` are still encoded. */
type Sent = { decoding: Decoding; rawValues: string[] } | UnreadableValue

/** The parameters of a query by name, in the order in which they were first sent. */
function readPairs(
  query: string,
  properties: TProperties,
  routes: () => ParametersByPath,
): Map<string, Sent> {
  const sent = new Map<string, Sent>()
  let followsText = false
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const [rawName = '', ...rawValue] = pair.split('=')
    try {
      const name = knownName(percentDecode(rawName), properties)
      const before = sent.get(name)
      if (before instanceof UnreadableValue) continue
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property === undefined) {
        const isBare = rawValue.length === 0
        const pair = { followsText, isBare, routes: routes() }
        const hint = unknownParameter(name, Object.keys(properties), pair)
        sent.set(name, new UnreadableValue(hint))
        continue
      }
      const parameter = before ?? { decoding: decodingOf(property), rawValues: [] }
      parameter.rawValues.push(rawValue.join('='))
      sent.set(name, parameter)
      followsText = parameter.decoding.isText
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
      sent.set(rawName, error)
    }
  }
  return sent
}

/** The name without the `[]` that some clients put behind the name of a list. */
function knownName(name: string, properties: TProperties): string {
  const list = name.endsWith('[]') ? name.slice(0, -2) : name
  const property = Object.hasOwn(properties, list) ? properties[list] : undefined
  return property && decodingOf(property).readList ? list : name
}

function readSent(parameter: Sent): unknown {
  if (parameter instanceof UnreadableValue) throw parameter
  const { decoding, rawValues } = parameter
  if (rawValues.length > 1 && !decoding.readList) {
    throw new UnreadableValue('sent more than once', { hint: decoding.forSeveral })
  }
  const texts = rawValues.map(percentDecode)
  if (texts.includes('')) throw new UnreadableValue('expected a value')
  const [text = ''] = texts
  return decoding.readList ? decoding.readList(texts) : decoding.read(text)
}

function isRespelt(sent: Sent): boolean {
  if (sent instanceof UnreadableValue) return false
  const { decoding, rawValues } = sent
  return rawValues.some((text) => decoding.isRespelt?.(percentDecode(text)))
}

/**
 * Decodes the parameters of a path; all are required. A text is null if its percent-encoding is invalid. Throws
 * `NotFound` for a text that is not a value of its parameter.
 */
export function decodePath<Properties extends TProperties>(
  schema: TObject<Properties>,
  texts: Readonly<Record<string, string | null | undefined>>,
): Required<Static<TObject<Properties>>> {
  const values = Object.entries(schema.properties).map(([name, property]) => {
    try {
      const text = texts[name]
      if (typeof text !== 'string') throw new UnreadableValue('expected valid percent-encoding')
      return [name, decodingOf(property).read(text)]
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
      throw new NotFound(`${name}: ${error.message}`)
    }
  })
  // The cast: the decoding of each property made its value.
  return Object.fromEntries(values) as Required<Static<TObject<Properties>>>
}

/** The issue shows the name shortened and without API keys: a client may send any text as a name. */
function issueOf(name: string, { message, position }: UnreadableValue): Issue {
  const characters = Array.from(hideKeys(name.trim().toWellFormed()))
  const parameter =
    characters.length > 60 ? `${characters.slice(0, 60).join('')}...` : characters.join('')
  return { parameter, detail: message, position }
}

/** Decodes a name or a value of a query string; '+' is a space. Throws `UnreadableValue`. */
function percentDecode(raw: string): string {
  let text = raw.replaceAll('+', ' ')
  const stray = /%(?![0-9a-f]{2})/i.exec(text)
  if (stray !== null) {
    const got = quoteValue(Array.from(text.slice(stray.index)).slice(0, 3).join(''))
    const hint = "write '%' as %25"
    throw new UnreadableValue(`expected two hexadecimal digits after '%', got ${got}`, { hint })
  }
  try {
    text = decodeURIComponent(text)
  } catch {
    throw new UnreadableValue('holds bytes that are not UTF-8')
  }
  if (!text.isWellFormed()) throw new UnreadableValue('holds bytes that are not UTF-8')
  const nul = text.indexOf('\0')
  if (nul === -1) return text
  throw new UnreadableValue('holds a NUL character', { position: positionOf(text, nul) })
}
