import { withDeadline } from '../../catalogue/database/client/deadline'
import { findAbsent, type JobValue } from '../../catalogue/database/queries/find-absent'
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
  askedValues,
  type ExplainedAnswer,
} from './asked-values'
import { countSearches, hasOtherReading } from './changed-searches'
import { noticesThatFit } from './notice'
import { countOtherSearches, otherSearchNotice, unreadNotices } from './other-searches'
import { sentValue } from './suggestions'
import type { Vocabulary } from './vocabulary'

/** Answers with as many jobs are not explained. */
const FEW = 10

/** Time for the notices of a request; beyond it the answer goes without. */
const NOTICES_MS = 50

/** Errors of a database that is busy or unreachable, and of a client that has gone. */
const SILENT = [QueryTimeout, DatabaseUnavailable, Overloaded, ClientDisconnected]

/** Values of a request that are looked up. */
const MAX_VALUES = 20

export interface NoticeOptions {
  vocabulary: () => Vocabulary | undefined
  onFailure: (error: unknown) => void
  /** For tests. */
  limitMs?: number | undefined
}

/**
 * Returns what an answer says of its filters: how they were read, what other search finds much more, and, if it has few jobs, which
 * of the requested values no active job has.
 */
export function createNotices({ vocabulary, onFailure, limitMs = NOTICES_MS }: NoticeOptions) {
  return async (answer: ExplainedAnswer): Promise<Notice[]> => {
    const { parameters, filter, found, limit = Number.POSITIVE_INFINITY } = answer
    const readings = filter.notices ?? []
    const isShort = found < Math.min(FEW, limit)
    const asked = askedValues(parameters, filter).filter((value) => !isToldOperator(value, filter))
    const values = (isShort ? asked : asked.filter(isExcludedName)).slice(0, MAX_VALUES)
    const words = vocabulary()
    const unread = words === undefined ? [] : unreadNotices(answer, words)
    const late = new Error('the notices are late')
    const endsAt = performance.now() + limitMs
    try {
      const found = findNotices({ ...answer, values, vocabulary: words, isShort, endsAt, unread })
      return noticesThatFit([...readings, ...(await withDeadline(found, endsAt, () => late))])
    } catch (error) {
      // An answer without notices is as right as one with them.
      if (error !== late && !SILENT.some((kind) => error instanceof kind)) onFailure(error)
      return noticesThatFit([...readings, ...unread])
    }
  }
}

/** An exclusion by an exact name is told at any count when it excludes nothing. */
function isExcludedName({ value, isExcluded }: AskedValue): boolean {
  return isExcluded && (value.kind === 'employer' || value.kind === 'source')
}

interface NoticeContext extends ExplainedAnswer {
  values: readonly AskedValue[]
  vocabulary: Vocabulary | undefined
  isShort: boolean
  endsAt: number
  /** What is told unless another search is. */
  unread: readonly Notice[]
}

async function findNotices(context: NoticeContext): Promise<readonly Notice[]> {
  const { queries, parameters, vocabulary } = context
  // A word that titles had at the last count is there, or left within the hour.
  const values = context.values.filter(
    ({ value }) => !isKnown(value, vocabulary) && !isJoined(value, parameters),
  )
  // Two statements at a time: most answers without jobs need both.
  const [isAbsent, others] = await Promise.all([
    findAbsent(
      queries,
      values.map(({ value }) => value),
    ),
    vocabulary ? countOtherSearches({ ...context, asked: context.values, vocabulary }) : [],
  ])
  if (performance.now() >= context.endsAt) return context.unread
  const absent = values.filter((_, at) => isAbsent[at])
  const told = absent.filter((one) => !isPartOfOther(one, parameters, absent))
  const absences = told.map((one) => absenceOf(one, parameters, vocabulary))
  const isReworded = others.some(({ isShortened, rewording }) => rewording && !isShortened)
  const missing = await withCorrections(absences, { ...context, isReworded })
  const isCorrected = missing.some(({ suggestion }) => suggestion !== null)
  const other = isCorrected ? [] : otherSearchNotice(others, absent)
  return [...(isReworded && !isCorrected ? [] : context.unread), ...missing, ...other]
}

/** The notices of absent values, with suggestions that correct all of them at once if that search finds more. */
async function withCorrections(
  absences: readonly Absence[],
  { queries, parameters, filter, found, isReworded }: NoticeContext & { isReworded: boolean },
): Promise<Notice[]> {
  let corrected = parameters
  const applied = new Set<Absence>()
  for (const absence of absences) {
    if (hasOtherReading(filter, absence.asked.parameter)) continue
    const { correction } = absence
    // What is left out for want of a near word is the last resort.
    const isWeak = correction?.told !== undefined || absence.asked.value.kind === 'token'
    const isLast = isWeak && isReworded
    const next = isLast ? undefined : correction?.apply(corrected)
    if (next === undefined) continue
    applied.add(absence)
    corrected = next
  }
  const isOffered = await findsMore(absences, applied, corrected)
  return absences.map((absence) => {
    const { asked, issue, hint, correction } = absence
    const { parameter, isExcluded } = asked
    const isCorrected = applied.has(absence) && isOffered(parameter)
    const nearest = isCorrected
      ? (correction?.told ?? `did you mean ${correction?.name}?`)
      : undefined
    const effect = isExcluded ? ', so nothing is excluded' : ''
    const detail = [`${issue}${effect}`, hint ?? nearest].filter((part) => part !== undefined)
    const suggestion = isCorrected ? sentValue(corrected, parameter) : null
    return { parameter, detail: detail.join('; '), suggestion }
  })

  /** Whether the correction of a parameter finds more: with the others, or without the parameters that stay wrong. */
  async function findsMore(
    all: readonly Absence[],
    changed: ReadonlySet<Absence>,
    search: AskedParameters,
  ): Promise<(parameter: keyof AskedParameters) => boolean> {
    // What excludes nothing finds less when it is corrected.
    if ([...changed].every(({ asked }) => asked.isExcluded)) return () => true
    const wrong = [...new Set(all.map(({ asked }) => asked.parameter))]
    const alone = wrong.length < 2 ? [] : wrong.map((one) => onlyOf(search, one, wrong))
    const [together = 0, ...each] = await countSearches(queries, filter, [search, ...alone])
    if (together > found) return () => true
    return (parameter) => (each[wrong.indexOf(parameter)] ?? 0) > found
  }
}

/** The parameters without the wrong ones but one. */
function onlyOf(
  parameters: AskedParameters,
  kept: keyof AskedParameters,
  wrong: readonly (keyof AskedParameters)[],
): AskedParameters {
  const others = wrong.filter((one) => one !== kept)
  return { ...parameters, ...Object.fromEntries(others.map((one) => [one, undefined])) }
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

/** Whether a name is several elements of a list joined by their commas, as a client may have meant them. */
function isJoined(value: JobValue, parameters: AskedParameters): boolean {
  if (value.kind !== 'employer') return false
  const names = namesOf(parameters)
  const [first = '', ...others] = value.name.split(',')
  return others.length > 0 && names.includes(first.trim())
}

/**
 * Whether another value explains this one: a word of a token such as `R.N.` that is absent too, or a part of an employer's name
 * with commas that jobs have.
 */
function isPartOfOther(
  { value, parameter }: AskedValue,
  parameters: AskedParameters,
  absent: readonly AskedValue[],
): boolean {
  if (value.kind === 'word') {
    const [word = ''] = value.phrase.words
    return absent.some(
      (other) =>
        other.parameter === parameter &&
        other.value.kind === 'token' &&
        other.value.phrase.words.includes(word),
    )
  }
  if (value.kind !== 'employer') return false
  const isAbsent = (name: string) =>
    absent.some((other) => other.value.kind === 'employer' && other.value.name === name)
  return namesOf(parameters).some((name) => {
    const parts = name.split(',').map((part) => part.trim())
    return parts.length > 1 && parts.includes(value.name) && !isAbsent(name)
  })
}

function namesOf({ organization = [], exclude_organization = [] }: AskedParameters) {
  return [...organization, ...exclude_organization]
}
