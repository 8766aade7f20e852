import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { isRemoval } from '../../../values/change-events'
import { quoteValue } from '../../../values/errors'
import { parseInstant } from '../../../values/instant'
import { isNestedDeeper, MAX_NESTING } from '../../../values/nesting'
import { schemaIssue } from '../../../values/schema-issue'
import { wellFormedJson } from '../../../values/storable-text'
import { type JobView, jobViews, type ViewOptions } from '../job/job-view'
import { isWebAddress, MAX_LOCATIONS, Posting, postingIdentity, Removal } from '../posting'
import type { BatchLine, LineChange, PostingHistory } from '../write/batch-line'
import { lineHash } from './line-hash'
import { exactSourceFields, hasMoreValues, MAX_VALUES } from './line-json'
import type { PrintedLine, TextLine } from './read-lines'

/** An invalid line of an import file; the message names the member. */
export class LineError extends Error {
  override readonly name = 'LineError'
}

type Line = { kind: 'posting'; posting: Posting } | { kind: 'removal'; removal: Removal }

export interface LineRules {
  /** The latest instant that `history` may have; false when lines may not have `history`. */
  history: Date | false
  /** False: only pay that the source gives as a structure counts. */
  payFromText?: boolean | undefined
}

/** Reads one line of an import. Throws `LineError`. */
export function readBatchLine(
  { number, text, value }: TextLine & { value?: PrintedLine['value'] },
  rules: LineRules,
): BatchLine {
  // The texts of a value may have been cut inside a surrogate pair; the line is read without the halves.
  const isWhole = value !== undefined && wellFormedJson(text) === text
  const line = isWhole ? checkLine(value, rules) : readLine(text, rules)
  const identity = postingIdentity(line.kind === 'posting' ? line.posting : line.removal)
  const { payFromText = true } = rules
  const hash = lineHash(text, payFromText)
  return { number, text, ...identity, hash, change: lineChange(line, { payFromText }) }
}

function lineChange(line: Line, options: ViewOptions): LineChange {
  if (line.kind === 'removal') {
    const { status, history } = line.removal
    return { kind: 'removal', event: status, removedAt: toDate(history?.date_removed) }
  }
  const { posting } = line
  let views: JobView[] | undefined
  return {
    kind: 'posting',
    views: () => (views ??= jobViews(posting, options)),
    history: posting.history && toHistory(posting.history),
  }
}

function toHistory(history: NonNullable<Posting['history']>): PostingHistory {
  const removedAt = toDate(history.date_removed)
  const event = isRemoval(history.status) ? history.status : 'expired'
  return {
    dateCreated: toDate(history.date_created),
    dateModified: toDate(history.date_modified),
    removed: removedAt && { event, removedAt },
  }
}

function toDate(text: string | null | undefined): Date | undefined {
  return text ? parseInstant(text) : undefined
}

const MAX_MESSAGE_LENGTH = 100

Format.Set('instant', (text) => parseInstant(text) !== undefined)

const postingValidator = Compile(Posting)
const removalValidator = Compile(Removal)

/** The posting or the removal in a line, checked. Throws `LineError`. */
export function readLine(line: string, rules: LineRules): Line {
  const text = wellFormedJson(line)
  const checked = checkLine(parseJson(text), rules)
  if (checked.kind === 'removal') return checked
  const { source_fields: read, ...posting } = checked.posting
  if (!read) return checked
  return { kind: 'posting', posting: { ...posting, source_fields: exactSourceFields(text, read) } }
}

function checkLine(value: object, rules: LineRules): Line {
  checkMembers(value)
  if (!rules.history && Object.hasOwn(value, 'history')) {
    throw new LineError('history: accepted only with --history')
  }
  if (Object.hasOwn(value, 'status')) {
    if (!removalValidator.Check(value)) throw new LineError(schemaIssue(removalValidator, value))
    checkPast(value.history, rules)
    return { kind: 'removal', removal: checkIdentity(value) }
  }
  if (!postingValidator.Check(value)) throw new LineError(schemaIssue(postingValidator, value))
  checkPosting(value)
  checkPast(value.history, rules)
  return { kind: 'posting', posting: value }
}

/** A line that shows that the file is in another format; the message says how to import it. */
export class FormatError extends LineError {}

const EXPECTED = 'expected one JSON object a line'
/** Names with separators between them, one of which is a required member; short, because a match may take quadratic time. */
const CSV_HEADER =
  /^(?=[\s\S]{1,1000}$)(?:[\w" ]+[,;\t])*"?(?:source|title|url)"?(?:[,;\t][\w" ]+)*\s*$/

/** How lines of other formats begin. */
const OTHER_FORMATS: readonly (readonly [RegExp, string])[] = [
  // `[` alone, or before an object.
  [/^\s*\[\s*(?:$|\{)/, `the start of a JSON array; ${EXPECTED}, which jq -c '.[]' FILE writes`],
  [/^\s*\{\s*$/, `the start of an object of several lines; ${EXPECTED}, which jq -c . FILE writes`],
  [
    /^\s*<(?:!doctype html|html)\b/i,
    `the start of a page; --as jobposting imports its JobPostings`,
  ],
  [/^\s*<[?\w]/, `the start of XML; ${EXPECTED}; --as indeed imports Indeed's XML`],
  [CSV_HEADER, `the header of a CSV file; ${EXPECTED}`],
]

function parseJson(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const [, issue] = OTHER_FORMATS.find(([start]) => start.test(text)) ?? []
    if (issue !== undefined) throw new FormatError(issue)
    const message = error instanceof Error ? error.message : String(error)
    // The message may quote a token of any length.
    throw new LineError(`not JSON: ${message.slice(0, MAX_MESSAGE_LENGTH)}; ${EXPECTED}`)
  }
  const [[array, isArray] = []] = OTHER_FORMATS
  if (array?.test(text)) throw new FormatError(isArray)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new LineError(`${EXPECTED}, got ${quoteValue(text)}`)
  }
  if (Object.hasOwn(value, '@type')) {
    throw new FormatError('@type: JSON-LD; --as jobposting imports JobPostings of schema.org')
  }
  return value
}

/** Comes before the schema, whose errors take about 20 microseconds for each value of a line. */
function checkMembers(value: { locations?: unknown }): void {
  const { locations } = value
  if (Array.isArray(locations) && locations.length > MAX_LOCATIONS) {
    throw new LineError(
      `locations: expected a list of at most ${MAX_LOCATIONS}, got ${locations.length}`,
    )
  }
  if (hasMoreValues(value)) throw new LineError(`more than ${MAX_VALUES} values`)
}

function checkIdentity(removal: Removal): Removal {
  if (removal.external_id === undefined && removal.url === undefined) {
    throw new LineError('external_id: missing, and no url stands in for it')
  }
  return removal
}

/** The rules that the schema cannot express. */
function checkPosting({ url, salary, source_fields, history }: Posting): void {
  if (!isWebAddress(url)) {
    throw new LineError(`url: expected an http or https address, got ${quoteValue(url)}`)
  }
  if (isNestedDeeper(source_fields)) {
    throw new LineError(`source_fields: nested deeper than ${MAX_NESTING} levels`)
  }
  const pay = salary?.value
  if (pay && (pay.minValue ?? pay.maxValue ?? pay.value ?? null) === null) {
    throw new LineError('salary.value: expected minValue, maxValue or value')
  }
  const { minValue, maxValue } = pay ?? {}
  if ((minValue ?? -Infinity) > (maxValue ?? Infinity)) {
    throw new LineError(
      `salary.value.minValue: expected at most maxValue, ${maxValue}, got ${minValue}`,
    )
  }
  checkHistory(history)
}

function checkHistory(history: Posting['history']): void {
  if (history === undefined) return
  const left = isRemoval(history.status)
  if (left !== Boolean(history.date_removed)) {
    throw new LineError(
      'history: expected date_removed and a status of expired or excluded together',
    )
  }
  const [created, modified, removed] = [
    history.date_created,
    history.date_modified,
    history.date_removed,
  ].map((text) => (text ? parseInstant(text)?.getTime() : undefined))
  if (
    (modified ?? Infinity) < (created ?? -Infinity) ||
    (removed ?? Infinity) < (modified ?? created ?? -Infinity)
  ) {
    throw new LineError(
      'history: expected date_created, date_modified and date_removed in this order',
    )
  }
}

/** A future instant is refused: feeds would not contain its event. */
function checkPast(history: Posting['history'], { history: until }: LineRules): void {
  for (const [name, text] of Object.entries(history ?? {})) {
    // `parseInstant` gives undefined for the status.
    if (!until || !text || (parseInstant(text) ?? until) <= until) continue
    throw new LineError(
      `history.${name}: expected an instant before the import began, got ${quoteValue(text)}`,
    )
  }
}
