import type { PayKey, SortKey } from '../../catalogue/job-filter'
import { COUNTRIES, type Country } from '../../values/country'
import { ParameterError, quoteValue } from '../../values/errors'
import { formatInstant, parseInstant } from '../../values/instant'
import { parseInt64 } from '../parameters/parameter-types'
import { searchFilterParameters } from '../parameters/search-parameters'

/** The state of a paged search. */
export interface SearchCursor {
  /** The time of the first page. Later pages use the rolling window of that time. */
  begun: Date
  /** The last change of a `date_posted` before the first page. Later pages keep that order. */
  lastRepost: bigint
  /** The last job of the page before. */
  after: SortKey | PayKey
}

/** Decoded filters; `country` is one country view or several. */
export type SearchFilters = Readonly<Record<string, unknown>> & {
  country: Country | readonly Country[]
}

/** Has the names of the filters that a cursor is valid with. */
type FilterNames = Readonly<Record<string, unknown>>

/** The version of the cursor format. Increase it with every change, so that older cursors are rejected. */
const VERSION = '1'

/**
 * The text of a cursor, with a hash of the filters and a checksum. The checksum detects text that is
 * no cursor. It has no secret key, because a cursor grants no access and every process must read it.
 */
export function writeCursor(
  cursor: SearchCursor,
  filters: SearchFilters,
  names: FilterNames = searchFilterParameters,
): string {
  const { begun, lastRepost, after } = cursor
  const content = [
    VERSION,
    filters.country,
    hashFilters(filters, names),
    formatInstant(begun),
    lastRepost,
    placeOf(after),
    after.id,
  ].join(' ')
  return Buffer.from(`${content} ${hash(content)}`).toString('base64url')
}

/** Reads a cursor that `writeCursor` made with these filters. Throws a `ParameterError` for any other text. */
export function readCursor(
  text: string,
  filters: SearchFilters,
  names: FilterNames = searchFilterParameters,
): SearchCursor {
  const content = checkedContent(text)
  const [, country, filtersHash, begunText = '', repostText = '', placeText = '', idText = ''] =
    content?.split(' ') ?? []
  const begun = parseInstant(begunText)
  const place = readPlace(placeText)
  const [lastRepost, id] = [parseInt64(repostText), parseInt64(idText)]
  const isWhole = begun && begun.getTime() > 0 && lastRepost !== undefined && id !== undefined
  if (!isWhole || place === undefined || !isCountries(country)) throw unreadable(text)
  if (country !== String(filters.country)) {
    throw issue(`expected a cursor of country=${filters.country}, got one of ${country}`)
  }
  if (filtersHash !== hashFilters(filters, names)) {
    throw issue('was made with other filters; send those of the first page')
  }
  // The checksum is no secret.
  if ('payTop' in place !== (filters.sort === 'pay')) throw unreadable(text)
  return { begun, lastRepost, after: { ...place, id } }
}

function unreadable(text: string): ParameterError {
  return issue(`expected the next_cursor of the page before, got ${quoteValue(text)}`)
}

const NO_DATE = '-'

/** The first part of a sort key: a date, or an amount. */
function placeOf(after: SortKey | PayKey): string {
  if ('payTop' in after) return String(after.payTop)
  return after.datePosted === null ? NO_DATE : formatInstant(after.datePosted)
}

function readPlace(text: string): Omit<SortKey, 'id'> | Omit<PayKey, 'id'> | undefined {
  if (text === NO_DATE) return { datePosted: null }
  const payTop = Number(text)
  if (text !== '' && Number.isFinite(payTop)) return { payTop }
  const datePosted = parseInstant(text)
  return datePosted && { datePosted }
}

function isCountries(text: string | undefined): boolean {
  return text?.split(',').every((country) => COUNTRIES.some((known) => known === country)) === true
}

/** The content of a cursor with this version and a correct checksum, in the canonical Base64 spelling. */
function checkedContent(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const decoded = bytes.toString()
  const end = decoded.lastIndexOf(' ')
  const content = decoded.slice(0, end)
  const isOurs = bytes.toString('base64url') === text && decoded.slice(end + 1) === hash(content)
  return isOurs && content.startsWith(`${VERSION} `) ? content : undefined
}

/** A hash of the decoded filters. It ignores the order of list elements. */
function hashFilters(filters: SearchFilters, names: FilterNames): string {
  const values = Object.keys(names).map((name) => {
    const value = filters[name] ?? null
    return Array.isArray(value) ? value.toSorted() : value
  })
  return hash(JSON.stringify(values))
}

function hash(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('base64url').slice(0, 16)
}

function issue(detail: string): ParameterError {
  const hint = `${detail.includes('; ') ? ', or' : ';'} leave cursor out to begin again`
  return new ParameterError([{ parameter: 'cursor', detail: `${detail}${hint}` }])
}
