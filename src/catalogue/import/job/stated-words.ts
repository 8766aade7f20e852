import {
  STATED_FIELDS,
  type StatedField,
  type StatedFields,
} from '../../../text/stated/stated-fields'
import type { Posting } from '../posting'

type SourceFields = NonNullable<Posting['source_fields']>

const VERSION = 1

const nameOf = (field: StatedField) => `stated_${field}`

/** The source fields with the words of stated members, `stated_salary` for `salary`. */
export function withWords(
  sourceFields: Posting['source_fields'],
  stated: StatedFields,
): SourceFields | null {
  const { version = VERSION, fields = {} } = sourceFields ?? {}
  const all = { ...fields }
  for (const field of STATED_FIELDS) {
    const { words, path } = stated[field] ?? {}
    if (words !== undefined) all[nameOf(field)] = { value: words, source_path: path }
  }
  return Object.keys(all).length > 0 ? { version, fields: all } : (sourceFields ?? null)
}

/** The source fields without the words of stated members; null without another one. */
export function withoutWords(sourceFields: SourceFields | null): SourceFields | null {
  if (sourceFields === null) return null
  const names = new Set(STATED_FIELDS.map(nameOf))
  const fields = Object.entries(sourceFields.fields).filter(([name]) => !names.has(name))
  return fields.length === 0 ? null : { ...sourceFields, fields: Object.fromEntries(fields) }
}

/** The words of stated members, by field; empty when `json`, the source fields of a job, has none. */
export function storedWords(json: string): ReadonlyMap<string, unknown> {
  if (!json.includes('"stated_')) return new Map()
  const stored: SourceFields | null = JSON.parse(json)
  return new Map(
    STATED_FIELDS.flatMap((field): [string, unknown][] => {
      const entry = stored?.fields[nameOf(field)]
      return entry === undefined ? [] : [[field, entry.value]]
    }),
  )
}
