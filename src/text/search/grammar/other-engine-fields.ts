import { positionOf, quoteValue } from '../../../values/errors'
import { isCityName } from '../../locations/table/city-names'
import { analyze } from '../index/analyzer'
import { isAccepted, isSuggestible, SearchSyntaxError } from '../search-syntax-error'
import { DASHES, DOUBLE_QUOTES } from './typed-signs'

/** The error about a field of another search engine; it names the parameter. */
class FieldError extends SearchSyntaxError {}

/** Rejects a field of another search engine at the beginning of a word, whose value may stand behind a space or in brackets. */
export function rejectField(
  source: string,
  offset: number,
  word: string,
  isBeforeQuote: boolean,
): void {
  const { field = '', value = '' } = FIELD.exec(word)?.groups ?? {}
  const parameter = BY_FIELD.get(field.toLowerCase())
  if (parameter === undefined) return
  const isSplit = value === '' && !isBeforeQuote
  if (isSplit && !VALUE_BEHIND.test(source.slice(offset + word.length))) return
  // `Job Title: Nurse` is a heading that was copied with the title.
  if (isSplit && /\bjob\s+$/i.test(source.slice(Math.max(0, offset - 10), offset))) return
  const issue = `expected a term without a field, got ${quoteValue(word)}`
  const hint = `send it in the parameter ${parameter.name}`
  throw new FieldError(issue, positionOf(source, offset), hint)
}

/** The word or phrase of a field. */
interface FieldValue {
  text: string
  isPhrase: boolean
  isExcluded: boolean
}

/** The parameters for fields of other search engines; `send` gives the value of a parameter that can have it. */
const PARAMETERS: readonly {
  name: string
  fields: string
  send?: (value: FieldValue) => string | undefined
  /** What belongs to a value behind a space, of the text that follows its first word. */
  more?: (word: string, rest: string) => string
}[] = [
  {
    name: 'title',
    fields:
      'title intitle allintitle jobtitle job_title position role occupation headline title_advanced',
    send: plainTerm,
    more: allWords,
  },
  {
    name: 'organization_advanced',
    fields: 'company employer organization organisation company_name organization_advanced',
    send: advancedTerm,
  },
  {
    name: 'location',
    fields: 'location inlocation city state province country where location_advanced',
    send: ({ text, isExcluded }) =>
      isCityName(text) ? (isExcluded ? `-"${text}"` : text) : undefined,
    more: restOfCity,
  },
  {
    name: 'description',
    fields:
      'description text content keyword keywords skill skills intext what q description_advanced',
    send: plainTerm,
    more: allWords,
  },
  { name: 'source', fields: 'site source inurl' },
  { name: 'employment_type', fields: 'employment_type employmenttype jobtype job_type' },
  { name: 'remote', fields: 'remote', send: truthValue },
  { name: 'has_salary', fields: 'salary has_salary pay', send: truthValue },
]

const BY_FIELD = new Map(
  PARAMETERS.flatMap((one) => one.fields.split(' ').map((field) => [field, one])),
)

const NAMES = [...BY_FIELD.keys()].join('|')

/** `title:java`, also behind parentheses and a sign that excludes. */
const FIELD = new RegExp(`^[(!-]*(?<field>${NAMES})[:=](?<value>.*)$`, 'is')

/** What may be the value of a field behind its sign. */
const VALUE_BEHIND = /^\s*[([{]|^\s+[\p{L}\p{N}'"“«]/u

/** A field with its word, phrase or group. */
const TERM = new RegExp(
  `(?<![^\\s(])(?<sign>[${DASHES}!]?)(?<field>${NAMES})[:=]\\s*(?:(?<word>[\\p{L}\\p{N}][^\\s()'${DOUBLE_QUOTES}]*)|["“'](?<phrase>[^'${DOUBLE_QUOTES}]*)["”']|\\((?<group>[^()]*)\\))(?![^\\s)])`,
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
  const { sign = '', field = '', word, phrase, group } = term?.groups ?? {}
  if (term === undefined || other !== undefined) return undefined
  const parameter = BY_FIELD.get(field.toLowerCase())
  const typed = word ?? phrase ?? group ?? ''
  const end = term.index + term[0].length
  const isSplit = word !== undefined && /[:=]\s/.test(term[0])
  const more = isSplit ? (parameter?.more?.(typed, source.slice(end)) ?? '') : ''
  const text = (typed + more).trim()
  const isPhrase = phrase !== undefined
  const value = parameter?.send?.({ text, isPhrase, isExcluded: sign !== '' })
  const rest = restOf(source.slice(0, term.index) + source.slice(end + more.length))
  if (value === undefined || (rest !== '' && !isAccepted(rest, parse))) return undefined
  const sent = `${parameter?.name}: ${value}${rest === '' ? '' : `, and here: ${rest}`}`
  return isSuggestible(sent) ? sent : undefined
}

/** All that follows, if it is words. */
function allWords(_word: string, rest: string): string {
  return isWords(rest) ? rest : ''
}

/** The words that make the longest name of a city with the one before. */
function restOfCity(word: string, rest: string): string {
  const names = Array.from(rest.matchAll(/\s+\S+/g))
    .slice(0, 3)
    .map((match) => rest.slice(0, match.index + match[0].length))
  return names.findLast((more) => isCityName(word + more)) ?? ''
}

function plainTerm({ text, isPhrase, isExcluded }: FieldValue): string | undefined {
  if (!isWords(text) || (isExcluded && !isPhrase && /\s/.test(text))) return undefined
  return `${isExcluded ? '-' : ''}${isPhrase ? `"${text}"` : text}`
}

function advancedTerm({ text, isExcluded }: FieldValue): string | undefined {
  if (!isWords(text) || /(?:^|\s)(?:AND|OR|NOT)\s/.test(text)) return undefined
  return `${isExcluded ? '!' : ''}${/^[\p{L}\p{N}]+$/u.test(text) ? text : `'${text}'`}`
}

function truthValue({ text, isExcluded }: FieldValue): string | undefined {
  const isTrue = /^(?:true|yes|1|only)$/i.test(text)
  if (!isTrue && !/^(?:false|no|0)$/i.test(text)) return undefined
  return String(isTrue !== isExcluded)
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
