import type { Term } from '../../text/search/grammar/tokens'
import { plainTokens } from '../../text/search/reading/parse-plain'
import { quoteValue } from '../../values/errors'
import type { Notice } from '../../values/notice'
import { type AskedParameters, type AskedValue, type ExplainedAnswer, textOf } from './asked-values'
import { countSearches, countText, hasOtherReading } from './changed-searches'
import { frequentCompound, frequentForm, MUCH_MORE, misspelt, withWord } from './suggestions'
import type { Vocabulary } from './vocabulary'

interface OtherSearchContext extends ExplainedAnswer {
  vocabulary: Vocabulary
  /** The values of the request. */
  asked: readonly AskedValue[]
}

/** Another search that a request may have been meant as. */
interface OtherSearch {
  parameter: keyof AskedParameters
  /** What is told before the number of jobs that it finds. */
  lead: string
  parameters: AskedParameters
  /** How many times the jobs of the request it has to find; absent: more jobs. */
  times?: number
  /** The word that it has in another form; absent if it differs otherwise. */
  reformed?: AskedValue
  /** Whether it lacks one of the words. */
  isShortened?: boolean
}

type CountedSearch = OtherSearch & { jobs: number }

/** The other searches that find more than a request with few jobs. */
export async function countOtherSearches(context: OtherSearchContext): Promise<CountedSearch[]> {
  const { queries, filter, parameters, found } = context
  const parameter = plainParameter(parameters)
  const isOpen = parameter !== undefined && !hasOtherReading(filter, parameter)
  const text = isOpen ? textOf(parameters, parameter) : ''
  const changed = (lead: string, rest: string, others: AskedParameters = {}): OtherSearch[] =>
    parameter && isOpen
      ? [{ parameter, lead, parameters: { ...parameters, ...others, [parameter]: rest } }]
      : []
  const searches = [
    ...withOtherWord(context),
    ...withoutDash(text, changed),
    ...withoutJobWord(text, changed),
    ...withoutCity(text, context, changed),
    ...(found === 0 ? withoutOneWord(text, changed) : []),
  ]
  const counts = await countSearches(
    queries,
    filter,
    searches.map((search) => search.parameters),
  )
  return searches
    .map((search, at) => ({ ...search, jobs: counts[at] ?? 0 }))
    .filter(({ jobs, times = 1 }) => jobs > found && jobs >= times * found)
}

/** The notice about the best other search; none if none is known. */
export function otherSearchNotice(
  searches: readonly CountedSearch[],
  absent: readonly AskedValue[],
): Notice[] {
  const meant = searches.find(
    ({ isShortened, reformed }) => !isShortened && !(reformed && absent.includes(reformed)),
  )
  // A word that no job has is told already.
  const shorter = absent.length === 0 ? searches.filter(({ isShortened }) => isShortened) : []
  const best = meant ?? shorter.toSorted((a, b) => b.jobs - a.jobs)[0]
  if (best === undefined) return []
  const verb = best.jobs === 1 ? 'job is' : 'jobs are'
  const detail = `${best.lead} ${countText(best.jobs)} ${verb} found`
  return [
    { parameter: best.parameter, detail, suggestion: textOf(best.parameters, best.parameter) },
  ]
}

type Change = (lead: string, text: string, others?: AskedParameters) => OtherSearch[]

/** The only plain text of a search; undefined if it has none or two. */
function plainParameter(parameters: AskedParameters): 'title' | 'description' | 'q' | undefined {
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

/** Another form or spelling of a word in the text that was searched. */
function withOtherWord({
  parameters,
  filter,
  asked,
  vocabulary: { words },
}: OtherSearchContext): OtherSearch[] {
  return asked.flatMap((reformed) => {
    const { parameter, value, isExcluded } = reformed
    if (value.kind !== 'word' || isExcluded || value.phrase.prefix) return []
    const isText = value.field === 'title' || value.field === 'text'
    if (!isText || hasOtherReading(filter, parameter)) return []
    const word = value.phrase.words.join(' ')
    const form = frequentForm(word, words) ?? misspelt(word, words)
    const name = form ?? frequentCompound(word, words)?.join(' ')
    if (name === undefined) return []
    const quote = parameter.endsWith('_advanced') ? "'" : '"'
    const written = form ?? `${quote}${name}${quote}`
    const changed = withWord(parameters, parameter, word, written)
    const lead = `few jobs have ${quoteValue(word)}; with ${name},`
    return changed ? [{ parameter, lead, parameters: changed, times: MUCH_MORE, reformed }] : []
  })
}

/** `Nurse -Toronto`, as titles are pasted. */
function withoutDash(text: string, change: Change): OtherSearch[] {
  const changed = text.replace(/(?<=\S\s+)[-–—](?=\p{Lu})/gu, '')
  if (changed === text) return []
  return change("a '-' right before a word excludes it; without it", changed)
}

/** Words that people add to a search, and that few postings contain. */
const JOB_WORDS =
  /^(?:jobs?|hiring|careers?|vacanc(?:y|ies)|openings?|employment|emplois?|recrutement)$/i

function withoutJobWord(text: string, change: Change): OtherSearch[] {
  const words = text.trim().split(/\s+/)
  const last = words.pop() ?? ''
  if (words.length === 0 || !JOB_WORDS.test(last)) return []
  return change(`without ${quoteValue(last)},`, words.join(' '))
}

/** `nurse toronto`, if no place is sent. */
function withoutCity(
  text: string,
  { parameters, vocabulary }: OtherSearchContext,
  change: Change,
): OtherSearch[] {
  const { location, location_advanced, city } = parameters
  const parts = partsOf(text)
  const words = parts.some(({ isQuoted, prefix }) => isQuoted || prefix)
    ? []
    : parts.map((part) => part.text)
  if ((location ?? location_advanced ?? city) !== undefined) return []
  const length = [3, 2, 1].find((count) => {
    return count < words.length && vocabulary.hasCity(words.slice(-count).join(' '))
  })
  if (length === undefined) return []
  const name = words.slice(-length).join(' ')
  const rest = words.slice(0, -length)
  if (rest.length > 1 && /^(?:in|at)$/i.test(rest.at(-1) ?? '')) rest.pop()
  const place = 'city' in parameters ? 'city' : 'location'
  return change(`with ${quoteValue(`${place}=${name}`)},`, rest.join(' '), { [place]: name })
}

/** With more words than this, they are not left out in turn. */
const MAX_WORDS = 6

function withoutOneWord(text: string, change: Change): OtherSearch[] {
  const parts = partsOf(text).map(({ text, prefix, isQuoted }) => {
    return `${isQuoted ? `"${text}"` : text}${prefix ? '*' : ''}`
  })
  if (parts.length < 2 || parts.length > MAX_WORDS) return []
  return parts.flatMap((part, at) => {
    const lead = `no job has all words; without ${quoteValue(part)},`
    const shortened = change(lead, parts.toSpliced(at, 1).join(' '))
    return shortened.map((search) => ({ ...search, isShortened: true }))
  })
}

/** The words and phrases of a text that has no operators; none of other texts. */
function partsOf(text: string): Term[] {
  const tokens = text === '' ? [] : plainTokens(text)
  const terms = tokens.flatMap((token) =>
    token.kind === 'term' && token.slop === undefined ? [token] : [],
  )
  return terms.length === tokens.length ? terms : []
}
