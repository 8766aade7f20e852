import { DAY_MS } from '../../values/instant'
import type { KnownPosting } from '../board/board-state'
import type { ListEntry, PostingList } from '../system'
import { isInCatalogue, newPage } from './page-state'

/** A page that the sitemaps omit for this long, and that has no posting in the catalogue, is forgotten. */
const FORGET_MS = 7 * DAY_MS

/** If `lastmod` changes on more than this share of the pages, it is ignored: some sites write the time of the request. */
const BELIEVED_SHARE = 0.5

export interface PageChanges {
  rows: KnownPosting[]
  forgotten: KnownPosting[]
}

/**
 * What new sitemaps change in the known pages. Those that are named for the first time, whose `lastmod` changed, or that a
 * complete list lacks for the first time become due. Absence removes nothing from the catalogue: only the page itself does.
 */
export function compareSitemaps(
  known: ReadonlyMap<string, KnownPosting>,
  { postings, incompleteReason }: PostingList,
  prefix: string,
  now: Date,
): PageChanges {
  const rows: KnownPosting[] = []
  const forgotten: KnownPosting[] = []
  // Pages of one `lastmod` share one text: a site may have 500,000.
  const fingerprints = new Map<string, string>()
  const fingerprintOf = ({ fingerprint: lastmod }: ListEntry): string => {
    const fingerprint = fingerprints.get(lastmod) ?? prefix + lastmod
    fingerprints.set(lastmod, fingerprint)
    return fingerprint
  }
  const listed = new Set(postings.map((page) => page.external_id))
  const isModifiedPage = (page: ListEntry) =>
    isModified(known.get(page.external_id), fingerprintOf(page))
  const modified = known.size === 0 ? [] : postings.filter(isModifiedPage)
  const isHint = modified.length <= known.size * BELIEVED_SHARE
  const due = new Set(isHint ? modified : [])
  for (const page of postings) {
    const { external_id: id } = page
    const row = known.get(id)
    const fingerprint = fingerprintOf(page)
    const isChanged = isModified(row, fingerprint)
    if (row === undefined) rows.push(newPage(id, fingerprint, now))
    else if (isChanged || row.unlistedSince !== null) {
      const change = { ...(isChanged && { fingerprint }), ...(due.has(page) && { dueAt: now }) }
      rows.push({ ...row, ...change, unlistedSince: null })
    }
  }
  for (const [id, row] of incompleteReason === undefined ? known : []) {
    if (listed.has(id)) continue
    const since = row.unlistedSince
    if (since === null) {
      rows.push({ ...row, unlistedSince: now, ...(isInCatalogue(row) && { dueAt: now }) })
    } else if (!isInCatalogue(row) && now.getTime() - since.getTime() >= FORGET_MS) {
      forgotten.push(row)
    }
  }
  return { rows, forgotten }

  function isModified(row: KnownPosting | undefined, fingerprint: string): boolean {
    return row !== undefined && isCurrent(row, prefix) && row.fingerprint !== fingerprint
  }
}

/** Whether the row was read with the present settings; others are due anyway, and keep what says so. */
function isCurrent({ fingerprint }: KnownPosting, prefix: string): boolean {
  return fingerprint.startsWith(prefix)
}
