import { cityAround } from '../../text/locations/typed-areas'
import { quoteValue } from '../../values/errors'
import type { Notice } from '../../values/notice'
import { type AskedParameters, type AskedValue, type ExplainedAnswer, textOf } from './asked-values'
import { hasOtherReading } from './changed-searches'
import { partsOfPlace } from './place-parameters'
import {
  FORMS_TIMES,
  type Meaning,
  type OtherSearch,
  rewordingsOf,
  WITHOUT_TIMES,
} from './rewordings'
import { MUCH_MORE, misspelt, sentValue, withWord } from './suggestions'
import type { Vocabulary } from './vocabulary'
import { otherForms } from './word-forms'

interface OtherSearchContext extends ExplainedAnswer {
  vocabulary: Vocabulary
  /** The values of the request. */
  values: readonly AskedValue[]
  isShort: boolean
  meant: Meaning | undefined
}

type CountedSearch = OtherSearch & { jobs: number }

/** The searches that a request may have been meant as. */
export function otherSearches(context: OtherSearchContext): OtherSearch[] {
  const { parameters, found, limit, isShort, vocabulary, meant } = context
  const reworded = meant ? rewordingsOf(parameters, meant, vocabulary) : []
  // On a full page, titles say which forms are worth a count up to thousands of jobs.
  const isFull = found >= (limit ?? Number.POSITIVE_INFINITY)
  return [
    ...(isShort ? withNearWord(context) : []),
    ...reworded.filter(({ share }) => !isFull || share !== Number.POSITIVE_INFINITY),
    ...withCityAround(parameters),
  ]
}

/** The searches that find enough more than the request, which finds `found`. Jobs are counted up to `most`. */
export function thatFindMore(
  searches: readonly OtherSearch[],
  counts: readonly number[],
  { found, most }: { found: number; most: number },
): CountedSearch[] {
  const jobs = new Map(searches.map((search, at) => [search, counts[at] ?? 0]))
  const counted = searches.map((search) => ({ ...search, jobs: jobs.get(search) ?? 0 }))
  return counted.filter(({ jobs: number, times, rest, share = 0 }) => {
    const without = rest === undefined ? 0 : (jobs.get(rest) ?? 0)
    // Where both are too many to be counted, titles say it.
    const isMore =
      without < most
        ? number >= FORMS_TIMES * without || without < WITHOUT_TIMES * found
        : share >= FORMS_TIMES - 1
    return number > found && number >= times * found && isMore
  })
}

/** The notices about the best other search, and about a city around the place. */
export function otherSearchNotices(
  searches: readonly CountedSearch[],
  absent: readonly AskedValue[],
  { parameters, most }: { parameters: AskedParameters; most: number },
): Notice[] {
  const meant = searches.find(({ kind, reformed }) => {
    return kind !== 'city around' && !(reformed && absent.includes(reformed))
  })
  const around = searches.find(({ kind }) => kind === 'city around')
  return [meant, around].flatMap((best) =>
    best === undefined ? [] : [searchNotice(parameters, { ...best, most })],
  )
}

const BESIDE = ['location', 'city', 'province', 'state', 'remote', 'employment_type'] as const

interface FoundSearch extends Pick<OtherSearch, 'parameter' | 'parameters' | 'lead'> {
  jobs: number
  /** Jobs are counted up to this number. */
  most: number
}

/** The notice about a search, with the values that it sends, in the parameter of the text if it keeps one. */
export function searchNotice(asked: AskedParameters, found: FoundSearch): Notice {
  const { parameter, parameters, lead, jobs, most } = found
  const verb = jobs === 1 ? 'job is' : 'jobs are'
  const detail = `${lead} ${jobs < most ? jobs : `at least ${most}`} ${verb} found`
  const names = BESIDE.filter((name) => name !== parameter && parameters[name] !== asked[name])
  const beside = names.map((name) => [name, sentValue(parameters, name)] as const)
  const text = textOf(parameters, parameter)
  if (text !== '') {
    const isAlone = names.length === 0
    return {
      parameter,
      detail,
      suggestion: text,
      ...(!isAlone && { with: Object.fromEntries(beside) }),
    }
  }
  const [[name, value] = [parameter, ''], ...more] = beside
  const rest = { ...Object.fromEntries(more), [parameter]: null }
  return { parameter: name, detail, suggestion: value, with: rest }
}

/** `Scarborough` is a town, and a part of Toronto. */
function withCityAround(parameters: AskedParameters): OtherSearch[] {
  const { location = '', location_advanced } = parameters
  const [name = '', ...rest] = partsOfPlace(location)
  const city = location_advanced === undefined ? cityAround(name, rest) : undefined
  if (city === undefined) return []
  const lead = `${quoteValue(name)} is also a part of ${city}; with it`
  const changed = { ...parameters, location: `${location.trim()} OR ${city}` }
  const [kind, parameter] = ['city around', 'location'] as const
  return [{ kind, parameter, lead, parameters: changed, times: FORMS_TIMES }]
}

/** A misspelt word of the text that was searched. */
function withNearWord({ parameters, filter, values, vocabulary }: OtherSearchContext) {
  return values.flatMap((reformed): OtherSearch[] => {
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
    if (changed === undefined) return []
    return [
      { kind: 'near word', parameter, lead, parameters: changed, times: MUCH_MORE, reformed, name },
    ]
  })
}
