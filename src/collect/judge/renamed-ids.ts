import type { KnownPosting } from '../board/board-state'
import type { CollectedPosting, ListEntry, PostingList } from '../system'
import { hashOf } from './judge-list'

/** A key of the content, equal under two ids of one posting; undefined without a description, which could be another posting. */
export function contentKey(posting: CollectedPosting): string | undefined {
  const { title, places, description_text, description_html } = posting
  const description = description_text ?? description_html
  return description ? hashOf([JSON.stringify([title, places, description])]) : undefined
}

/** The id under which the last list had a posting, if it differs from the known id. */
export function renamedTo({ waitingFingerprint, reference }: KnownPosting): string | undefined {
  return waitingFingerprint === null ? (reference ?? undefined) : undefined
}

/**
 * The list with known ids in place of new ids of the same postings: a known posting that the list omits, and a new one with the
 * same title, places and description, are one posting. When it leaves, the list has nothing equal, and it expires like any other.
 * A list with mostly new ids is returned unchanged, and is quarantined.
 */
export function withRenamedIds(list: PostingList, known: readonly KnownPosting[]): PostingList {
  if (list.incompleteReason !== undefined) return list
  const listed = new Set(list.postings.map(({ external_id }) => external_id))
  const ids = new Set(known.map(({ externalId }) => externalId))
  const absent = known.filter(({ externalId }) => !listed.has(externalId))
  const byName = new Map(absent.map((posting) => [renamedTo(posting), posting.externalId]))
  byName.delete(undefined)
  const named = new Set([...byName].flatMap(([id, old]) => (listed.has(id ?? '') ? [old] : [])))
  const free = Map.groupBy(
    absent.filter(({ externalId }) => !named.has(externalId)),
    ({ contentHash }) => contentHash?.split('.')[1],
  )
  let renamed = 0
  const postings = list.postings.map((entry) => {
    const { external_id, posting } = entry
    if (posting === undefined || ids.has(external_id)) return entry
    const old = byName.get(external_id)
    if (old !== undefined) return under(old, entry, posting)
    const key = contentKey(posting)
    const same = key === undefined ? undefined : free.get(key)?.shift()
    if (same === undefined) return entry
    renamed += 1
    return under(same.externalId, entry, posting)
  })
  return renamed * 2 > known.length ? list : { ...list, postings }
}

function under(id: string, entry: ListEntry, posting: CollectedPosting): ListEntry {
  const named = { ...posting, external_id: id }
  return { ...entry, external_id: id, reference: entry.external_id, posting: named }
}
