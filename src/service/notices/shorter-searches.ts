import { countUpTo } from '../../catalogue/database/queries/count-up-to'
import { commonNumber } from '../../text/search/index/common-grams'
import { quoteValue } from '../../values/errors'
import type { Notice } from '../../values/notice'
import type { AskedParameters, ExplainedAnswer, TextParameter } from './asked-values'
import { changedSearch, MAX_COUNT } from './changed-searches'
import { searchNotice } from './other-searches'
import { placeParameters } from './place-parameters'
import { type Meaning, withExclusions } from './rewordings'
import { partsOf, writtenTerm } from './unions'
import type { Vocabulary } from './vocabulary'

/** With more words than this, they are not left out. */
const MAX_WORDS = 8
/** How many times the words of a part a text may have, and one whose place is kept: the job counts more than the place. */
const MAX_SHORTENED = 3
const MAX_SHORTENED_IN_PLACE = 2
/** Texts that are tried. */
const MAX_TEXTS = 30
/** Titles with a word that names a job. */
const NAMES_JOB = 3
/** The same of a word that most texts have: few titles have `year` and `time`. */
const NAMES_JOB_IF_COMMON = 50
/** Words that name no job by themselves. */
const GENERIC =
  /^(?:workers?|staff|employees?|people|persons?|help|members?|personnel|travailleurs?)$/i

/** Words that begin and end no title, and name no job. */
const PARTICLE =
  /^(?:an?|the|of|in|on|at|to|for|with|from|by|and|or|no|not|that|d[eu]|des|l[ae]|les|une?|et|ou|en|à|aux?|pour|avec|sans|chez)$/iu

interface Shorter {
  text: string
  /** The parts that are left out, and the number of their words. */
  without: readonly string[]
  count: number
  /** The numbers and words that name no job that stay. */
  idle: number
}

/**
 * The notice about a text whose words no job has together: the longest part of it that is in the title of a job, else the text
 * without one word; in the place that the text names, else anywhere. `absent`: words that no job has.
 */
export async function shorterSearch(
  answer: ExplainedAnswer,
  meant: Meaning,
  vocabulary: Vocabulary,
  absent: ReadonlySet<string>,
): Promise<Notice | undefined> {
  const { parameter, typed, text, place, fillers, pay, hours, remote, excluded } = meant
  const { parameters } = answer
  const isStripped = remote.length === 0 && text !== ''
  const base = {
    parameter,
    parameters,
    excluded,
    said: isStripped ? [...fillers, ...pay, ...hours] : [],
  }
  const whole = { ...base, most: MAX_SHORTENED, text: isStripped ? text : typed }
  const sent = place === undefined || place.isPostal || remote.length > 0 ? undefined : place
  const inPlace = sent && {
    ...base,
    most: MAX_SHORTENED_IN_PLACE,
    text: sent.rest,
    parameters: { ...parameters, ...placeParameters(parameters, sent) },
  }
  for (const start of [inPlace, whole]) {
    const found = start && (await shorterFrom(answer, start, { vocabulary, absent }))
    if (found !== undefined) return found
  }
  return undefined
}

interface Start {
  parameter: TextParameter
  parameters: AskedParameters
  text: string
  /** The exclusions that follow each text. */
  excluded: string
  /** How many times the words of a part it may have. */
  most: number
  /** What the text lacks already. */
  said: readonly string[]
}

async function shorterFrom(
  { queries, parameters: asked, filter }: ExplainedAnswer,
  { parameter, parameters, text, most, said, excluded }: Start,
  known: { vocabulary: Vocabulary; absent: ReadonlySet<string> },
): Promise<Notice | undefined> {
  const texts = shorterTexts(text, { ...known, most })
  const longest = texts.filter(({ count }) => count === texts[0]?.count)
  const written = (one: Shorter) => withExclusions(one.text, excluded)
  const searchFor = (changed: AskedParameters) =>
    changedSearch(filter, { ...parameters, ...changed })
  const counts = await countUpTo(queries, [
    ...texts.map((one) => searchFor({ [parameter]: undefined, title: written(one) })),
    ...longest.map((one) => searchFor({ [parameter]: written(one) })),
  ])
  const [inTitles, anywhere] = [counts.slice(0, texts.length), counts.slice(texts.length)]
  const [titled] = texts
    .map((one, at) => ({ one, jobs: inTitles[at] ?? 0 }))
    .filter(({ jobs }) => jobs > 0)
    .sort((a, b) => a.one.count - b.one.count || a.one.idle - b.one.idle || b.jobs - a.jobs)
  const best = titled?.one ?? longest.find((_, at) => (anywhere[at] ?? 0) > 0)
  if (best === undefined) return undefined
  const [jobs = 0] = longest.includes(best)
    ? [anywhere[longest.indexOf(best)]]
    : await countUpTo(queries, [searchFor({ [parameter]: written(best) })])
  const without = [...said, ...best.without].map((words) => `without ${quoteValue(words)}`)
  const lead = `no job has all words; ${without.join(', ')},`
  const changed = { ...parameters, [parameter]: written(best) }
  return searchNotice(asked, { parameter, parameters: changed, lead, jobs, most: MAX_COUNT })
}

/**
 * A text without some words that stand side by side, or without those around some: the fewest words left out first, of as many the
 * numbers first, then the rarest in titles. Never without the only word that names the job.
 */
function shorterTexts(
  text: string,
  {
    vocabulary,
    absent,
    most,
  }: { vocabulary: Vocabulary; absent: ReadonlySet<string>; most: number },
): Shorter[] {
  const { words: titles, placeIn } = vocabulary
  const terms = partsOf(text).map((term) => {
    const number = Math.min(...term.words.map((word) => titles.get(word) ?? 0))
    const isGeneric = GENERIC.test(term.text) || PARTICLE.test(term.text)
    const isIdle = isGeneric || /^\d+$/.test(term.text)
    const isCommon = term.words.every((word) => commonNumber(word) > 0)
    return {
      written: writtenTerm(term),
      isName: !isGeneric && number >= (isCommon ? NAMES_JOB_IF_COMMON : NAMES_JOB),
      isParticle: PARTICLE.test(term.text),
      isAbsent: term.words.some((word) => absent.has(word)),
      isIdle,
      rank: isIdle ? -1 : number,
    }
  })
  if (terms.length < 2 || terms.length > MAX_WORDS) return []
  const hasName = terms.some(({ isName }) => isName)
  const cuts = terms.flatMap((_, from) => terms.slice(from).map((_, at) => [from, from + at + 1]))
  return (
    cuts
      .flatMap(([from = 0, to = 0]) => {
        const [start, middle, end] = [terms.slice(0, from), terms.slice(from, to), terms.slice(to)]
        const isInside = start.length > 0 && end.length > 0
        return [
          { rest: [...start, ...end], left: [middle] },
          ...(isInside ? [{ rest: middle, left: [start, end] }] : []),
        ]
      })
      .filter(({ rest }) => {
        const isNamed = !hasName || rest.some(({ isName }) => isName)
        const isEnded = rest[0]?.isParticle === false && rest.at(-1)?.isParticle === false
        const isPart = contentOf(rest) * most >= contentOf(terms)
        return isNamed && isEnded && isPart && !rest.some(({ isAbsent }) => isAbsent)
      })
      .map(({ rest, left }) => ({
        text: joinWords(rest),
        without: left.map(joinWords),
        count: left.flat().length,
        idle: rest.filter(({ isIdle }) => isIdle).length,
        rank: Math.max(...left.flat().map(({ rank }) => rank)),
      }))
      // A place alone is no job.
      .filter((one) => placeIn(one.text)[0]?.rest !== '')
      .sort((a, b) => a.count - b.count || a.rank - b.rank)
      .slice(0, MAX_TEXTS)
  )
}

/** Words that are no particles. */
function contentOf(terms: readonly { isParticle: boolean }[]): number {
  return terms.filter(({ isParticle }) => !isParticle).length
}

function joinWords(terms: readonly { written: string }[]): string {
  return terms.map(({ written }) => written).join(' ')
}
