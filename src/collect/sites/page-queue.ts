import type { KnownPosting } from '../board/board-state'
import { isJobLike } from './page-address'
import { isInCatalogue, isUnread } from './page-state'

/**
 * The pages that are due, the longest due first: the time has come, or they were read with other settings. Postings of
 * the catalogue and other pages take turns, so that neither wait for the others; among the others new pages whose address
 * looks like a job are first.
 */
export function duePages(rows: Iterable<KnownPosting>, prefix: string, now: Date): string[] {
  const due = [...rows].filter((row) => isDue(row, prefix, now))
  due.sort((a, b) => (a.dueAt?.getTime() ?? 0) - (b.dueAt?.getTime() ?? 0))
  const known = due.filter(isInCatalogue)
  const others = due.filter((row) => !isInCatalogue(row))
  const { first = [], later = [] } = Object.groupBy(others, (row) =>
    isUnread(row) && isJobLike(row.externalId) ? 'first' : 'later',
  )
  const fresh = [...first, ...later]
  const length = Math.max(known.length, fresh.length)
  return Array.from({ length }, (_, index) => [known[index], fresh[index]])
    .flat()
    .flatMap((row) => row?.externalId ?? [])
}

function isDue({ dueAt, fingerprint }: KnownPosting, prefix: string, now: Date): boolean {
  if (dueAt === null || dueAt <= now) return true
  // An empty one is of a line whose import was not confirmed.
  return fingerprint !== '' && !fingerprint.startsWith(prefix)
}
