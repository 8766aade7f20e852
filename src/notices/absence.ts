import type { JobValue } from '../database/queries/find-absent'
import { quoteValue } from '../values/errors'
import type { Notice } from '../values/notice'
import type { AskedParameters, AskedValue } from './asked-values'
import { textOf } from './asked-values'
import { nearestValue, nearestWord, withName, withPlace, withWord } from './suggestions'
import type { Vocabulary } from './vocabulary'
import { type CountWords, countText } from './word-counts'

/** The notice that no active job has a value. */
export async function absence(
  asked: AskedValue,
  parameters: AskedParameters,
  { vocabulary, count }: { vocabulary: Vocabulary | undefined; count: CountWords },
): Promise<Notice> {
  const { parameter, value, isExcluded } = asked
  const effect = isExcluded ? ', so nothing is excluded' : ''
  const notice = (issue: string, hint?: string, suggestion?: string): Notice => ({
    parameter,
    detail: `${issue}${effect}${hint === undefined ? '' : `; ${hint}`}`,
    suggestion: suggestion ?? null,
  })
  switch (value.kind) {
    case 'word': {
      const { words, prefix } = value.phrase
      const word = words.join(' ')
      const issue = `no job has ${quoteValue(prefix ? `${word}*` : word)}`
      const known = prefix ? undefined : wordsFor(value.field, vocabulary)
      const nearest = known && nearestWord(word, known)
      if (nearest === undefined) return notice(issue)
      const { field } = value
      const suggestion = withWord(asked, textOf(parameters, parameter), word, nearest)
      if (field !== 'title' && field !== 'text')
        return notice(issue, `did you mean ${nearest}?`, suggestion)
      const [jobs = 0] = await count([{ field, words: [nearest] }])
      if (jobs === 0) return notice(issue)
      return notice(issue, `${nearest} is in ${countText(jobs)}`, suggestion)
    }
    case 'token': {
      const { field, typed, phrase } = value
      const joined = phrase.words.join('')
      const issue = `no job has ${quoteValue(typed)}, read as "${phrase.words.join(' ')}"`
      const [jobs = 0] = await count([{ field, words: [joined] }])
      if (jobs === 0) return notice(issue)
      const suggestion = textOf(parameters, parameter).replace(typed, joined)
      return notice(issue, `${joined} is in ${countText(jobs)}`, suggestion)
    }
    case 'place':
      return placeAbsence(asked, parameters, vocabulary, notice)
    case 'employer': {
      const known = [...(vocabulary?.employers.keys() ?? [])]
      const nearest = nearestValue(value.name, known)
      const issue = `no employer is named ${quoteValue(value.name)}`
      return notice(issue, ...renaming(asked, value.name, nearest, parameters))
    }
    case 'source': {
      const nearest = nearestValue(value.name, [...(vocabulary?.sources.keys() ?? [])])
      return notice(
        `no job has ${quoteValue(value.name)}`,
        ...renaming(asked, value.name, nearest, parameters),
      )
    }
  }
}

type NoticeOf = (issue: string, hint?: string, suggestion?: string) => Notice

function placeAbsence(
  { parameter, value, isExcluded }: AskedValue,
  parameters: AskedParameters,
  vocabulary: Vocabulary | undefined,
  notice: NoticeOf,
): Notice {
  const text = textOf(parameters, parameter)
  const typed = parameter === 'city' ? [text] : text.split(/\sOR\s/)
  const at = typed.findIndex((name) => value.kind === 'place' && isTyped(name, value.place.terms))
  const shown = typed[at] ?? text
  const issue = `no job is in ${quoteValue(shown.trim())}`
  const nearest = at === -1 || isExcluded ? undefined : vocabulary?.nearestPlace(shown)
  if (nearest === undefined) return notice(issue)
  const suggestion = parameter === 'city' ? nearest : withPlace(text, at, nearest)
  return notice(issue, `did you mean ${nearest}?`, suggestion)
}

/** Whether the words of a typed place are those of a term. */
function isTyped(typed: string, terms: readonly string[]): boolean {
  const words = keyOf(typed)
  return terms.some(
    (term) =>
      keyOf(term.replace(/^city:/, '').replace(/,\w\w$/, '')) === words || keyOf(term) === words,
  )
}

function keyOf(text: string): string {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .match(/[\p{L}\p{N}]/gu) ?? []
  ).join('')
}

/** The hint and the suggestion of another name in a list. */
function renaming(
  { parameter }: AskedValue,
  name: string,
  nearest: string | undefined,
  parameters: AskedParameters,
): [hint?: string, suggestion?: string] {
  const names = parameters[parameter]
  if (nearest === undefined || !Array.isArray(names)) return []
  return [`did you mean ${nearest}?`, withName(names, name, nearest)]
}

function wordsFor(field: (JobValue & { kind: 'word' })['field'], vocabulary?: Vocabulary) {
  switch (field) {
    case 'title':
    case 'text':
      return vocabulary?.words
    case 'employer':
      return vocabulary?.employerWords()
    case 'place':
      return vocabulary?.placeWords()
  }
}
