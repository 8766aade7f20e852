import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { schemaIssue } from '../import/schema-issue'
import { fingerprint } from './fingerprint'
import type { CollectedPosting, ListedPosting } from './system'

type Unreadable = { external_id?: string; reason: string }

export interface Entries {
  postings: ListedPosting[]
  unreadable: Unreadable[]
}

/** The JSON of an answer. A text that is not JSON, such as a maintenance page, is an error. */
export function parseAnswer(text: string, system: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${system} answered with something else than JSON`)
  }
}

/** The array `name` of an answer. An answer without it is an error. */
export function listIn(answer: unknown, name: string, system: string): readonly unknown[] {
  const list = memberOf(answer, name)
  if (!Array.isArray(list)) throw new Error(`${system} answered without a list of ${name}`)
  return list
}

/**
 * A reader of the entries of a list. `read` gives undefined for an entry that is no public posting. An entry that does not
 * fit the schema is unreadable, named by its member `id`. The first of several entries with one id counts.
 */
export function entryReader<Schema extends TSchema>(
  schema: Schema,
  id: string,
  read: (entry: Static<Schema>) => CollectedPosting | undefined,
): (entries: readonly unknown[]) => Entries {
  const validator = Compile(schema)
  return (entries) => {
    const postings = new Map<string, ListedPosting>()
    const unreadable: Unreadable[] = []
    for (const entry of entries) {
      if (!validator.Check(entry)) {
        unreadable.push({ ...named(entry, id), reason: schemaIssue(validator, schema, entry) })
        continue
      }
      const posting = read(entry)
      if (posting === undefined || postings.has(posting.external_id)) continue
      const { external_id } = posting
      postings.set(external_id, { external_id, fingerprint: fingerprint(posting), posting })
    }
    return { postings: [...postings.values()], unreadable }
  }
}

function named(entry: unknown, id: string): { external_id?: string } {
  const value = memberOf(entry, id)
  return typeof value === 'string' || typeof value === 'number' ? { external_id: `${value}` } : {}
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return isObject ? Reflect.get(value, name) : undefined
}

/** A text without spaces around it; undefined for an empty text and for other values. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

/** A web address, else undefined. */
export function webAddress(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined
}
