import { type Stripped, withoutFillers, withoutHours } from '../../text/search/reading/fillers'
import { employmentTypes } from '../../values/employment-types'
import { quoteValue } from '../../values/errors'
import type { Notice } from '../../values/notice'
import type { EmploymentType } from '../../values/vocabulary'
import {
  type AskedParameters,
  type AskedValue,
  type ExplainedAnswer,
  plainTexts,
  type TextParameter,
  textOf,
} from './asked-values'
import { hasOtherReading } from './changed-searches'
import type { PlaceInText } from './place-in-text'
import { placeHint, placeParameters } from './place-parameters'
import {
  jointsIn,
  looseWords,
  partsOf,
  withOtherForms,
  withoutExclusions,
  withPartedSlashes,
} from './unions'
import type { Vocabulary } from './vocabulary'

/** Another search that a request may have been meant as. */
export interface OtherSearch {
  kind: 'near word' | 'reworded' | 'city around'
  parameter: keyof AskedParameters
  parameters: AskedParameters
  /** The sentence before the number of jobs that it finds. */
  lead: string
  /** How many times the jobs of the request it has to find. */
  times: number
  /** The word that it has in another spelling. */
  reformed?: AskedValue
  /** The same without other forms of words. */
  rest?: OtherSearch | undefined
  /** How many times the titles with a word have its other forms. */
  share?: number
  /** The word of the other spelling. */
  name?: string | undefined
}

/** Times as many jobs from which a notice names another search at any count: with other forms of a word, and without fillers. */
export const FORMS_TIMES = 1.5
export const WITHOUT_TIMES = 2

/** The only plain text of a search, if nothing else is proposed for it. */
export function openText({
  parameters,
  filter,
}: Pick<ExplainedAnswer, 'parameters' | 'filter'>): TextParameter | undefined {
  const [first, ...others] = plainTexts(parameters)
  const isOpen = first && others.length === 0 && !hasOtherReading(filter, first)
  return isOpen ? first : undefined
}

/** What the open text of a request says that is no word of a job, and the rest. */
export interface Meaning extends Stripped {
  parameter: TextParameter
  typed: string
  /** Whether words around a slash are words of their own in the rest. */
  isParted: boolean
  /** Words for full-time and part-time work, where the type can be asked. */
  hours: readonly string[]
  types?: readonly EmploymentType[] | undefined
  place?: PlaceInText | undefined
  /** What the text excludes, in the plain syntax. */
  excluded: string
}

/** Undefined for a text with operators, but for exclusions: its words cannot be left out one by one. A text with quotes is not taken apart. */
export function meaningOf(answer: ExplainedAnswer, vocabulary: Vocabulary): Meaning | undefined {
  const parameter = openText(answer) ?? textOfPlaces(answer, vocabulary)
  const asked = parameter === undefined ? spokenExclusions(answer) : undefined
  const name = parameter ?? asked?.parameter
  if (name === undefined) return undefined
  const { text: typed, excluded } = withoutExclusions(
    asked?.text ?? textOf(answer.parameters, name),
  )
  const terms = partsOf(typed)
  if (terms.length === 0) return undefined
  const bare = { text: typed, fillers: [], pay: [], remote: [], hours: [], isParted: false }
  const whole = { parameter: name, typed, excluded, ...bare }
  if (terms.some(({ isQuoted, isNative }) => isQuoted && isNative)) return whole
  const stripped = withoutFillers(typed)
  const isTimed = 'employment_type' in answer.parameters && !answer.parameters.employment_type
  const { text: timed, hours } = isTimed ? withoutHours(stripped.text) : { ...stripped, hours: [] }
  const text = withPartedSlashes(timed, vocabulary.words)
  const { location, location_advanced, city, province, state } = answer.parameters
  const isPlaced = (location ?? location_advanced ?? city ?? province ?? state) !== undefined
  const [place] = isPlaced ? [] : vocabulary.placeIn(text)
  const types = employmentTypes(hours.join(' '))
  return { ...whole, ...stripped, text, hours, types, isParted: text !== timed, place }
}

/** The only plain text of a search whose `or` stands between two places. */
function textOfPlaces(
  { parameters, filter }: ExplainedAnswer,
  vocabulary: Vocabulary,
): TextParameter | undefined {
  const [first, ...others] = plainTexts(parameters)
  if (first === undefined || others.length > 0 || !hasOtherReading(filter, first)) return undefined
  const [place] = vocabulary.placeIn(textOf(parameters, first))
  const isWhole = place?.isSeveral && !/(?<!\S)(?:or|ou|and|et|not|no)(?!\S)/i.test(place.rest)
  return isWhole && !('city' in parameters) ? first : undefined
}

/** The only plain text of a search as it is with the exclusions that are told: `junior -senior` for `junior no senior`. */
function spokenExclusions({ parameters, filter }: ExplainedAnswer) {
  const [parameter, ...others] = plainTexts(parameters)
  const told = (filter.notices ?? []).filter((one) => one.parameter === parameter)
  const [text, ...more] = told.flatMap(({ suggestion }) => suggestion ?? [])
  const isOne = parameter !== undefined && others.length + more.length === 0
  return isOne && text !== undefined && withoutExclusions(text).excluded !== ''
    ? { parameter, text }
    : undefined
}

/** The ways in which a text may be meant, the most probable first. */
export function rewordingsOf(
  parameters: AskedParameters,
  { place, ...meant }: Meaning,
  vocabulary: Vocabulary,
): OtherSearch[] {
  const rests = [place && restOf(parameters, { ...meant, place })]
  if (!place?.isSaid) rests.push(restOf(parameters, meant))
  const typed = { ...parameters, [meant.parameter]: meant.typed }
  return [...rests, { parameters: typed, said: [] }].flatMap((rest) =>
    rest === undefined ? [] : withForms(rest, meant, vocabulary),
  )
}

/**
 * Notices about words that are probably meant otherwise: fillers, amounts of pay, remote work, a place behind `in`, and words that
 * are read side by side or anywhere.
 */
export function unreadNotices(
  { parameters, filter, found }: ExplainedAnswer,
  { parameter, typed, pay, remote, hours, types, fillers, place }: Meaning,
  vocabulary: Vocabulary,
): Notice[] {
  const hint = place?.isSaid ? placeHint(parameters, place, filter) : undefined
  const said = [
    ...pay.slice(0, 1).map((one) => [one, `words; ${payHint(parameters)}`]),
    ...(parameters.remote === undefined ? remote.slice(0, 1) : []).map((one) => {
      return [one, "words; for remote jobs send 'remote=true'"]
    }),
    ...hours.slice(0, 1).map((one) => {
      return [one, `words; for jobs of this kind send ${sentTypes(types)}`]
    }),
    ...fillers.slice(0, found > 0 ? 1 : 0).map((one) => {
      return [one, 'words; leave them out if they are no part of the job']
    }),
    ...jointsIn(typed).map((joint) => {
      return [joint, `words side by side; for them anywhere write ${joint.replace(/[/_-]/g, ' ')}`]
    }),
    ...(parameter === 'title' ? [] : looseWords(typed, vocabulary.words)).map(([words, better]) => {
      return [words, `words anywhere; side by side write ${better}`]
    }),
    ...(place && hint ? [[place.text, `words; ${hint}`]] : []),
  ]
  return said.map(([text = '', reading]) => {
    return { parameter, detail: `${quoteValue(text)} is read as ${reading}`, suggestion: null }
  })
}

interface Rest {
  parameters: AskedParameters
  /** What it differs in. */
  said: readonly string[]
}

/** The parameters without fillers, and with the place of the text in a parameter of its own. */
function restOf(
  parameters: AskedParameters,
  { parameter, text, fillers, pay, remote, types, isParted, place }: Meaning,
): Rest | undefined {
  const isRemote = remote.length > 0 && parameters.remote === undefined
  const sent = place && placeParameters(parameters, place)
  const isPostal = place?.isPostal === true
  const left = (place?.rest ?? text) || undefined
  const isPlaced = sent !== undefined && !isPostal
  if (left === undefined && !isRemote && !types && !isPlaced) return undefined
  const without = [...fillers, ...pay, ...(isPostal ? [place.text] : [])]
  const said = [
    ...(pay.length > 0 ? [payHint(parameters)] : []),
    ...(isPostal ? ['postal codes cannot be searched'] : []),
    ...without.map((one) => `without ${quoteValue(one)}`),
    ...Object.entries(sent ?? {}).map(([name, value]) => `with ${quoteValue(`${name}=${value}`)}`),
    ...(isRemote ? ["with 'remote=true'"] : []),
    ...(types ? [`with ${sentTypes(types)}`] : []),
    ...(isParted ? ['with the words around the slash as words of their own'] : []),
  ]
  if (said.length === 0) return undefined
  const beside = {
    ...sent,
    ...(isRemote && { remote: true }),
    ...(types && { employment_type: types }),
  }
  return { parameters: { ...parameters, ...beside, [parameter]: left }, said }
}

/** A rewording with other forms of its words, and without them. */
function withForms(
  { parameters, said }: Rest,
  { parameter, excluded }: Pick<Meaning, 'parameter' | 'excluded'>,
  vocabulary: Vocabulary,
): OtherSearch[] {
  const typed = textOf(parameters, parameter)
  const isTyped = said.length === 0
  const search = (changed: string | undefined, differences: readonly string[], times: number) => ({
    kind: 'reworded' as const,
    parameter,
    parameters: { ...parameters, [parameter]: withExclusions(changed, excluded) },
    lead: `${differences.join(', ')},`,
    times,
  })
  const rest = isTyped ? undefined : search(typed || undefined, said, WITHOUT_TIMES)
  const union = withOtherForms(typed, vocabulary)
  if (union === undefined) return rest ? [rest] : []
  const times = union.isMarked ? 1 : isTyped ? FORMS_TIMES : WITHOUT_TIMES
  const formed = search(union.text, [...said, `with ${union.forms.join(', ')} too`], times)
  return [{ ...formed, rest, share: union.share }, ...(rest ? [rest] : [])]
}

/** A text with what it excludes behind it. */
export function withExclusions(text: string | undefined, excluded: string): string | undefined {
  // An exclusion belongs to the nearest alternative.
  const isOpen = excluded !== '' && / OR /.test(text ?? '') && !/[()]/.test(text ?? '')
  const kept = isOpen ? `(${text})` : (text ?? '')
  return [kept, excluded].filter((part) => part !== '').join(' ') || undefined
}

function sentTypes(types: readonly EmploymentType[] = []): string {
  return quoteValue(`employment_type=${types}`)
}

function payHint(parameters: AskedParameters): string {
  return 'pay_at_least' in parameters
    ? "for pay send 'pay_at_least' and 'pay_unit'"
    : 'pay cannot be searched here'
}
