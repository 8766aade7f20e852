import { withDeadline } from '../database/client/deadline'
import type { Queries } from '../database/client/drizzle'
import { countTitles, findAbsent, type JobValue } from '../database/queries/find-absent'
import type { JobFilter } from '../filters/job-filter'
import {
  ClientDisconnected,
  DatabaseUnavailable,
  Overloaded,
  QueryTimeout,
  quoteValue,
} from '../values/errors'
import { type AskedParameters, type AskedValue, askedValues } from './asked-values'
import {
  frequentCompound,
  frequentForm,
  nearestValue,
  nearestWord,
  withName,
  withPlace,
  withWord,
} from './suggestions'
import type { Vocabulary } from './vocabulary'

/** What a client should know of an answer; `suggestion` is a whole value for the parameter. */
export interface Notice {
  parameter: string
  detail: string
  suggestion: string | null
}

/** Answers with as many jobs are not explained. */
const FEW = 10

/** Whether a first page with this many jobs has few of them, so that a search may have been meant otherwise. */
export function hasFew(found: number, limit: number): boolean {
  return found < Math.min(FEW, limit)
}

/** Time for the notices of a request; beyond it the answer goes without. */
const NOTICES_MS = 50

/** Errors of a database that is busy or away, and of a client that has gone. */
const SILENT = [QueryTimeout, DatabaseUnavailable, Overloaded, ClientDisconnected]

/** Values of a request that are looked up. */
const MAX_VALUES = 20

/** Bytes of the header. */
const MAX_HEADER_BYTES = 2_048

export interface NoticeOptions {
  vocabulary: () => Vocabulary | undefined
  onFailure: (error: unknown) => void
  /** For tests. */
  limitMs?: number | undefined
}

/** Returns the headers of an answer with few jobs: which of the values that were asked for no active job has. */
export function createNotices({ vocabulary, onFailure, limitMs = NOTICES_MS }: NoticeOptions) {
  return async (
    queries: Queries,
    parameters: AskedParameters,
    filter: JobFilter,
  ): Promise<Record<string, string>> => {
    const values = askedValues(parameters, filter).slice(0, MAX_VALUES)
    if (values.length === 0) return {}
    const late = new Error('the notices are late')
    const endsAt = performance.now() + limitMs
    try {
      const found = findNotices({ queries, parameters, values, vocabulary: vocabulary(), endsAt })
      const header = headerText(await withDeadline(found, endsAt, () => late))
      return header === undefined ? {} : { 'X-Notices': header }
    } catch (error) {
      // An answer without notices is as right as one with them.
      if (error !== late && !SILENT.some((kind) => error instanceof kind)) onFailure(error)
      return {}
    }
  }
}

interface Asking {
  queries: Queries
  parameters: AskedParameters
  values: readonly AskedValue[]
  vocabulary: Vocabulary | undefined
  endsAt: number
}

async function findNotices(asking: Asking): Promise<Notice[]> {
  const { queries, parameters, vocabulary, endsAt } = asking
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
  const missing = absent
    .filter(({ value }) => !isPartOfName(value, parameters, absent))
    .map((value) =>
      performance.now() < endsAt ? absence(value, parameters, vocabulary) : undefined,
    )
  const forms = vocabulary ? await otherForms(asking, present, vocabulary) : []
  return [...missing, ...forms].filter((notice) => notice !== undefined)
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

/** The notice that no active job has a value. */
function absence(
  asked: AskedValue,
  parameters: AskedParameters,
  vocabulary: Vocabulary | undefined,
): Notice {
  const { parameter, value, isExcluded } = asked
  const effect = isExcluded ? ', so nothing is excluded' : ''
  const notice = (issue: string, hint?: string, suggestion?: string): Notice => ({
    parameter,
    detail: `${issue}${effect}${hint === undefined ? '' : `; ${hint}`}`,
    suggestion: suggestion ?? null,
  })
  switch (value.kind) {
    case 'word': {
      const { words, prefix } = value.phrase
      const word = words.join(' ')
      const issue = `no job has ${quoteValue(prefix ? `${word}*` : word)}`
      const known = prefix ? undefined : wordsFor(value.field, vocabulary)
      const nearest = known && nearestWord(word, known)
      if (nearest === undefined) return notice(issue)
      const text = textOf(parameters, parameter)
      const hint =
        value.field === 'title' || value.field === 'text'
          ? `${nearest} is in ${known?.get(nearest)}`
          : `did you mean ${nearest}?`
      return notice(issue, hint, withWord(asked, text, word, nearest))
    }
    case 'place':
      return placeAbsence(asked, parameters, vocabulary, notice)
    case 'employer': {
      const known = [...(vocabulary?.employers.keys() ?? [])]
      const nearest = nearestValue(value.name, known)
      const issue = `no employer is named ${quoteValue(value.name)}`
      return notice(issue, ...renaming(asked, value.name, nearest, parameters))
    }
    case 'source': {
      const nearest = nearestValue(value.name, [...(vocabulary?.sources.keys() ?? [])])
      return notice(
        `no job has ${quoteValue(value.name)}`,
        ...renaming(asked, value.name, nearest, parameters),
      )
    }
  }
}

type NoticeOf = (issue: string, hint?: string, suggestion?: string) => Notice

function placeAbsence(
  { parameter, value, isExcluded }: AskedValue,
  parameters: AskedParameters,
  vocabulary: Vocabulary | undefined,
  notice: NoticeOf,
): Notice {
  const text = textOf(parameters, parameter)
  const typed = parameter === 'city' ? [text] : text.split(/\sOR\s/)
  const at = typed.findIndex((name) => value.kind === 'place' && isTyped(name, value.place.terms))
  const [shown = text] = [typed[at] ?? undefined]
  const issue = `no job is in ${quoteValue(shown.trim())}`
  const nearest = at === -1 || isExcluded ? undefined : vocabulary?.nearestPlace(shown)
  if (nearest === undefined) return notice(issue)
  const suggestion = parameter === 'city' ? nearest : withPlace(text, at, nearest)
  return notice(issue, `did you mean ${nearest}?`, suggestion)
}

/** Whether the words of a typed place are those of a term. */
function isTyped(typed: string, terms: readonly string[]): boolean {
  const words = keyOf(typed)
  return terms.some(
    (term) =>
      keyOf(term.replace(/^city:/, '').replace(/,\w\w$/, '')) === words || keyOf(term) === words,
  )
}

function keyOf(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .match(/[\p{L}\p{N}]/gu) ?? []
  ).join('')
}

/** The hint and the suggestion of another name in a list. */
function renaming(
  { parameter }: AskedValue,
  name: string,
  nearest: string | undefined,
  parameters: AskedParameters,
): [hint?: string, suggestion?: string] {
  const names = parameters[parameter]
  if (nearest === undefined || !Array.isArray(names)) return []
  return [`did you mean ${nearest}?`, withName(names, name, nearest)]
}

/** Notices about words that jobs have, in another form in many more. */
async function otherForms(
  { queries, parameters }: Asking,
  present: readonly AskedValue[],
  { words }: Vocabulary,
): Promise<Notice[]> {
  const asked = present.flatMap((one) => {
    const { value, isExcluded } = one
    const isText = value.kind === 'word' && (value.field === 'title' || value.field === 'text')
    if (!isText || isExcluded || value.phrase.prefix) return []
    const word = value.phrase.words.join(' ')
    const form = frequentForm(word, words)
    const pair = form === undefined ? frequentCompound(word, words) : undefined
    return [{ one, word, form, pair }]
  })
  const pairs = asked.flatMap(({ pair }) => (pair ? [pair] : []))
  const numbers = await countTitles(
    queries,
    pairs.map((pair) => ({ kind: 'phrase', words: pair, prefix: false })),
    FEW * FEW,
  )
  return asked.flatMap(({ one, word, form, pair }): Notice[] => {
    const { parameter } = one
    const text = textOf(parameters, parameter)
    const notice = (name: string, number: number, replacement: string): Notice => ({
      parameter,
      detail: `few jobs have ${quoteValue(word)}; ${name} is in ${number}`,
      suggestion: withWord(one, text, word, replacement) ?? null,
    })
    if (form !== undefined) return [notice(form, words.get(form) ?? 0, form)]
    const number = pair && numbers[pairs.indexOf(pair)]
    if (pair === undefined || number === undefined || number < FEW) return []
    const name = pair.join(' ')
    return [notice(name, number, parameter.endsWith('_advanced') ? `'${name}'` : `"${name}"`)]
  })
}

function wordsFor(field: (JobValue & { kind: 'word' })['field'], vocabulary?: Vocabulary) {
  switch (field) {
    case 'title':
    case 'text':
      return vocabulary?.words
    case 'employer':
      return vocabulary?.employerWords()
    case 'place':
      return vocabulary?.placeWords()
  }
}

function textOf(parameters: AskedParameters, parameter: keyof AskedParameters): string {
  const text = parameters[parameter]
  return typeof text === 'string' ? text : ''
}

/** The notices as JSON in ASCII, as many as there is room for; undefined if there is none. */
export function headerText(notices: readonly Notice[]): string | undefined {
  const texts: string[] = []
  let length = 2
  for (const notice of notices) {
    const text = JSON.stringify(notice).replace(
      /[^\x20-\x7e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    if (length + text.length + 1 > MAX_HEADER_BYTES) continue
    texts.push(text)
    length += text.length + 1
  }
  return texts.length === 0 ? undefined : `[${texts.join(',')}]`
}
