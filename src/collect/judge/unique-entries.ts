import { quoteValue } from '../../values/errors'
import { storableText } from '../../values/storable-text'
import type { ListEntry, PostingList } from '../system'

/** A key of an index of PostgreSQL has at most 2,704 bytes. */
const MAX_ID_BYTES = 2000

export function isStorable(id: string): boolean {
  return id.trim() !== '' && Buffer.byteLength(id) <= MAX_ID_BYTES && storableText(id) === id
}

/**
 * The first entry of an id counts; one whose id cannot be stored is unreadable. A list that repeats an entry may lack another one,
 * whatever its length and its total are.
 */
export function unique(list: PostingList): PostingList {
  const byId = new Map<string, ListEntry>()
  const unreadable = [...(list.unreadable ?? [])]
  let { incompleteReason } = list
  for (const entry of list.postings) {
    const id = entry.external_id
    if (!isStorable(id)) {
      unreadable.push({ reason: `the id is ${quoteValue(id)}` })
    } else if (byId.has(id))
      incompleteReason ??= `the list repeats postings, such as ${quoteValue(id)}`
    else byId.set(id, entry)
  }
  return { ...list, postings: [...byId.values()], unreadable, incompleteReason }
}
