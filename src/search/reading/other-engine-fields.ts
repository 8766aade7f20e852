import { isCityName } from '../../locations/table/city-names'
import { positionOf, quoteValue } from '../../values/errors'
import { DASHES, DOUBLE_QUOTES } from '../grammar/typed-signs'
import { analyze } from '../index/analyzer'
import { isAccepted, isSuggestible, SearchSyntaxError } from '../search-syntax-error'

/** The error about a field of another search engine; it names the parameter. */
class FieldError extends SearchSyntaxError {}

/** Rejects a field of another search engine at the beginning of a word. */
export function rejectField(
  source: string,
  offset: number,
  word: string,
  isBeforeQuote: boolean,
): void {
  const { field = '', value = '' } = FIELD.exec(word)?.groups ?? {}
  const parameter = FIELD_PARAMETERS.get(field.toLowerCase())
  if (parameter === undefined || (value === '' && !isBeforeQuote)) return
  const issue = `expected a term without a field, got ${quoteValue(word)}`
  const hint = `send it in the parameter ${parameter}`
  throw new FieldError(issue, positionOf(source, offset), hint)
}

/** The parameters for fields of other search engines. */
const FIELD_PARAMETERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    title:
      'title intitle allintitle jobtitle job_title position role occupation headline title_advanced',
    organization_advanced:
      'company employer organization organisation company_name organization_advanced',
    location: 'location inlocation city state province country where location_advanced',
    description:
      'description text content keyword keywords skill skills intext what q description_advanced',
    source: 'site source inurl',
    employment_type: 'employment_type employmenttype jobtype job_type',
    remote: 'remote',
    has_salary: 'salary has_salary pay',
  }).flatMap(([parameter, fields]) =>
    fields.split(' ').map((field) => [field, parameter] as const),
  ),
)

const NAMES = [...FIELD_PARAMETERS.keys()].join('|')

/** `title:java`, also behind parentheses and a sign that excludes. */
const FIELD = new RegExp(`^[(!-]*(?<field>${NAMES})[:=](?<value>.*)$`, 'is')

/** A field with its word or phrase. */
const TERM = new RegExp(
  `(?<![^\\s(])(?<sign>[${DASHES}!]?)(?<field>${NAMES})[:=](?:(?<word>[\\p{L}\\p{N}][^\\s()'${DOUBLE_QUOTES}]*)|["“'](?<phrase>[^'${DOUBLE_QUOTES}]*)["”'])(?![^\\s)])`,
  'giu',
)

/**
 * Runs `read`. Its error about a field gets what to send: the value of the parameter, and the rest of the filter if `parse`
 * accepts it; nothing if the filter has several fields, or a value that the parameter does not have.
 */
export function withFieldValue<Result>(
  source: string,
  read: () => Result,
  parse: (text: string) => unknown,
): Result {
  try {
    return read()
  } catch (error) {
    const sent = error instanceof FieldError ? whatToSend(source, parse) : undefined
    if (!(error instanceof FieldError) || sent === undefined) throw error
    throw new FieldError(error.issue, error.position, `send it in the parameter ${sent}`)
  }
}

function whatToSend(source: string, parse: (text: string) => unknown): string | undefined {
  const [term, other] = Array.from(source.matchAll(TERM))
  const { sign = '', field = '', word, phrase } = term?.groups ?? {}
  if (term === undefined || other !== undefined) return undefined
  const parameter = FIELD_PARAMETERS.get(field.toLowerCase())
  const value = parameterValue(parameter, { isExcluded: sign !== '', word, phrase })
  const rest = restOf(source.slice(0, term.index) + source.slice(term.index + term[0].length))
  if (value === undefined || (rest !== '' && !isAccepted(rest, parse))) return undefined
  const sent = rest === '' ? value : `${value}, and here: ${rest}`
  return isSuggestible(sent) ? sent : undefined
}

/** The parameter and the value of a field, as `title: java`. */
function parameterValue(
  parameter: string | undefined,
  {
    isExcluded,
    word,
    phrase,
  }: { isExcluded: boolean; word: string | undefined; phrase: string | undefined },
): string | undefined {
  const text = word ?? phrase?.trim() ?? ''
  switch (parameter) {
    case 'title':
    case 'description': {
      const minus = isExcluded ? '-' : ''
      return isWords(text)
        ? `${parameter}: ${minus}${word === undefined ? `"${text}"` : text}`
        : undefined
    }
    case 'organization_advanced': {
      const term = /^[\p{L}\p{N}]+$/u.test(text) ? text : `'${text}'`
      return isWords(text) ? `${parameter}: ${isExcluded ? '!' : ''}${term}` : undefined
    }
    case 'location':
      return isCityName(text) ? `location: ${isExcluded ? `-"${text}"` : text}` : undefined
    case 'remote':
    case 'has_salary': {
      const isTrue = /^(?:true|yes|1|only)$/i.test(text)
      if (!isTrue && !/^(?:false|no|0)$/i.test(text)) return undefined
      return `${parameter}: ${isTrue !== isExcluded}`
    }
    default:
      return undefined
  }
}

/** Whether a text is words, and no operator of a plain filter. */
function isWords(text: string): boolean {
  return (
    /^[\p{L}\p{N}\s.+#&’/-]*$/u.test(text) && !/^(?:AND|OR)$/.test(text) && analyze(text).length > 0
  )
}

/** A filter without the operator and the parentheses around what was taken out of it. */
function restOf(text: string): string {
  return text
    .replace(/\(\s*\)/g, ' ')
    .trim()
    .replace(/^(?:AND|&&?)\s|\s(?:AND|&&?)$/g, '')
    .trim()
    .replace(/\s+/g, ' ')
}
