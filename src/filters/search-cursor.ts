import { searchFilterParameters } from '../parameters/search-parameters'
import { COUNTRIES } from '../values/country'
import { ParameterError, quoteValue } from '../values/errors'
import { formatInstant, parseInstant } from '../values/instant'
import { parseInt64 } from '../values/int64'
import type { SearchFilterParameters } from './search-filter'

/** A job's place in the order newest first, jobs without `date_posted` last. */
export interface JobPlace {
  datePosted: Date | null
  id: bigint
}

/** Where a search stands that goes on from page to page. */
export interface SearchCursor {
  /** When the first page was asked for: a rolling window stays where it was then. */
  begun: Date
  /** The last change of a `date_posted` before then: the order stays what it was after it. */
  lastRepost: bigint
  /** The last job returned. */
  after: JobPlace
}

/** Part of every cursor: raise it when cursors change, so that older ones are refused and not misread. */
const VERSION = '1'

/**
 * The text of a cursor, bound to the filters by a hash of them. The checksum shows cursors that were not made here;
 * it has no key, for a cursor gives access to nothing, and every process reads those of all others, today and later.
 */
export function writeCursor(cursor: SearchCursor, filters: SearchFilterParameters): string {
  const { begun, lastRepost, after } = cursor
  const content = [
    VERSION,
    filters.country,
    hashFilters(filters),
    formatInstant(begun),
    lastRepost,
    after.datePosted === null ? NO_DATE : formatInstant(after.datePosted),
    after.id,
  ].join(' ')
  return Buffer.from(`${content} ${hash(content)}`).toString('base64url')
}

/** Reads a cursor that `writeCursor` made with these filters; throws a `ParameterError` for any other text. */
export function readCursor(text: string, filters: SearchFilterParameters): SearchCursor {
  const content = checkedContent(text)
  const [, country, filtersHash, begunText = '', repostText = '', postedText = '', idText = ''] =
    content?.split(' ') ?? []
  const begun = parseInstant(begunText)
  const datePosted = postedText === NO_DATE ? null : parseInstant(postedText)
  const [lastRepost, id] = [parseInt64(repostText), parseInt64(idText)]
  const madeFor = COUNTRIES.find((candidate) => candidate === country)
  const isWhole = begun && begun.getTime() > 0 && lastRepost !== undefined && id !== undefined
  if (!isWhole || datePosted === undefined || madeFor === undefined) {
    throw issue(`expected the next_cursor of the page before, got ${quoteValue(text)}`)
  }
  if (madeFor !== filters.country) {
    throw issue(`expected a cursor of country=${filters.country}, got one of ${madeFor}`)
  }
  if (filtersHash !== hashFilters(filters)) {
    throw issue('was made with other filters; send those of the first page')
  }
  return { begun, lastRepost, after: { datePosted, id } }
}

const NO_DATE = '-'

/** The content of a cursor of this version whose checksum is right. Base64 has several spellings; one is ours. */
function checkedContent(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const decoded = bytes.toString()
  const end = decoded.lastIndexOf(' ')
  const content = decoded.slice(0, end)
  const isOurs = bytes.toString('base64url') === text && decoded.slice(end + 1) === hash(content)
  return isOurs && content.startsWith(`${VERSION} `) ? content : undefined
}

/** The order of a list's elements, and whether aliases were used, makes no other filter. */
function hashFilters(filters: SearchFilterParameters): string {
  const names = Object.keys(searchFilterParameters) as (keyof SearchFilterParameters)[]
  const values = names.map((name) => {
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
