import { quoteValue } from '../values/errors'
import type { Notice } from '../values/notice'
import { type AskedParameters, type AskedValue, textOf } from './asked-values'
import { frequentCompound, frequentForm, MUCH_MORE, misspelt, withWord } from './suggestions'
import type { Vocabulary } from './vocabulary'
import { type CountWords, countText } from './word-counts'

/** Answers with as many jobs are not explained. */
export const FEW = 10

/** Notices about words that jobs have, in another form or spelling in at least four times as many, in the text that was searched. */
export async function otherForms(
  parameters: AskedParameters,
  present: readonly AskedValue[],
  { vocabulary: { words }, count }: { vocabulary: Vocabulary; count: CountWords },
): Promise<Notice[]> {
  const asked = present.flatMap((one) => {
    const { value, isExcluded } = one
    if (value.kind !== 'word' || isExcluded || value.phrase.prefix) return []
    const { field } = value
    if (field !== 'title' && field !== 'text') return []
    const word = value.phrase.words.join(' ')
    const form = frequentForm(word, words) ?? misspelt(word, words)
    const other = form === undefined ? frequentCompound(word, words) : [form]
    return other === undefined ? [] : [{ one, field, word, other }]
  })
  const numbers = await count(
    asked.flatMap(({ field, word, other }) => [[word], other].map((words) => ({ field, words }))),
  )
  return asked.flatMap(({ one, word, other }, at): Notice[] => {
    const [found = 0, others = 0] = numbers.slice(2 * at)
    if (others < FEW || others < MUCH_MORE * found) return []
    const { parameter } = one
    const name = other.join(' ')
    const quoted = parameter.endsWith('_advanced') ? `'${name}'` : `"${name}"`
    const replacement = other.length > 1 ? quoted : name
    return [
      {
        parameter,
        detail: `few jobs have ${quoteValue(word)}; ${name} is in ${countText(others)}`,
        suggestion: withWord(one, textOf(parameters, parameter), word, replacement) ?? null,
      },
    ]
  })
}
