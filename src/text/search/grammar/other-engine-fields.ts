import { quoteValue } from '../../../values/errors'
import { isCityName } from '../../locations/table/city-names'
import { analyze } from '../index/analyzer'
import { belongsElsewhere, type Elsewhere, isSuggestible, whereSent } from '../search-syntax-error'
import type { Syntax } from './operators'
import { DASHES, DOUBLE_QUOTES } from './typed-signs'

/** Rejects a word that begins with a field of another search engine: its value may stand behind a space, in quotes or in brackets. */
export function rejectField(source: string, offset: number, word: string, syntax: Syntax): void {
  FIELD.lastIndex = offset
  const found = FIELD.exec(source)
  if (found === null) return
  const { field = '' } = found.groups ?? {}
  const parameter = BY_FIELD.get(field.toLowerCase())
  if (parameter === undefined) return
  const before = source.slice(0, offset)
  // `Job Title: Nurse` is a heading that was copied with the title.
  if (/[:=]$/.test(word) && /\bjob\s+$/i.test(before)) return
  const issue = `expected a term without a field, got ${quoteValue(word)}`
  const bare = before.replace(SIGN, '')
  const after = source.slice(offset + found[0].length)
  const sent = whatToSend(parameter, found, {
    before: bare,
    after,
    syntax,
    isExcluded: bare !== before,
  })
  const named = { parameter: parameter.name, field: field.toLowerCase(), what: 'it' } as const
  throw belongsElsewhere(source, offset, issue, { ...named, ...sent })
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
}[] = [
  {
    name: 'title',
    fields:
      'title intitle allintitle jobtitle job_title position role occupation headline title_advanced',
    send: plainTerm,
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
  },
  {
    name: 'description',
    fields:
      'description text content keyword keywords skill skills intext what q description_advanced',
    send: plainTerm,
  },
  { name: 'source', fields: 'site source inurl' },
  { name: 'employment_type', fields: 'employment_type employmenttype jobtype job_type' },
  { name: 'remote', fields: 'remote', send: truth },
  { name: 'has_salary', fields: 'salary has_salary pay', send: truth },
]

const BY_FIELD = new Map(
  PARAMETERS.flatMap((one) => one.fields.split(' ').map((field) => [field, one])),
)

const NAMES = [...BY_FIELD.keys()].join('|')

/** A field with a value, and the word, phrase or group that it is. */
const FIELD = new RegExp(
  `(?<field>${NAMES})[:=](?=[^\\s,;|)\\]}]|\\s+(?!(?:AND|OR)\\s)[\\p{L}\\p{N}'"“«([{])\\s*(?:(?:(?<word>[\\p{L}\\p{N}][^\\s()'${DOUBLE_QUOTES}]*)|["“'](?<phrase>[^'${DOUBLE_QUOTES}]*)["”']|\\((?<group>[^()]*)\\))(?![^\\s)]))?`,
  'iuy',
)

/** The sign that excludes, before a field. */
const SIGN = new RegExp(`[${DASHES}!]$`)

/** The value of the parameter, and the rest of the filter; undefined for a value that the parameter does not have, and for a rest with operators. */
function whatToSend(
  { name, send }: (typeof PARAMETERS)[number],
  { 0: typed, groups = {} }: RegExpExecArray,
  {
    before,
    after,
    syntax,
    isExcluded,
  }: { before: string; after: string; syntax: Syntax; isExcluded: boolean },
): Pick<Elsewhere, 'value' | 'rest'> | undefined {
  const { word, phrase, group = '' } = groups
  // `title: line cook` has all that follows.
  const isAll = send === plainTerm && word !== undefined && /[:=]\s/.test(typed) && isWords(after)
  const text = (word ?? phrase ?? group) + (isAll ? after : '')
  const value = send?.({ text: text.trim(), isPhrase: phrase !== undefined, isExcluded })
  const rest = restOf(isAll ? before : before + after)
  const isRest = rest === '' || (isTerm(rest) && (syntax === 'plain' || !/\s/.test(rest)))
  if (value === undefined || !isRest) return undefined
  const sent = { value, rest: rest === '' ? undefined : rest }
  return isSuggestible(whereSent({ parameter: name, ...sent })) ? sent : undefined
}

function plainTerm({ text, isPhrase, isExcluded }: FieldValue): string | undefined {
  if (!isWords(text) || /^(?:AND|OR)$/.test(text)) return undefined
  if (isExcluded && !isPhrase && /\s/.test(text)) return undefined
  return `${isExcluded ? '-' : ''}${isPhrase ? `"${text}"` : text}`
}

function advancedTerm({ text, isExcluded }: FieldValue): string | undefined {
  if (!isTerm(text)) return undefined
  return `${isExcluded ? '!' : ''}${/^[\p{L}\p{N}]+$/u.test(text) ? text : `'${text}'`}`
}

function truth({ text, isExcluded }: FieldValue): string | undefined {
  return /^(?:true|yes|1|only)$/i.test(text) ? String(!isExcluded) : undefined
}

function isWords(text: string): boolean {
  return /^[\p{L}\p{N}\s.+#&’/-]*$/u.test(text) && analyze(text).length > 0
}

/** Words without an operator of a plain filter. */
function isTerm(text: string): boolean {
  return isWords(text) && !/(?<!\S)(?:AND|OR|NOT)(?!\S)/.test(text)
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
