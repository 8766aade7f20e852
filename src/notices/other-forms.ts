import type { Queries } from '../database/client/drizzle'
import { countPhrases } from '../database/queries/find-absent'
import { quoteValue } from '../values/errors'
import type { Notice } from '../values/notice'
import { type AskedParameters, type AskedValue, textOf } from './asked-values'
import { frequentCompound, frequentForm, MUCH_MORE, withWord } from './suggestions'
import type { Vocabulary } from './vocabulary'

/** Answers with as many jobs are not explained. */
export const FEW = 10

/** Jobs with a word or a form of it are counted up to this number. */
const MAX_COUNT = FEW * FEW

/** Notices about words that jobs have, in another form in at least four times as many, in the text that was searched. */
export async function otherForms(
  { queries, parameters }: { queries: Queries; parameters: AskedParameters },
  present: readonly AskedValue[],
  { words }: Vocabulary,
): Promise<Notice[]> {
  const asked = present.flatMap((one) => {
    const { value, isExcluded } = one
    if (value.kind !== 'word' || isExcluded || value.phrase.prefix) return []
    const { field } = value
    if (field !== 'title' && field !== 'text') return []
    const word = value.phrase.words.join(' ')
    const form = frequentForm(word, words)
    const other = form === undefined ? frequentCompound(word, words) : [form]
    return other === undefined ? [] : [{ one, field, word, other }]
  })
  const numbers = await countPhrases(
    queries,
    asked.flatMap(({ field, word, other }) =>
      [[word], other].map((parts) => ({
        field,
        phrase: { kind: 'phrase' as const, words: parts, prefix: false },
      })),
    ),
    MAX_COUNT,
  )
  return asked.flatMap(({ one, word, other }, at): Notice[] => {
    const [found = 0, others = 0] = numbers.slice(2 * at)
    if (others < FEW || others < MUCH_MORE * found) return []
    const { parameter } = one
    const name = other.join(' ')
    const quoted = parameter.endsWith('_advanced') ? `'${name}'` : `"${name}"`
    const number = others < MAX_COUNT ? String(others) : `at least ${MAX_COUNT}`
    return [
      {
        parameter,
        detail: `few jobs have ${quoteValue(word)}; ${name} is in ${number}`,
        suggestion:
          withWord(one, textOf(parameters, parameter), word, other.length > 1 ? quoted : name) ??
          null,
      },
    ]
  })
}
