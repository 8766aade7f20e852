import type { Static, TObject, TProperties } from 'typebox'
import { hideKeys } from '../values/api-key'
import {
  type Issue,
  NotFound,
  ParameterError,
  positionOf,
  quoteValue,
  UnreadableValue,
} from '../values/errors'
import { type Decoding, decodingOf } from './parameter-types'
import { unknownParameter } from './unknown-parameter'

/** A client corrects what it is told; a longer list would only flood the response and the log. */
export const MAX_ISSUES = 20

/**
 * Decodes a raw query string, without its '?', into the values of a schema whose properties come
 * from parameter-types.ts. Throws one `ParameterError` with all issues, in the order of the query.
 *
 *     query = pair { "&" pair }
 *     pair  = [ name [ "=" value ] ]
 */
export function decodeQuery<Properties extends TProperties>(
  schema: TObject<Properties>,
  query: string,
): Static<TObject<Properties>> {
  const { properties } = schema
  const values: Record<string, unknown> = {}
  const issues: Issue[] = []
  /** How often each known parameter was sent. */
  const sent = new Map<string, number>()
  let followsText = false
  for (const pair of query.split('&')) {
    if (pair === '') continue
    if (issues.length === MAX_ISSUES) throw new ParameterError(issues)
    const [rawName = '', ...rawValue] = pair.split('=')
    let name = rawName
    try {
      name = percentDecode(rawName)
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property === undefined) {
        const isBare = rawValue.length === 0
        const known = Object.keys(properties)
        throw new UnreadableValue(unknownParameter(name, known, { followsText, isBare }))
      }
      const decoding = decodingOf(property)
      followsText = decoding.isText
      const times = (sent.get(name) ?? 0) + 1
      sent.set(name, times)
      if (times === 2) throw sentTwice(name, decoding, query)
      if (times > 2) continue
      const text = percentDecode(rawValue.join('='))
      if (text === '') throw new UnreadableValue('expected a value')
      values[name] = decoding.read(text)
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
  // The cast: the decoding of each property made its value.
  return values as Static<TObject<Properties>>
}

/** The error about a repeated parameter. For a list it shows the one list, if that is short and valid. */
function sentTwice(name: string, decoding: Decoding, query: string): UnreadableValue {
  if (!decoding.isList) return new UnreadableValue('sent more than once')
  const hint = 'send one comma-separated list'
  try {
    const pairs = query.split('&').map((pair) => pair.split('='))
    const texts = pairs
      .filter(([rawName = '']) => rawName === name)
      .map(([, ...rawValue]) => percentDecode(rawValue.join('=')))
    const list = `${name}=${[...new Set(texts)].join(',')}`
    decoding.read(list.slice(name.length + 1))
    // A value that a message would cut or mask is left out.
    const isShown = quoteValue(list) === `'${list}'`
    return new UnreadableValue('sent more than once', { hint: isShown ? `${hint}: ${list}` : hint })
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error
    return new UnreadableValue('sent more than once', { hint })
  }
}

/**
 * Decodes the parameters of a path, all of which are required. A text is null if its percent-encoding is invalid. Throws
 * `NotFound` for a text that is no value of its parameter.
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
