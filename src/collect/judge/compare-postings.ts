import type { KnownPosting } from '../board/board-state'
import type { PostingChange } from '../board/collected'
import { excludePreferred, type Preference } from './exclude-preferred'
import type { Absences } from './judge-list'

const NO_ABSENCES: Absences = { removed: [], unlisted: [], back: [] }

/**
 * The postings of a board that a collection changes: the postings that it read, known postings whose absence begins or ends,
 * and postings that the preferred board now has.
 */
export function comparePostings(
  known: readonly KnownPosting[],
  read: readonly PostingChange[],
  context: Preference & { now: () => Date },
  { removed, unlisted, back }: Absences = NO_ABSENCES,
): PostingChange[] {
  const before = new Map(known.map((posting) => [idOf(posting), posting]))
  const compare = (change: PostingChange): PostingChange =>
    excludePreferred(change, before.get(idOf(change.posting)), context)
  const now = context.now()
  const begun = unlisted.filter(({ unlistedSince }) => unlistedSince === null)
  const marked = new Map<string, KnownPosting>()
  for (const posting of begun) marked.set(idOf(posting), { ...posting, unlistedSince: now })
  for (const posting of back) marked.set(idOf(posting), { ...posting, unlistedSince: null })
  const isDone = new Set([...read.map(({ posting }) => posting), ...removed].map(idOf))
  const others = known.flatMap((posting) => {
    if (isDone.has(idOf(posting))) return []
    const change = compare({ posting: marked.get(idOf(posting)) ?? posting })
    return change.posting === posting ? [] : [change]
  })
  return [...read.map(compare), ...others]
}

function idOf({ externalId }: KnownPosting): string {
  return externalId
}
