import { countUpTo } from '../../catalogue/database/queries/count-up-to'
import { quoteValue } from '../../values/errors'
import type { Notice } from '../../values/notice'
import type { Absence } from './absence'
import { type AskedParameters, type ExplainedAnswer, plainTexts, textOf } from './asked-values'
import { changedSearch, hasOtherReading } from './changed-searches'
import type { OtherSearch } from './rewordings'
import { sentValue, withWord } from './suggestions'
import { withOtherForms } from './unions'
import type { Vocabulary } from './vocabulary'

interface CorrectionContext extends ExplainedAnswer {
  searches: readonly OtherSearch[]
  vocabulary: Vocabulary | undefined
  /** Whether another search is told. */
  isReworded: boolean
}

/** The notices of absent values, with suggestions that correct all of them at once if that search finds more. */
export async function withCorrections(
  absences: readonly Absence[],
  { queries, parameters, filter, found, searches, vocabulary, isReworded }: CorrectionContext,
): Promise<Notice[]> {
  let corrected = parameters
  const applied = absences.filter(({ asked, correction }) => {
    if (hasOtherReading(filter, asked.parameter)) return false
    // What is left out for want of a near word is the last resort.
    const next =
      correction?.told !== undefined && isReworded ? undefined : correction?.apply(corrected)
    corrected = next ?? corrected
    return next !== undefined
  })
  // A word that hardly any title has is corrected beside them.
  const isRespelt = applied.some(({ correction }) => correction?.told === undefined)
  const rare = isRespelt ? searches.filter(({ name }) => name !== undefined) : []
  const respelt = rare.flatMap(({ name = '', reformed }) => {
    const { parameter, value } = reformed ?? {}
    if (parameter === undefined || value?.kind !== 'word') return []
    const word = value.phrase.words.join(' ')
    const next = withWord(corrected, parameter, word, name)
    corrected = next ?? corrected
    return next === undefined ? [] : [`${name} for ${quoteValue(word)}`]
  })
  const wrong = [...new Set(absences.map(({ asked }) => asked.parameter))]
  // What excludes nothing finds less when it is corrected.
  const isCounted = applied.some(({ asked }) => !asked.isExcluded)
  const alone = (wrong.length > 1 ? wrong : []).map((kept) => {
    const others = wrong.filter((one) => one !== kept).map((one) => [one, undefined])
    return { ...corrected, ...Object.fromEntries(others) }
  })
  // The words that are right may be abbreviations: `sr proj mgr`.
  const [only] = plainTexts(corrected).filter(
    (one) => isRespelt && wrong.length === 1 && wrong[0] === one,
  )
  const union = only && vocabulary && withOtherForms(textOf(corrected, only), vocabulary)
  const formed = only && union && { ...corrected, [only]: union.text }
  const tried = isCounted ? [corrected, ...alone, ...(formed ? [formed] : [])] : []
  const counts = await countUpTo(
    queries,
    tried.map((search) => changedSearch(filter, search)),
  )
  const [together = 0, ...each] = counts
  const inForms = formed ? (counts.at(-1) ?? 0) : 0
  const isFormed = formed !== undefined && together <= found && inForms > found
  if (isFormed) corrected = formed
  // With the others, or without the parameters that stay wrong.
  const isOffered = (parameter: keyof AskedParameters) =>
    !isCounted || isFormed || together > found || (each[wrong.indexOf(parameter)] ?? 0) > found
  return absences.map((absence) => {
    const { asked, issue, hint, correction } = absence
    const { parameter, isExcluded } = asked
    const isCorrected = applied.includes(absence) && isOffered(parameter)
    const beside = respelt.length > 0 ? `, with ${respelt.join(', ')}` : ''
    const meant = isCorrected
      ? (correction?.told ?? `did you mean ${correction?.name}${beside}?`)
      : undefined
    const effect = isExcluded ? ', so nothing is excluded' : ''
    const detail = [`${issue}${effect}`, hint ?? meant].filter((part) => part !== undefined)
    const suggestion = isCorrected ? sentValue(corrected, parameter) : null
    return { parameter, detail: detail.join('; '), suggestion }
  })
}
