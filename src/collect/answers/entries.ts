import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { nullable } from '../../catalogue/import/posting'
import { schemaIssue } from '../../values/schema-issue'
import type { Board, CollectedPosting, ListEntry } from '../system'
import { distinct, fingerprint, unordered } from './fingerprint'
import { countAt, memberAt, textAt } from './members'
import { completed, type Draft } from './posting'
import { isTestPosting } from './test-posting'
import { UnexpectedAnswer } from './unexpected-answer'
import { parseJson, Unreadable, withinLimit } from './within-limit'

export const maybeText = nullable(Type.String())

/** Members of these names that are texts, null or absent. */
export function texts<Name extends string>(...names: readonly Name[]) {
  return membersOf(names, maybeText)
}

export function membersOf<Name extends string, Schema>(names: readonly Name[], schema: Schema) {
  const members = names.map((name) => [name, schema])
  return Object.fromEntries(members) as Record<Name, Schema>
}

/** A title with a letter or a digit. */
export const title = Type.String({ pattern: '[\\p{L}\\p{N}]', maxLength: 1000 })

export interface Entries {
  postings: ListEntry[]
  unreadable: SplitEntries<unknown>['unreadable']
}

/** The JSON of an answer. A text that is not JSON, such as a maintenance page, is an error. */
export function parseAnswer(text: string): unknown {
  try {
    return withinLimit(() => parseJson(text))
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new UnexpectedAnswer('answered with something else than JSON')
  }
}

/** The array at a path of an answer, such as `data.jobs`; without a path the answer itself. An answer without it is an error. */
export function listIn(answer: unknown, path?: string): readonly unknown[] {
  const list = path === undefined ? answer : memberAt(answer, ...path.split('.'))
  if (Array.isArray(list)) return list
  throw new UnexpectedAnswer(`answered without a list${path === undefined ? '' : ` of ${path}`}`)
}

/** The count at a path of an answer. An answer without it is an error. */
export function countIn(answer: unknown, path: string): number {
  const count = countAt(answer, ...path.split('.'))
  if (count === undefined) throw new UnexpectedAnswer(`answered without ${path}`)
  return count
}

export interface SplitEntries<Entry> {
  entries: Entry[]
  /** Entries that do not fit the schema, named by their id if they have one. */
  unreadable: { external_id?: string; reason: string }[]
}

/**
 * A check of the rows of a list. `id` is the member that identifies a row; with the member of its title, rows that only test the
 * system are left out.
 */
export function entrySplitter<Schema extends TSchema>(
  schema: Schema,
  id: string,
  title?: string,
): (rows: readonly unknown[]) => SplitEntries<Static<Schema>> {
  const validator = Compile(schema)
  return (rows) => {
    const split: SplitEntries<Static<Schema>> = { entries: [], unreadable: [] }
    for (const row of rows) {
      const external_id = textAt(row, id)
      const isSound = validator.Check(row)
      if (isSound && external_id !== undefined) {
        const isTest = title !== undefined && isTestPosting(textAt(row, title) ?? '')
        if (!isTest) split.entries.push(row)
        continue
      }
      const named = external_id === undefined ? {} : { external_id }
      const reason = isSound
        ? `${id}: expected a text or an exact number`
        : schemaIssue(validator, row)
      split.unreadable.push({ ...named, reason })
    }
    return split
  }
}

/**
 * A reader of the entries of a list. `read` gives undefined for an entry that is not a public posting. An entry that does not
 * fit the schema is unreadable. Both are named by their member `id`.
 */
export function entryReader<Schema extends TSchema, Context = Board>(
  schema: Schema,
  id: string,
  read: (entry: Static<Schema>, context: Context) => EntryDraft | undefined,
): (rows: readonly unknown[], context: Context) => Entries {
  const split = entrySplitter(schema, id)
  return (rows, context) => {
    const { entries, unreadable } = split(rows)
    const postings = entries.flatMap((entry) => {
      const draft = read(entry, context)
      const external_id = String(memberAt(entry, id))
      return draft === undefined ? [] : completed({ external_id, ...draft })
    })
    return { postings: listEntries(postings), unreadable }
  }
}

/** The id of the entry, unless the reader gives another. */
type EntryDraft = Omit<Draft, 'external_id'> & Partial<Pick<Draft, 'external_id'>>

interface RowContent {
  /** What changes when the content of the row does. Undefined: the whole row. */
  content: unknown
  /** What the detail needs of the row. */
  stored?: unknown
}

/**
 * A reader of the rows of a list whose content is elsewhere. Rows that only test the system are left out; one that does not
 * fit the schema is unreadable. `id` and `title` are the members that have these.
 */
export function rowReader<Schema extends TSchema>(
  schema: Schema,
  members: { id: string; title: string },
  read: (row: Static<Schema>) => RowContent,
): (rows: readonly unknown[]) => Entries {
  const split = entrySplitter(schema, members.id, members.title)
  return (rows) => {
    const { entries, unreadable } = split(rows)
    const postings = entries.flatMap((row): ListEntry[] => {
      const id = textAt(row, members.id)
      if (id === undefined) return []
      const { content, stored } = read(row)
      const reference = stored === undefined ? {} : { reference: JSON.stringify(stored) }
      return [{ external_id: id, fingerprint: fingerprint(content), ...reference }]
    })
    return { postings, unreadable }
  }
}

/**
 * The entries of a list that has the whole content of its postings, without test postings. A posting that has an entry for each
 * of its places becomes one entry with all of them. A posting that is listed twice stays twice: the list is in doubt.
 */
export function listEntries(postings: readonly CollectedPosting[]): ListEntry[] {
  const real = postings.filter(({ title }) => !isTestPosting(title))
  return [...Map.groupBy(real, ({ external_id }) => external_id).values()].flatMap((ofId) => {
    const whole = toEntry(ofId.reduce(merged))
    if (ofId.length === 1) return [whole]
    const versions = new Set(ofId.map((posting) => fingerprint(posting)))
    return versions.size === ofId.length ? [whole] : [whole, whole]
  })
}

function merged(first: CollectedPosting, other: CollectedPosting): CollectedPosting {
  return { ...first, places: distinct([...first.places, ...other.places]) }
}

function toEntry(posting: CollectedPosting): ListEntry {
  return { external_id: posting.external_id, fingerprint: contentFingerprint(posting), posting }
}

/** The fingerprint of a posting in a list. */
export function contentFingerprint(posting: Partial<CollectedPosting>): string {
  const { source_fields, ...content } = posting
  // The order of departments and offices may change from answer to answer.
  const fields = Object.entries(source_fields?.fields ?? {}).map(([name, { value }]) => [
    name,
    Array.isArray(value) ? unordered(value) : value,
  ])
  return fingerprint({ content, fields: Object.fromEntries(fields) })
}

/** The employer that all postings name; undefined when they differ, as on boards of several brands. */
export function commonOrganization(postings: readonly ListEntry[]): string | undefined {
  const [organization, other] = new Set(postings.map(({ posting }) => posting?.organization ?? ''))
  return other === undefined ? organization || undefined : undefined
}
