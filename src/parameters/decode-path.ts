import type { Static, TObject, TProperties } from 'typebox'
import { NotFound } from '../values/errors'
import { decodingOf } from './parameter-types'
import { UnreadableValue } from './unreadable-value'

/**
 * Decodes the parameters of a path; null is one whose percent-encoding is broken. A value that cannot be one names
 * nothing: `NotFound`.
 */
export function decodePath<Properties extends TProperties>(
  schema: TObject<Properties>,
  texts: Readonly<Record<string, string | null | undefined>>,
): Static<TObject<Properties>> {
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
  // The cast: every property was read by the decoding of its own schema.
  return Object.fromEntries(values) as Static<TObject<Properties>>
}
