import Type, { type Static, type TSchema } from 'typebox'
import { distinct, fingerprint, unordered } from './fingerprint'
import { memberAt } from './members'
import { entrySplitter, type SplitEntries } from './split-entries'
import type { Board, CollectedPosting, ListedPosting } from './system'
import { isTestPosting } from './test-posting'

/** Optional or null. */
export const maybe = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

export const maybeText = maybe(Type.String())

export const identifier = Type.Union([Type.String({ minLength: 1 }), Type.Integer()])

/** A title with a letter or a digit. */
export const title = Type.String({ pattern: '[\\p{L}\\p{N}]', maxLength: 1000 })

export interface Entries {
  postings: ListedPosting[]
  unreadable: SplitEntries<unknown>['unreadable']
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
  const list = memberAt(answer, name)
  if (!Array.isArray(list)) throw new Error(`${system} answered without a list of ${name}`)
  return list
}

/**
 * A reader of the entries of a list. `read` gives undefined for an entry that is no public posting. An entry that does not
 * fit the schema is unreadable, named by its member `id`. Of several entries with one id the first counts; all their places
 * are kept.
 */
export function entryReader<Schema extends TSchema>(
  schema: Schema,
  id: string,
  read: (entry: Static<Schema>, board: Board) => CollectedPosting | undefined,
): (rows: readonly unknown[], board: Board) => Entries {
  const split = entrySplitter(schema, id)
  return (rows, board) => {
    const { entries, unreadable } = split(rows)
    const postings = new Map<string, CollectedPosting>()
    for (const entry of entries) {
      const posting = read(entry, board)
      if (posting === undefined || isTestPosting(posting.title)) continue
      const first = postings.get(posting.external_id)
      postings.set(posting.external_id, first === undefined ? posting : merged(first, posting))
    }
    return { postings: [...postings.values()].map(listed), unreadable }
  }
}

function merged(first: CollectedPosting, other: CollectedPosting): CollectedPosting {
  return { ...first, places: distinct([...first.places, ...other.places]) }
}

function listed(posting: CollectedPosting): ListedPosting {
  const { source_fields, ...content } = posting
  // The order of departments and offices may change from answer to answer.
  const fields = Object.entries(source_fields?.fields ?? {}).map(([name, { value }]) => [
    name,
    Array.isArray(value) ? unordered(value) : value,
  ])
  return {
    external_id: posting.external_id,
    fingerprint: fingerprint({ content, fields: Object.fromEntries(fields) }),
    posting,
  }
}

/** The employer that all postings name; undefined when they differ, as on boards of several brands. */
export function commonOrganization(postings: readonly ListedPosting[]): { organization?: string } {
  const [organization, other] = new Set(postings.map(({ posting }) => posting?.organization ?? ''))
  return organization && other === undefined ? { organization } : {}
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
