import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { ParameterError } from '../../values/errors'
import { decodeQuery } from '../parameters/decode-query'

/**
 * The arguments of a call as values of its parameters, by the decoder of the query strings. Assistants fill arguments that
 * they do not need with null, `''` or `[]`: these count as absent. Throws `ParameterError`.
 */
export function readArguments<Properties extends TProperties>(
  { parameters, required }: { parameters: Properties; required: readonly string[] },
  args: Readonly<Record<string, unknown>>,
): Static<TObject<Properties>> {
  const pairs = Object.entries(args).flatMap(([name, value]) =>
    textsOf(name, value).map((text) => `${encode(name)}=${encode(text)}`),
  )
  const values = decodeQuery(Type.Object(parameters), pairs.join('&'))
  const missing = required.filter((name) => !Object.hasOwn(values, name))
  if (missing.length === 0) return values
  throw new ParameterError(
    missing.map((parameter) => ({ parameter, detail: 'expected a value, got none' })),
  )
}

/** The texts of an argument as a query string has them; several for a list. */
function textsOf(name: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.map((element) => quote(scalar(name, element)))
  return [scalar(name, value)]
}

function scalar(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return String(value)
  const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : 'an object'
  throw new ParameterError([
    { parameter: name, detail: `expected a text, a number, true or false, got ${kind}` },
  ])
}

/** An element of a list, in double quotes if it has a comma or quotes; a client may have quoted it. */
function quote(element: string): string {
  if (/^".+"$/.test(element)) return element
  return /[",]/.test(element) ? `"${element.replaceAll('"', '""')}"` : element
}

/** Percent-encoded; a surrogate without its other half becomes U+FFFD. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
