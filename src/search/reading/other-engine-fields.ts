import { isCityName } from '../../locations/table/city-names'
import { quoteValue } from '../../values/errors'
import { DASHES, DOUBLE_QUOTES } from '../grammar/typed-signs'
import { analyze } from '../index/analyzer'
import { isAccepted, isSuggestible, SearchSyntaxError } from '../search-syntax-error'

/** The issue of a field of another search engine at the beginning of a word; it names the parameter. */
export function findField(
  word: string,
  isBeforeQuote: boolean,
): { issue: string; hint: string } | undefined {
  const { field = '', value = '' } = FIELD.exec(word)?.groups ?? {}
  const parameter = FIELD_PARAMETERS.get(field.toLowerCase())
  if (parameter === undefined || (value === '' && !isBeforeQuote)) return undefined
  return {
    issue: `expected a term without a field, got ${quoteValue(word)}`,
    hint: `send it in the parameter ${parameter}`,
  }
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
 * The error about a field with what to send: the value of its parameter, and the rest of the filter if `parse`
 * accepts it. Unchanged if the filter has several fields, or a value that its parameter does not have.
 */
export function withFieldValue(
  error: SearchSyntaxError,
  source: string,
  parse: (text: string) => unknown,
): SearchSyntaxError {
  const [term, other] = Array.from(source.matchAll(TERM))
  const { sign = '', field = '', word, phrase } = term?.groups ?? {}
  if (term === undefined || other !== undefined) return error
  const sent = parameterValue(FIELD_PARAMETERS.get(field.toLowerCase()), {
    isExcluded: sign !== '',
    word,
    phrase,
  })
  const rest = source.slice(0, term.index) + source.slice(term.index + term[0].length)
  const others = restOf(rest)
  if (sent === undefined || (others !== '' && !isAccepted(others, parse))) return error
  const hint = `send it in the parameter ${sent}${others === '' ? '' : `, and here: ${others}`}`
  return isSuggestible(hint)
    ? new SearchSyntaxError(error.issue, error.position, hint, error.mistake)
    : error
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
