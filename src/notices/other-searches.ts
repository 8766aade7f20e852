import type { Queries } from '../database/client/drizzle'
import { countUpTo } from '../database/queries/count-up-to'
import type { JobFilter } from '../filters/job-filter'
import { operatorOf } from '../search/grammar/operators'
import { parsePlaces } from '../search/places/parse-places'
import { parsePlain } from '../search/reading/parse-plain'
import { SearchSyntaxError } from '../search/search-syntax-error'
import { quoteValue } from '../values/errors'
import type { Notice } from '../values/notice'
import type { AskedParameters } from './asked-values'
import type { Vocabulary } from './vocabulary'
import { countText, MAX_COUNT } from './word-counts'

interface Asking {
  queries: Queries
  parameters: AskedParameters
  filter: JobFilter
  found: number
}

/** Another search that a plain text may have been meant as. */
interface OtherSearch {
  /** What is told before the number of jobs that it finds. */
  lead: string
  /** The whole text of the parameter in that search. */
  text: string
  /** A city that it sends as its location. */
  city?: string
}

/** The notice about the plain text of a search that finds few jobs: another search that finds more. */
export async function otherSearches(
  { queries, parameters, filter, found }: Asking,
  vocabulary: Vocabulary,
  { hasAbsent }: { hasAbsent: boolean },
): Promise<Notice[]> {
  const plain = plainText(parameters)
  if (plain === undefined) return []
  const { parameter, text } = plain
  const count = async (searches: readonly OtherSearch[]) => {
    const read = searches.flatMap((search) => {
      const changed = changedFilter(filter, plain, search)
      return changed === undefined ? [] : [{ search, changed }]
    })
    const filters = read.map(({ changed }) => changed)
    const jobs = await countUpTo(queries, filters, MAX_COUNT)
    return read
      .map(({ search }, at) => ({ ...search, jobs: jobs[at] ?? 0 }))
      .filter((search) => search.jobs > found)
  }
  const reasoned = [
    ...withoutDash(text),
    ...withoutJobWord(text),
    ...withoutCity(text, parameters, vocabulary),
  ]
  const [meant] = await count(reasoned)
  // A word that no job has is told already.
  const shorter =
    meant === undefined && found === 0 && !hasAbsent ? await count(withoutOneWord(text)) : []
  const best = meant ?? shorter.toSorted((a, b) => b.jobs - a.jobs)[0]
  if (best === undefined) return []
  const verb = best.jobs === 1 ? 'job is' : 'jobs are'
  const detail = `${best.lead} ${countText(best.jobs)} ${verb} found`
  return [{ parameter, detail, suggestion: best.text }]
}

interface PlainText {
  parameter: 'title' | 'description' | 'q'
  field: 'title' | 'text'
  text: string
}

/** The only plain text of a search; undefined if it has none or two. */
function plainText(parameters: AskedParameters): PlainText | undefined {
  const { title, title_advanced, description, description_advanced, q } = parameters
  const texts: (PlainText | false | undefined)[] = [
    title !== undefined &&
      title_advanced === undefined && { parameter: 'title', field: 'title', text: title },
    q !== undefined && { parameter: 'q', field: 'text', text: q },
    q === undefined &&
      description !== undefined &&
      description_advanced === undefined && {
        parameter: 'description',
        field: 'text',
        text: description,
      },
  ]
  const [first, ...others] = texts.filter((text) => typeof text === 'object')
  return others.length === 0 ? first : undefined
}

/** The filter with the other search in place of the text; undefined if that is no filter. */
function changedFilter(
  filter: JobFilter,
  { field }: PlainText,
  { text, city }: OtherSearch,
): JobFilter | undefined {
  try {
    const changed = { ...filter, [field]: parsePlain(text).tree }
    return city === undefined
      ? changed
      : { ...changed, places: { kind: 'names', tree: parsePlaces(city).tree } }
  } catch (error) {
    if (error instanceof SearchSyntaxError) return undefined
    throw error
  }
}

/** `Nurse -Toronto`, as titles are pasted. */
function withoutDash(text: string): OtherSearch[] {
  const changed = text.replace(/(?<=\S\s+)[-–—](?=\p{Lu})/gu, '')
  if (changed === text) return []
  return [{ lead: "a '-' right before a word excludes it; without it", text: changed }]
}

/** Words that people write behind what they look for, and that few texts of jobs have. */
const JOB_WORDS =
  /^(?:jobs?|hiring|careers?|vacanc(?:y|ies)|openings?|employment|emplois?|recrutement)$/i

function withoutJobWord(text: string): OtherSearch[] {
  const { words, last } = lastWord(text)
  if (words.length === 0 || !JOB_WORDS.test(last)) return []
  return [{ lead: `without ${quoteValue(last)},`, text: words.join(' ') }]
}

/** `nurse toronto`, if no location is sent. */
function withoutCity(
  text: string,
  parameters: AskedParameters,
  vocabulary: Vocabulary,
): OtherSearch[] {
  const { location, location_advanced, city, q } = parameters
  if ((location ?? location_advanced ?? city) !== undefined || !isSimple(text)) return []
  const words = text.trim().split(/\s+/)
  const name = [3, 2, 1]
    .map((length) => words.slice(-length).join(' '))
    .find((last) => last.length < text.trim().length && vocabulary.hasCity(last))
  if (name === undefined) return []
  const rest = text
    .trim()
    .slice(0, -name.length)
    .trim()
    .replace(/(?:,| in| at)$/, '')
  const sent = q === undefined ? `location=${name}` : `city=${name}`
  return rest === '' ? [] : [{ lead: `with ${quoteValue(sent)},`, text: rest, city: name }]
}

/** Words of a text of which each is left out in turn. */
const MAX_WORDS = 6

function withoutOneWord(text: string): OtherSearch[] {
  const words = text.trim().split(/\s+/)
  if (!isSimple(text) || words.length < 2 || words.length > MAX_WORDS) return []
  return words.map((word, at) => ({
    lead: `no job has all words; without ${quoteValue(word)},`,
    text: words.toSpliced(at, 1).join(' '),
  }))
}

/** Whether a text is words without operators and quotes. */
function isSimple(text: string): boolean {
  return (
    !/["()[\]{}*|!]|(?<!\S)-/.test(text) &&
    text.split(/\s+/).every((word) => operatorOf(word, 'plain') === undefined)
  )
}

function lastWord(text: string): { words: string[]; last: string } {
  const words = text.trim().split(/\s+/)
  const last = words.pop() ?? ''
  return { words, last }
}
