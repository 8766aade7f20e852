import { withDeadline } from '../../catalogue/database/client/deadline'
import type { JobValue } from '../../catalogue/database/conditions/value-condition'
import { countUpTo } from '../../catalogue/database/queries/count-up-to'
import { SPOKEN } from '../../text/search/grammar/operators'
import {
  ClientDisconnected,
  DatabaseUnavailable,
  Overloaded,
  QueryTimeout,
} from '../../values/errors'
import type { Notice } from '../../values/notice'
import type { ReadFilter } from '../filters/job-filter'
import { type Absence, absenceOf } from './absence'
import {
  type AskedParameters,
  type AskedValue,
  askedNames,
  askedValues,
  type ExplainedAnswer,
} from './asked-values'
import { changedSearch, hasOtherReading, MAX_COUNT } from './changed-searches'
import { withCorrections } from './corrections'
import { noticesThatFit } from './notice'
import { otherSearches, otherSearchNotices, thatFindMore } from './other-searches'
import { type Meaning, meaningOf, type OtherSearch, unreadNotices } from './rewordings'
import { shorterSearch } from './shorter-searches'
import { isPartOf, partsOfName } from './suggestions'
import { partsOf } from './unions'
import type { Vocabulary } from './vocabulary'

/** Answers with as many jobs are not explained. */
const FEW = 10

/** How long an answer waits for its notices; beyond it, it goes without. One without jobs has nothing else to say. */
export interface NoticesMs {
  withJobs: number
  empty: number
}

const NOTICES_MS: NoticesMs = { withJobs: 50, empty: 500 }

/** Errors of a database that is busy or unreachable, and of a client that has gone. */
const SILENT = [QueryTimeout, DatabaseUnavailable, Overloaded, ClientDisconnected]

/** Values of a request that are looked up. */
const MAX_VALUES = 20

/** Jobs that are counted at most to compare searches. */
const MAX_COMPARED = 5_000

export interface NoticeOptions {
  vocabulary: () => Vocabulary | undefined
  onFailure: (error: unknown) => void
  /** For tests. */
  limitMs?: NoticesMs | undefined
}

/**
 * Returns what an answer says of its filters: how they were read, what other search finds much more, and, if it has few jobs, which
 * of the requested values no active job has.
 */
export function createNotices({ vocabulary, onFailure, limitMs = NOTICES_MS }: NoticeOptions) {
  /** Undefined when the notices are late or fail: an answer without them is as right as one with them. */
  const inTime = async <Told>(
    notices: Promise<Told>,
    endsAt: number,
  ): Promise<Told | undefined> => {
    const late = new Error('the notices are late')
    try {
      return await withDeadline(notices, endsAt, () => late)
    } catch (error) {
      if (error !== late && !SILENT.some((kind) => error instanceof kind)) onFailure(error)
      return undefined
    }
  }
  return async (answer: ExplainedAnswer): Promise<Notice[]> => {
    const { parameters, filter, found, limit = Number.POSITIVE_INFINITY } = answer
    const endsAt = performance.now() + (found === 0 ? limitMs.empty : limitMs.withJobs)
    const isShort = found < Math.min(FEW, limit)
    // An exclusion by an exact name is told at any count when it excludes nothing.
    const asked = isShort
      ? askedValues(parameters, filter).filter((value) => !isToldOperator(value, filter))
      : askedNames(parameters).filter(({ isExcluded }) => isExcluded)
    const values = asked.slice(0, MAX_VALUES)
    const words = vocabulary()
    const meant = words && meaningOf(answer, words)
    const readings = filter.notices ?? []
    const unread = words && meant ? unreadNotices(answer, meant, words) : []
    const searches = words
      ? otherSearches({ ...answer, values, vocabulary: words, isShort, meant })
      : []
    // A word that titles had at the last count is there, or left within the hour.
    const unknown = values.filter(({ value }) => !isKnown(value, words))
    if (unknown.length + searches.length === 0 && (found > 0 || !meant)) {
      return noticesThatFit([...readings, ...unread])
    }
    const context = {
      ...answer,
      values: unknown,
      searches,
      vocabulary: words,
      meant,
      endsAt,
      unread,
    }
    const first = await inTime(findNotices(context), endsAt)
    if (first === undefined) return noticesThatFit([...readings, ...unread])
    const shorter = await inTime(withShorter(context, first), endsAt)
    const told = shorter ?? first.told
    // An `or` between two places is no operator of the text.
    const isPlaced = meant?.place?.isSeveral && told.some((notice) => notice.with !== undefined)
    const kept = readings.filter(({ parameter, suggestion }) => {
      return !isPlaced || suggestion === null || parameter !== meant.parameter
    })
    return noticesThatFit([...kept, ...told])
  }
}

interface NoticeContext extends ExplainedAnswer {
  values: readonly AskedValue[]
  searches: readonly OtherSearch[]
  vocabulary: Vocabulary | undefined
  meant: Meaning | undefined
  endsAt: number
  /** What is told unless another search is. */
  unread: readonly Notice[]
}

interface FoundNotices {
  told: readonly Notice[]
  /** The values that no job has. */
  absent: readonly AskedValue[]
  /** Whether nothing of it leads to jobs. */
  isOpen: boolean
}

async function findNotices(context: NoticeContext): Promise<FoundNotices> {
  const { queries, parameters, filter, found, limit, vocabulary, unread, values, searches, meant } =
    context
  // A full page does not say how many jobs there are.
  const isFull = searches.length > 0 && found >= (limit ?? Number.POSITIVE_INFINITY)
  const most = Math.min(isFull ? MAX_COMPARED : Math.max(2 * found + 1, MAX_COUNT), MAX_COMPARED)
  const compared = [...searches, ...(isFull ? [{ parameters }] : [])]
  const counts = await countUpTo(queries, [
    ...values.map(({ value }) => ({ value })),
    ...compared.map((search) => changedSearch(filter, search.parameters, most)),
  ])
  if (performance.now() >= context.endsAt) return { told: unread, absent: [], isOpen: false }
  const absent = values.filter((_, at) => counts[at] === 0)
  const jobs = counts.slice(values.length)
  const others = thatFindMore(searches, jobs, {
    found: isFull ? (jobs.at(-1) ?? most) : found,
    most,
  })
  const isReworded = others.some(({ kind }) => kind === 'reworded')
  const all = absent.map((one) => absenceOf(one, parameters, vocabulary))
  const absences = all.filter((one) => !isExplained(one, parameters, all))
  const missing = await withCorrections(absences, { ...context, isReworded })
  const isCorrected = missing.some(({ suggestion }) => suggestion !== null)
  const other = isCorrected ? [] : otherSearchNotices(others, absent, { parameters, most })
  const told = [...(isReworded && !isCorrected ? [] : unread), ...missing, ...other]
  const isOtherwise = meant !== undefined && hasOtherReading(filter, meant.parameter)
  const isOpen = found === 0 && !isCorrected && !isOtherwise && other.length === 0
  return { told, absent, isOpen }
}

/** Adds the longest part of the text that jobs have, where nothing else leads to jobs. */
async function withShorter(
  context: NoticeContext,
  { told, absent, isOpen }: FoundNotices,
): Promise<readonly Notice[]> {
  const { meant, vocabulary, endsAt } = context
  if (!isOpen || !meant || !vocabulary || performance.now() >= endsAt) return told
  const shorter = await shorterSearch(context, meant, vocabulary, wordsOf(absent))
  if (shorter !== undefined) return [...told, shorter]
  const { parameter } = meant
  if (told.length > 0 || partsOf(meant.typed).length < 2) return told
  return [{ parameter, detail: 'no job has all words', suggestion: null }]
}

function wordsOf(values: readonly AskedValue[]): Set<string> {
  return new Set(values.flatMap(({ value }) => (value.kind === 'word' ? value.phrase.words : [])))
}

/** Whether a word is one that may be meant as an operator, which is told already. */
function isToldOperator({ parameter, value }: AskedValue, filter: ReadFilter): boolean {
  return (
    value.kind === 'word' &&
    SPOKEN.has(value.phrase.words.join(' ')) &&
    hasOtherReading(filter, parameter)
  )
}

function isKnown(value: JobValue, vocabulary: Vocabulary | undefined): boolean {
  if (value.kind !== 'word' || (value.field !== 'title' && value.field !== 'text')) return false
  return vocabulary?.words.has(value.phrase.words.join(' ')) === true
}

/**
 * Whether a name of a list is explained by another: by one that it is a part of, if jobs have that, or if it is near a name that
 * they have and no part of it is, or is near one; any other joined name by its first part.
 */
function isExplained(
  { asked: { value } }: Absence,
  parameters: AskedParameters,
  absences: readonly Absence[],
): boolean {
  if (value.kind !== 'employer') return false
  const names = namesOf(parameters)
  const absenceOfName = (name: string) =>
    absences.find(({ asked }) => asked.value.kind === 'employer' && asked.value.name === name)
  const isMeant = (joined: string) => {
    const absence = absenceOfName(joined)
    if (absence === undefined) return true
    const parts = names.filter((name) => isPartOf(name, joined)).map(absenceOfName)
    return absence.correction !== undefined && parts.every((part) => part && !part.correction)
  }
  if (names.some((name) => isPartOf(value.name, name) && isMeant(name))) return true
  const [first = '', ...others] = partsOfName(value.name)
  return others.length > 0 && names.includes(first) && !isMeant(value.name)
}

function namesOf({ organization = [], exclude_organization = [] }: AskedParameters) {
  return [...organization, ...exclude_organization]
}
