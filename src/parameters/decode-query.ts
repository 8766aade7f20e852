import type { Static, TObject, TProperties } from 'typebox'
import { type Issue, ParameterError } from '../values/errors'
import { hideKeys } from '../values/key-hash'
import { type Decoding, decodingOf } from './parameter-types'
import { percentDecode } from './percent-decoding'
import { unknownParameter } from './unknown-parameter'
import { UnreadableValue } from './unreadable-value'

/** A client mends what it is told; a longer list would only help to flood the log and the line. */
export const MAX_COMPLAINTS = 20

/**
 * Decodes the raw query string, without its '?', into the values of a schema whose properties come from
 * parameter-types.ts. Throws one `ParameterError` with every issue, in the order of the query string.
 */
export function decodeQuery<Properties extends TProperties>(
  schema: TObject<Properties>,
  query: string,
): Static<TObject<Properties>> {
  const decoder = new QueryDecoder(schema)
  for (const pair of query.split('&')) {
    // Empty pairs, as of a trailing '&', carry nothing that could be lost.
    if (pair !== '') decoder.readPair(pair)
    if (decoder.issues.length === MAX_COMPLAINTS) break
  }
  return decoder.finish()
}

class QueryDecoder<Properties extends TProperties> {
  readonly issues: Issue[] = []
  private readonly values: Record<string, unknown> = {}
  private readonly sent = new Set<string>()
  private readonly repeated = new Set<string>()
  private followsText = false

  constructor(private readonly schema: TObject<Properties>) {}

  /** pair = name [ "=" value ] */
  readPair(pair: string): void {
    const equals = pair.indexOf('=')
    const name = this.readName(equals === -1 ? pair : pair.slice(0, equals))
    if (name === undefined) return
    const decoding = this.decodingOf(name)
    if (decoding === undefined) this.complainUnknown(name, equals === -1)
    else if (this.sent.has(name)) this.complainRepeated(name)
    else this.readValue(name, decoding, equals === -1 ? '' : pair.slice(equals + 1))
    if (decoding !== undefined) this.followsText = decoding.isText
  }

  /** The values with their defaults, or every issue thrown at once. */
  finish(): Static<TObject<Properties>> {
    for (const name of Object.keys(this.schema.properties)) {
      const decoding = this.sent.has(name) ? undefined : this.decodingOf(name)
      if (decoding === undefined) continue
      if (decoding.default !== undefined) this.values[name] = decoding.default
      else if (decoding.isRequired) this.complain(name, 'expected a value; it is required')
    }
    if (this.issues.length > 0) throw new ParameterError(this.issues)
    // The cast: what was read follows the schema, one property at a time.
    return this.values as Static<TObject<Properties>>
  }

  private readName(raw: string): string | undefined {
    try {
      return percentDecode(raw)
    } catch (error) {
      this.complainOf(raw, error)
      return undefined
    }
  }

  private readValue(name: string, decoding: Decoding, raw: string): void {
    this.sent.add(name)
    try {
      const value = percentDecode(raw)
      if (value === '') throw new UnreadableValue('expected a value')
      this.values[name] = decoding.read(value)
    } catch (error) {
      this.complainOf(name, error)
    }
  }

  private decodingOf(name: string): Decoding | undefined {
    const { properties } = this.schema
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return property === undefined ? undefined : decodingOf(property)
  }

  private complainUnknown(name: string, isBare: boolean): void {
    const known = Object.keys(this.schema.properties)
    this.complain(name, unknownParameter(name, known, { followsText: this.followsText, isBare }))
  }

  private complainRepeated(name: string): void {
    if (!this.repeated.has(name)) this.complain(name, 'sent more than once')
    this.repeated.add(name)
  }

  private complainOf(name: string, error: unknown): void {
    if (!(error instanceof UnreadableValue)) throw error
    this.complain(name, error.message, error.position)
  }

  private complain(name: string, detail: string, position?: number): void {
    const parameter = shortName(name)
    this.issues.push({ parameter, detail, ...(position === undefined ? {} : { position }) })
  }
}

/** Names are echoed, and a client may send any text as a name, its key too. */
function shortName(name: string): string {
  const characters = Array.from(hideKeys(name.trim().toWellFormed()))
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}...` : characters.join('')
}
