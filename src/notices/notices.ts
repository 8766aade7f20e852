import { withDeadline } from '../database/client/deadline'
import type { Queries } from '../database/client/drizzle'
import { findAbsent, type JobValue } from '../database/queries/find-absent'
import type { JobFilter } from '../filters/job-filter'
import { ClientDisconnected, DatabaseUnavailable, Overloaded, QueryTimeout } from '../values/errors'
import type { Notice } from '../values/notice'
import { absence } from './absence'
import { type AskedParameters, type AskedValue, askedValues, textOf } from './asked-values'
import { headerText } from './notice'
import { FEW, otherForms } from './other-forms'
import { otherSearches } from './other-searches'
import type { Vocabulary } from './vocabulary'
import { wordCounter } from './word-counts'

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

/** An answer that is the first to a search. */
export interface ExplainedAnswer {
  queries: Queries
  parameters: AskedParameters
  /** With the window of the answer. */
  filter: JobFilter
  /** The jobs of the answer. */
  found: number
  /** The most jobs that the answer may have. */
  limit?: number
}

/**
 * Returns the headers of an answer: how its filters were read and, if it has few jobs, which of the requested values no
 * active job has, and what other search finds more.
 */
export function createNotices({ vocabulary, onFailure, limitMs = NOTICES_MS }: NoticeOptions) {
  return async (answer: ExplainedAnswer): Promise<Record<string, string>> => {
    const { parameters, filter, found, limit = Number.POSITIVE_INFINITY } = answer
    const told = filter.notices ?? []
    const isShort = found < Math.min(FEW, limit)
    const asked = askedValues(parameters, filter)
    const values = (isShort ? asked : asked.filter(isExcludedName)).slice(0, MAX_VALUES)
    if (values.length === 0) return headers(told)
    const late = new Error('the notices are late')
    const endsAt = performance.now() + limitMs
    try {
      const asking = { ...answer, values, vocabulary: vocabulary(), isShort, endsAt }
      const found = findNotices(asking)
      return headers([...told, ...(await withDeadline(found, endsAt, () => late))])
    } catch (error) {
      // An answer without notices is as right as one with them.
      if (error !== late && !SILENT.some((kind) => error instanceof kind)) onFailure(error)
      return headers(told)
    }
  }
}

function headers(notices: readonly Notice[]): Record<string, string> {
  const header = headerText(notices)
  return header === undefined ? {} : { 'X-Notices': header }
}

/** An exclusion by an exact name is told at any count when it excludes nothing. */
function isExcludedName({ value, isExcluded }: AskedValue): boolean {
  return isExcluded && (value.kind === 'employer' || value.kind === 'source')
}

interface Asking extends ExplainedAnswer {
  values: readonly AskedValue[]
  vocabulary: Vocabulary | undefined
  isShort: boolean
  endsAt: number
}

async function findNotices(asking: Asking): Promise<Notice[]> {
  const { queries, parameters, filter, vocabulary, endsAt } = asking
  const count = wordCounter(queries, filter.countries)
  // A word that titles had at the last count is there, or left within the hour.
  const values = asking.values.filter(
    ({ value }) => !isKnown(value, vocabulary) && !isJoined(value, parameters),
  )
  const isAbsent = await findAbsent(
    queries,
    values.map(({ value }) => value),
  )
  const absent = values.filter((_, at) => isAbsent[at])
  const present = asking.values.filter((value) => !absent.includes(value))
  const missing: Notice[] = []
  // Each suggestion corrects the text that the one before it gave, so the last one corrects all.
  let corrected = parameters
  for (const value of absent.filter(({ value }) => !isPartOfName(value, parameters, absent))) {
    if (performance.now() >= endsAt) break
    const notice = await absence(value, corrected, { vocabulary, count })
    missing.push(notice)
    const isText = typeof parameters[value.parameter] === 'string'
    if (isText && notice.suggestion !== null) {
      corrected = { ...corrected, [value.parameter]: notice.suggestion }
    }
  }
  const whole = missing.map((notice): Notice => {
    const text = textOf(corrected, notice.parameter as keyof AskedParameters)
    return notice.suggestion === null || text === '' ? notice : { ...notice, suggestion: text }
  })
  if (vocabulary === undefined || !asking.isShort) return whole
  const forms = await otherForms(parameters, present, { vocabulary, count })
  const hasAbsent = absent.length > 0
  const others = await otherSearches(asking, vocabulary, { hasAbsent })
  return [...whole, ...forms, ...others]
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

/** Whether an element of a list is a part of a name with commas that jobs have. */
function isPartOfName(
  value: JobValue,
  parameters: AskedParameters,
  absent: readonly AskedValue[],
): boolean {
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
