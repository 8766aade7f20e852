import { cityAround } from '../../text/locations/typed-areas'
import { quoteValue } from '../../values/errors'
import type { Notice } from '../../values/notice'
import { type AskedParameters, type AskedValue, type ExplainedAnswer, textOf } from './asked-values'
import { countSearches, countText, hasOtherReading } from './changed-searches'
import { type Rewording, rewordingsOf, type TextParameter, unreadWords } from './rewordings'
import { MUCH_MORE, misspelt, sentValue, withWord } from './suggestions'
import { partsOf, writtenTerm } from './unions'
import type { Vocabulary } from './vocabulary'
import { otherForms } from './word-forms'

interface OtherSearchContext extends ExplainedAnswer {
  vocabulary: Vocabulary
  /** The values of the request. */
  asked: readonly AskedValue[]
  isShort: boolean
}

/** Another search that a request may have been meant as. */
interface OtherSearch {
  parameter: keyof AskedParameters
  /** What is told before the number of jobs that it finds. */
  lead: string
  parameters: AskedParameters
  /** How many times the jobs of the request it has to find; absent: more jobs. */
  times?: number
  /** The word that it has in another spelling; absent if it differs otherwise. */
  reformed?: AskedValue
  /** Whether it lacks one of the words. */
  isShortened?: boolean
  rewording?: Rewording
}

type CountedSearch = OtherSearch & { jobs: number }

/** How much more a search finds that is told at any count: with other forms of a word, and without what is no part of a job. */
const FORMS_TIMES = 1.5
const WITHOUT_TIMES = 2
/** Jobs of a request that are counted to compare them. */
const MAX_COMPARED = 5_000

/** The other searches that find more than a request. */
export async function countOtherSearches(context: OtherSearchContext): Promise<CountedSearch[]> {
  const { queries, filter, parameters, isShort, limit = Number.POSITIVE_INFINITY } = context
  const parameter = plainParameter(parameters)
  const isOpen = parameter !== undefined && !hasOtherReading(filter, parameter)
  const text = isOpen ? textOf(parameters, parameter) : ''
  const searches = [
    ...(isShort ? [...withOtherWord(context), ...withoutDash(text, parameter, parameters)] : []),
    ...(isOpen ? reworded(parameters, parameter, context.vocabulary) : []),
    ...withCityAround(parameters),
    ...(context.found === 0 && isOpen ? withoutOneWord(text, parameter, context) : []),
  ]
  if (searches.length === 0) return []
  const isFull = context.found >= limit
  const most = isFull ? MAX_COMPARED : Math.min(Math.max(2 * context.found + 1, 100), MAX_COMPARED)
  const all = [...searches.map((search) => search.parameters), ...(isFull ? [parameters] : [])]
  const counts = await countSearches(queries, filter, all, most)
  const found = isFull ? (counts.at(-1) ?? most) : context.found
  const counted = searches.map((search, at) => ({ ...search, jobs: counts[at] ?? 0, most }))
  return counted.filter(({ jobs, times = 1, rewording }) => {
    const rest = rewording?.rest === undefined ? 0 : jobsOf(counted, rewording.rest)
    // Where both are too many to be counted, titles say it.
    const isFormed = (rewording?.share ?? 0) >= FORMS_TIMES - 1
    const isMore =
      rest < most ? jobs >= FORMS_TIMES * rest || rest < WITHOUT_TIMES * found : isFormed
    return jobs > found && jobs >= times * found && isMore
  })
}

function jobsOf(counted: readonly CountedSearch[], wanted: Rewording): number {
  return counted.find(({ rewording }) => rewording === wanted)?.jobs ?? 0
}

/** The notice about the best other search; none if none is known. */
export function otherSearchNotice(
  searches: readonly (CountedSearch & { most?: number })[],
  absent: readonly AskedValue[],
): Notice[] {
  const inCity = searches.find(({ parameter }) => parameter === 'location')
  const meant = searches.find((search) => {
    const { isShortened, reformed } = search
    return search !== inCity && !isShortened && !(reformed && absent.includes(reformed))
  })
  // A word that no job has is told already.
  const shorter = absent.length === 0 ? searches.find(({ isShortened }) => isShortened) : undefined
  return [meant ?? shorter, inCity].flatMap((best) => {
    if (best === undefined) return []
    const verb = best.jobs === 1 ? 'job is' : 'jobs are'
    const detail = `${best.lead} ${countText(best.jobs, best.most)} ${verb} found`
    return [noticeOf(best, detail)]
  })
}

/** The values that the search sends, in the parameter of the text if it keeps one. */
function noticeOf({ parameter, parameters, rewording }: OtherSearch, detail: string): Notice {
  const others = rewording ? sentBeside(parameters, rewording.sent) : {}
  const text = textOf(parameters, parameter)
  if (text !== '') {
    const isAlone = Object.keys(others).length === 0
    return { parameter, detail, suggestion: text, ...(isAlone ? {} : { with: others }) }
  }
  const [[name, value] = [parameter, ''], ...more] = Object.entries(others)
  const rest = { ...Object.fromEntries(more), [parameter]: null }
  return { parameter: name, detail, suggestion: value, with: rest }
}

const PLACES = ['location', 'city', 'province', 'state'] as const

function sentBeside(parameters: AskedParameters, sent: readonly string[]): Record<string, string> {
  const names = [...PLACES, 'remote' as const].filter((name) => sent.includes(name))
  return Object.fromEntries(names.map((name) => [name, sentValue(parameters, name)]))
}

/** What is read as words in a text and probably meant otherwise. */
export function unreadNotices(
  { parameters, filter }: ExplainedAnswer,
  vocabulary: Vocabulary,
): Notice[] {
  const parameter = plainParameter(parameters)
  if (parameter === undefined || hasOtherReading(filter, parameter)) return []
  return unreadWords(parameters, parameter, vocabulary, filter.countries).map((detail) => ({
    parameter,
    detail,
    suggestion: null,
  }))
}

/** The only plain text of a search; undefined if it has none or two. */
function plainParameter(parameters: AskedParameters): TextParameter | undefined {
  const { title, title_advanced, description, description_advanced, q } = parameters
  const hasTitle = title !== undefined && title_advanced === undefined
  const hasText = q === undefined && description !== undefined && description_advanced === undefined
  const texts = [
    ...(hasTitle ? (['title'] as const) : []),
    ...(q === undefined ? [] : (['q'] as const)),
    ...(hasText ? (['description'] as const) : []),
  ]
  return texts.length === 1 ? texts[0] : undefined
}

/** The space before a code: `Queens NY`. */
const BEFORE_CODE = /\s(?=[a-z]{2}$)/i

/** `Scarborough` is a town, and a part of Toronto. */
function withCityAround(parameters: AskedParameters): OtherSearch[] {
  const { location = '', location_advanced } = parameters
  const [name = '', ...rest] = location
    .split(location.includes(',') ? ',' : BEFORE_CODE)
    .map((part) => part.trim())
  const city = location_advanced === undefined ? cityAround(name, rest) : undefined
  if (city === undefined) return []
  const lead = `${quoteValue(name)} is also a part of ${city}; with it`
  const changed = { ...parameters, location: `${location.trim()} OR ${city}` }
  return [{ parameter: 'location', lead, parameters: changed, times: FORMS_TIMES }]
}

function reworded(
  parameters: AskedParameters,
  parameter: TextParameter,
  vocabulary: Vocabulary,
): OtherSearch[] {
  return rewordingsOf(parameters, parameter, vocabulary).map((rewording) => ({
    parameter,
    parameters: rewording.parameters,
    lead: `${rewording.said.join(', ')},`,
    times: rewording.isMarked ? 1 : rewording.kind === 'forms' ? FORMS_TIMES : WITHOUT_TIMES,
    rewording,
  }))
}

/** A misspelt word of the text that was searched. */
function withOtherWord({
  parameters,
  filter,
  asked,
  vocabulary,
}: OtherSearchContext): OtherSearch[] {
  return asked.flatMap((reformed) => {
    const { parameter, value, isExcluded } = reformed
    if (value.kind !== 'word' || isExcluded || value.phrase.prefix) return []
    const isText = value.field === 'title' || value.field === 'text'
    if (!isText || hasOtherReading(filter, parameter)) return []
    const word = value.phrase.words.join(' ')
    const near = misspelt(word, vocabulary.words)
    // Another form is told beside the one that was typed.
    const name = near !== undefined && otherForms(word).includes(near) ? undefined : near
    const changed = name === undefined ? undefined : withWord(parameters, parameter, word, name)
    const lead = `few jobs have ${quoteValue(word)}; with ${name},`
    return changed ? [{ parameter, lead, parameters: changed, times: MUCH_MORE, reformed }] : []
  })
}

/** `Nurse -Toronto`, as titles are pasted. */
function withoutDash(
  text: string,
  parameter: TextParameter | undefined,
  parameters: AskedParameters,
): OtherSearch[] {
  const changed = text.replace(/(?<=\S\s+)[-–—](?=\p{Lu})/gu, '')
  if (changed === text || parameter === undefined) return []
  const lead = "a '-' right before a word excludes it; without it"
  return [{ parameter, lead, parameters: { ...parameters, [parameter]: changed } }]
}

/** With more words than this, they are not left out in turn. */
const MAX_WORDS = 6
/** Titles with a word that names a job. */
const NAMES_JOB = 3
/** Words that name no job by themselves. */
const GENERIC =
  /^(?:workers?|staff|employees?|people|persons?|help|members?|personnel|travailleurs?)$/i

/** Each word left out in turn: numbers first, then the rarest in titles; never the only one that names the job. */
function withoutOneWord(
  text: string,
  parameter: TextParameter,
  { parameters, vocabulary: { words } }: OtherSearchContext,
): OtherSearch[] {
  const terms = partsOf(text)
  if (terms.length < 2 || terms.length > MAX_WORDS) return []
  const titles = terms.map((term) => Math.min(...term.words.map((word) => words.get(word) ?? 0)))
  const names = [...terms.keys()].filter((at) => {
    return (titles[at] ?? 0) >= NAMES_JOB && !GENERIC.test(terms[at]?.text ?? '')
  })
  const rank = (at: number) => {
    const word = terms[at]?.text ?? ''
    return /^\d+$/.test(word) || GENERIC.test(word) ? -1 : (titles[at] ?? 0)
  }
  return [...terms.keys()]
    .filter((at) => names.length !== 1 || names[0] !== at)
    .sort((a, b) => rank(a) - rank(b))
    .map((at) => {
      const written = terms.map(writtenTerm)
      const lead = `no job has all words; without ${quoteValue(written[at] ?? '')},`
      const rest = written.toSpliced(at, 1).join(' ')
      return {
        parameter,
        lead,
        parameters: { ...parameters, [parameter]: rest },
        isShortened: true,
      }
    })
}
