import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { schemaIssue } from '../import/schema-issue'
import { fingerprint } from './fingerprint'
import { textAt } from './members'
import type { CollectedPosting, ListedPosting } from './system'

export interface SplitEntries<Entry> {
  entries: Entry[]
  /** Entries that do not fit the schema, named by their id if they have one. */
  unreadable: { external_id?: string; reason: string }[]
}

/** A check of the rows of a list. `id` is the member that identifies a row. */
export function entrySplitter<Schema extends TSchema>(
  schema: Schema,
  id: string,
): (rows: readonly unknown[]) => SplitEntries<Static<Schema>> {
  const validator = Compile(schema)
  return (rows) => {
    const split: SplitEntries<Static<Schema>> = { entries: [], unreadable: [] }
    for (const row of rows) {
      if (validator.Check(row)) {
        split.entries.push(row)
        continue
      }
      const external_id = textAt(row, id)
      const named = external_id === undefined ? {} : { external_id }
      split.unreadable.push({ ...named, reason: schemaIssue(validator, schema, row) })
    }
    return split
  }
}

/** Postings of a list that has their whole content. The first of several with one id counts. */
export function listedPostings(postings: readonly CollectedPosting[]): ListedPosting[] {
  const byId = new Map(postings.toReversed().map((posting) => [posting.external_id, posting]))
  return [...byId.values()].reverse().map((posting) => ({
    external_id: posting.external_id,
    fingerprint: fingerprint(posting),
    posting,
  }))
}
