import type { Country } from '../../values/country'
import { quoteValue } from '../../values/errors'
import { findRegion } from '../../values/region'
import { type AskedParameters, textOf } from './asked-values'
import { type Stripped, withoutFillers } from './fillers'
import { type PlaceInText, placeInText } from './place-in-text'
import { partsOf, withNearWords, withOtherForms, withPartedSlashes } from './unions'
import type { Vocabulary } from './vocabulary'

/** A text of a request as it may be meant. */
export interface Rewording {
  parameters: AskedParameters
  /** What it differs in. */
  said: readonly string[]
  /** The names of the parameters that it sends beside the text. */
  sent: readonly string[]
  /** Of `both`: the same without other forms of words. */
  rest?: Rewording
  kind: 'forms' | 'without' | 'both'
  /** Whether a mark in the text, such as `(ère)`, says that another form is meant. */
  isMarked?: boolean
  /** How many times the titles with a word have its other forms. */
  share?: number
}

export type TextParameter = 'title' | 'description' | 'q'

/** The ways in which the text of a parameter may be meant, the most probable first. */
export function rewordingsOf(
  parameters: AskedParameters,
  parameter: TextParameter,
  vocabulary: Vocabulary,
): Rewording[] {
  const text = textOf(parameters, parameter)
  // With operators, words cannot be left out one by one.
  if (partsOf(text).length === 0) return []
  const stripped = withoutFillers(text)
  const parted = withPartedSlashes(stripped.text, vocabulary.words)
  const found = isPlaceSent(parameters) ? undefined : postalOr(parted, vocabulary)
  const all = { ...stripped, text: parted, isParted: parted !== stripped.text }
  const rests = [
    ...(found ? [restOf(parameters, parameter, all, found)] : []),
    ...(found?.isSaid ? [] : [restOf(parameters, parameter, all)]),
  ]
  return [
    ...rests.flatMap((rest) => (rest === undefined ? [] : withForms(rest, parameter, vocabulary))),
    ...withForms({ parameters, said: [], sent: [] }, parameter, vocabulary),
  ]
}

/**
 * What is told of words that are probably no words of a job: amounts of pay, remote work, and a place behind `in`. `countries`: those
 * of the request.
 */
export function unreadWords(
  parameters: AskedParameters,
  parameter: TextParameter,
  vocabulary: Vocabulary,
  countries: readonly Country[],
): string[] {
  const typed = textOf(parameters, parameter)
  if (partsOf(typed).length === 0) return []
  const { text, pay, remote } = withoutFillers(typed)
  const found = isPlaceSent(parameters) ? undefined : postalOr(text, vocabulary)
  const place = found?.isSaid ? found.place : undefined
  return [
    ...(pay[0] ? [`${quoteValue(pay[0])} is read as words; pay cannot be searched here`] : []),
    ...(remote[0] && parameters.remote === undefined
      ? [`${quoteValue(remote[0])} is read as words; for remote jobs send 'remote=true'`]
      : []),
    ...Array.from(typed.matchAll(JOINED_WORDS), ([joint]) => {
      return `${quoteValue(joint)} is read as words side by side; for them anywhere write ${joint.replace(/[/_]/g, ' ')}`
    }),
    ...(place
      ? [`${quoteValue(place)} is read as words; ${placeHint(parameters, place, countries)}`]
      : []),
  ]
}

/** `java/python`, `software_engineer`; not `CI/CD`. */
const JOINED_WORDS = /(?<!\S)\p{L}{3,}[/_]\p{L}{3,}(?!\S)/gu

function placeHint(
  parameters: AskedParameters,
  place: string,
  countries: readonly Country[],
): string {
  const [[name, value] = ['', '']] = Object.entries(placeParameters(parameters, place) ?? {})
  if (name === '') return 'postal codes cannot be searched'
  const country = name === 'location' ? undefined : findRegion(place)?.country
  const isOther = country !== undefined && !countries.includes(country)
  return `for a place send '${isOther ? `country=${country}&` : ''}${name}=${value}'`
}

type Rest = Pick<Rewording, 'parameters' | 'said' | 'sent'>

/** The parameters without fillers, and with the place of the text in a parameter of its own. */
function restOf(
  parameters: AskedParameters,
  parameter: TextParameter,
  { text, fillers, pay, remote, isParted }: Stripped & { isParted: boolean },
  found?: PlaceInText,
): Rest | undefined {
  const isRemote = remote.length > 0 && parameters.remote === undefined
  const sent = found && placeParameters(parameters, found.place)
  const rest = found?.rest ?? text
  const left = rest === '' ? undefined : rest
  if (left === undefined && !isRemote && sent === undefined) return undefined
  const said = [
    ...(pay.length > 0 ? ['pay cannot be searched here'] : []),
    ...(sent === undefined && found ? ['postal codes cannot be searched'] : []),
    ...[...fillers, ...pay, ...(sent || !found ? [] : [found.place])].map((one) => {
      return `without ${quoteValue(one)}`
    }),
    ...Object.entries(sent ?? {}).map(([name, value]) => `with ${quoteValue(`${name}=${value}`)}`),
    ...(isRemote ? ["with 'remote=true'"] : []),
    ...(isParted ? ['with the words around the slash as words of their own'] : []),
  ]
  if (said.length === 0) return undefined
  const beside = { ...sent, ...(isRemote && { remote: true }) }
  const changed = { ...parameters, ...beside, [parameter]: left }
  return { parameters: changed, said, sent: Object.keys(beside) }
}

/** A rewording with other forms of its words, and without them. In both, a word that no job has is corrected. */
function withForms(
  { parameters, said, sent }: Rest,
  parameter: TextParameter,
  vocabulary: Vocabulary,
): Rewording[] {
  const typed = textOf(parameters, parameter)
  const { text, near } = withNearWords(typed, vocabulary.words)
  const isPlain = said.length === 0
  const saidNear = [...said, ...(near.length === 0 || isPlain ? [] : [`with ${near.join(', ')}`])]
  const union = withOtherForms(text, vocabulary.words)
  const whole = { ...parameters, [parameter]: text === '' ? undefined : text }
  const rest: Rewording[] = isPlain
    ? []
    : [{ parameters: whole, said: saidNear, sent, kind: 'without' }]
  if (union !== undefined && !(isPlain && near.length > 0)) {
    const forms = `with ${union.forms.join(', ')} too`
    const formed: Rewording = {
      parameters: { ...parameters, [parameter]: union.text },
      said: [...saidNear, forms],
      sent,
      ...(rest[0] && { rest: rest[0] }),
      kind: isPlain ? 'forms' : 'both',
      isMarked: union.isMarked,
      share: union.share,
    }
    return [formed, ...rest]
  }
  return rest
}

/** A postal code at the end is a place that cannot be sent. */
function postalOr(text: string, vocabulary: Vocabulary): PlaceInText | undefined {
  const code = POSTAL_CODE.exec(text)
  if (code === null) return placeInText(text, vocabulary)
  return { place: code[0].trim(), rest: text.slice(0, code.index).trim(), isSaid: true }
}

const POSTAL_CODE =
  /(?:^|\s)(?:(?:in |near )?(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d)|(?:in|near) [a-z]\d[a-z])$/i

function isPlaceSent({ location, location_advanced, city, province, state }: AskedParameters) {
  return (location ?? location_advanced ?? city ?? province ?? state) !== undefined
}

/** The place as the path takes it; undefined for a postal code. The live search has a parameter for regions. */
function placeParameters(parameters: AskedParameters, place: string): AskedParameters | undefined {
  if (POSTAL_CODE.test(place)) return undefined
  if (!('city' in parameters)) return { location: place }
  const region = findRegion(place)
  if (region === undefined) return { city: place }
  return region.country === 'CA' ? { province: [region.code] } : { state: [region.code] }
}
