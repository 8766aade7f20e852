import type { KnownPosting } from '../board/board-state'
import type { ListEntry, PostingList, System } from '../system'

/**
 * For systems whose ids change with their postings: the list with the ids under which its postings are known. A known posting
 * keeps its id while another one with the same stable part is listed, and after that one leaves. A new posting whose stable part
 * is not shared has the stable part as its id.
 */
export function withKnownIds(
  list: PostingList,
  known: readonly KnownPosting[],
  { stableId }: System,
): PostingList {
  if (stableId === undefined) return list
  const knownOf = Map.groupBy(known, ({ externalId }) => stableId(externalId))
  const listed = Map.groupBy(list.postings, ({ external_id }) => stableId(external_id))
  return {
    ...list,
    postings: [...listed].flatMap(([id, entries]) => named(entries, knownOf.get(id) ?? [], id)),
    // An entry that cannot be read may be any of the known postings.
    unreadable: (list.unreadable ?? []).flatMap((entry) => {
      const ids = knownOf.get(stableId(entry.external_id ?? '')) ?? []
      if (entry.external_id === undefined || ids.length === 0) return [entry]
      return ids.map(({ externalId }) => ({ ...entry, external_id: externalId }))
    }),
  }
}

/** Matches entries that share a stable part: by id, else by content, else by elimination. */
function named(
  entries: readonly ListEntry[],
  known: readonly KnownPosting[],
  stableId: string,
): ListEntry[] {
  const ids = new Map<ListEntry, string>()
  const free = new Set(known)
  const match = (isOf: (entry: ListEntry, posting: KnownPosting) => boolean): void => {
    for (const entry of entries) {
      const posting = ids.has(entry) ? undefined : free.values().find((one) => isOf(entry, one))
      if (posting === undefined) continue
      free.delete(posting)
      ids.set(entry, posting.externalId)
    }
  }
  match((entry, { externalId }) => externalId === entry.external_id)
  match((entry, { fingerprint }) => fingerprint.endsWith(`:${entry.fingerprint}`))
  match(() => true)
  const isNew = entries.length === 1 && known.length === 0
  return entries.map((entry) => ({
    ...entry,
    external_id: ids.get(entry) ?? (isNew ? stableId : entry.external_id),
  }))
}
