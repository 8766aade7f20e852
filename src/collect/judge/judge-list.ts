import { HOUR_MS } from '../../values/instant'
import { type BoardRow, boardTitle, type KnownPosting } from '../board/board-state'
import { CONFIRMATION_MS, type Quarantine } from '../board/quarantine'
import type { PostingList } from '../system'

/** A list that omits at least this many known postings, and more than half of them, is not believed at once. */
const MIN_DROP = 5

/** Equal answers, and the time from the first to the last, after which a quarantined list is believed. */
const EQUAL_ANSWERS = 3
const QUARANTINE_MS = 6 * HOUR_MS

/** `removed` have left; `unlisted` are missing from one complete list so far; `back` are listed again. */
export interface Absences {
  removed: KnownPosting[]
  unlisted: KnownPosting[]
  back: KnownPosting[]
}

export type Verdict =
  | { kind: 'quarantined'; quarantine: Quarantine }
  /** `incompleteReason`: nothing may be removed, and the list says nothing of a quarantine. */
  | { kind: 'believed'; absences: Absences; incompleteReason: string | undefined }

interface JudgeContext {
  now: Date
  /** The system of the board is suspect: nothing is removed, and no drop is believed. */
  isSuspect: boolean
}

/** Decides which known postings a list confirms, omits or proves gone. When in doubt, postings stay. */
export function judgeList(
  board: BoardRow,
  known: readonly KnownPosting[],
  list: PostingList,
  { now, isSuspect }: JudgeContext,
): Verdict {
  const ids = namedIds(list)
  const present = known.filter(({ externalId }) => ids.has(externalId))
  const absent = known.filter(({ externalId }) => !ids.has(externalId))
  const isHalved = present.length * 2 < known.length
  const { boardName } = board
  const name = list.organization
  if (isHalved && boardName !== null && name !== undefined && name !== boardName) {
    const reason = `the board's name changed from '${boardName}' to '${name}'; if it is right, run: bun run boards resume ${boardTitle(board)}`
    const next = nextQuarantine(board, board.quarantineHash === name, now)
    const quarantine = { ...next, hash: name, reason, isForNewOwner: true, isUnstable: false }
    return { kind: 'quarantined', quarantine }
  }
  const back = present.filter(({ unlistedSince }) => unlistedSince !== null)
  const incompleteReason = incompleteReasonOf(list)
  if (incompleteReason !== undefined) {
    return { kind: 'believed', absences: { removed: [], unlisted: [], back }, incompleteReason }
  }
  if (!isDrop(present.length, absent.length, ids.size)) {
    const absences = { ...confirmed(absent, { now, isSuspect }), back }
    return { kind: 'believed', absences, incompleteReason }
  }
  const quarantine = dropQuarantine(board, known, { absent, ids }, now)
  // While the system is suspect, its answers do not count.
  if (isSuspect) return { kind: 'quarantined', quarantine: { ...quarantine, since: now } }
  if (
    quarantine.answers < EQUAL_ANSWERS ||
    now.getTime() - quarantine.since.getTime() < QUARANTINE_MS
  ) {
    return { kind: 'quarantined', quarantine }
  }
  return { kind: 'believed', absences: { removed: absent, unlisted: [], back }, incompleteReason }
}

/** A list is not believed at once if it is empty, has only other postings, or omits many. */
function isDrop(present: number, absent: number, listed: number): boolean {
  if (absent === 0) return false
  const isReplaced = present === 0 && absent > 1
  return listed === 0 || isReplaced || (present < absent && absent >= MIN_DROP)
}

/** How many new ids of a quarantined list are kept, to see whether the next list has them too. */
const SAMPLED_IDS = 20

/**
 * The quarantine of a list that omits many known postings. Answers are equal when they omit the same postings and their new
 * ids stay: ids that change with every answer do not identify postings.
 */
function dropQuarantine(
  board: BoardRow,
  known: readonly KnownPosting[],
  { absent, ids }: { absent: readonly KnownPosting[]; ids: ReadonlySet<string> },
  now: Date,
): Quarantine {
  const before = new Set(known.map(({ externalId }) => externalId))
  const news = [...ids].filter((id) => !before.has(id)).map((id) => hashOf([id]))
  const lacked = hashOf(absent.map(({ externalId }) => externalId))
  const [lackedBefore, ...sample] = board.quarantineHash?.split(' ') ?? []
  const isListed = new Set(news)
  const kept = sample.filter((id) => isListed.has(id)).length
  const isSame = board.quarantinedSince !== null && lackedBefore === lacked
  const isUnstable = isSame && news.length > 0 && kept * 2 < sample.length
  const reason = `it lists ${known.length - absent.length} of ${known.length} known postings`
  const hint = `; its ids change at every answer, so that nothing of it is written: bun run boards pause ${boardTitle(board)}`
  return {
    ...nextQuarantine(board, isSame && !isUnstable, now),
    hash: [lacked, ...news.sort().slice(0, SAMPLED_IDS)].join(' '),
    reason: isUnstable ? reason + hint : reason,
    isForNewOwner: false,
    isUnstable,
  }
}

/** The absences when the list is the one that was last believed. */
export function judgeUnchanged(known: readonly KnownPosting[], context: JudgeContext): Absences {
  return {
    ...confirmed(
      known.filter(({ unlistedSince }) => unlistedSince !== null),
      context,
    ),
    back: [],
  }
}

/** Divides absent postings: an earlier list omitted the `removed` ones too. */
function confirmed(
  absent: readonly KnownPosting[],
  { now, isSuspect }: JudgeContext,
): Pick<Absences, 'removed' | 'unlisted'> {
  const isConfirmed = ({ unlistedSince }: KnownPosting) =>
    !isSuspect &&
    unlistedSince !== null &&
    now.getTime() - unlistedSince.getTime() >= CONFIRMATION_MS
  return {
    removed: absent.filter(isConfirmed),
    unlisted: absent.filter((posting) => !isConfirmed(posting)),
  }
}

function nextQuarantine(
  { quarantinedSince, quarantineAnswers }: BoardRow,
  isSame: boolean,
  now: Date,
): Pick<Quarantine, 'since' | 'answers'> {
  if (!isSame || quarantinedSince === null) return { since: now, answers: 1 }
  return { since: quarantinedSince, answers: quarantineAnswers + 1 }
}

/** The ids of all entries, unreadable ones too: their postings are not missing. */
function namedIds({ postings, unreadable = [] }: PostingList): Set<string> {
  return new Set([...postings, ...unreadable].flatMap(({ external_id }) => external_id ?? []))
}

function incompleteReasonOf({
  incompleteReason,
  unreadable = [],
}: PostingList): string | undefined {
  const nameless = unreadable.find(({ external_id }) => external_id === undefined)
  return incompleteReason ?? (nameless && `an entry without an id: ${nameless.reason}`)
}

export function hashOf(texts: readonly string[]): string {
  return Bun.hash.xxHash3(JSON.stringify([...texts].sort())).toString(36)
}
