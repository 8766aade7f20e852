import type { Queries } from '../database/client/drizzle'
import { countTitles } from '../database/queries/find-absent'
import { quoteValue } from '../values/errors'
import type { Notice } from '../values/notice'
import { type AskedParameters, type AskedValue, textOf } from './asked-values'
import { frequentCompound, frequentForm, withWord } from './suggestions'
import type { Vocabulary } from './vocabulary'

/** Answers with as many jobs are not explained. */
export const FEW = 10

/** Notices about words that jobs have, in another form in many more. */
export async function otherForms(
  { queries, parameters }: { queries: Queries; parameters: AskedParameters },
  present: readonly AskedValue[],
  { words }: Vocabulary,
): Promise<Notice[]> {
  const asked = present.flatMap((one) => {
    const { value, isExcluded } = one
    const isText = value.kind === 'word' && (value.field === 'title' || value.field === 'text')
    if (!isText || isExcluded || value.phrase.prefix) return []
    const word = value.phrase.words.join(' ')
    const form = frequentForm(word, words)
    const pair = form === undefined ? frequentCompound(word, words) : undefined
    return [{ one, word, form, pair }]
  })
  const pairs = asked.flatMap(({ pair }) => (pair ? [pair] : []))
  const numbers = await countTitles(
    queries,
    pairs.map((pair) => ({ kind: 'phrase', words: pair, prefix: false })),
    FEW * FEW,
  )
  return asked.flatMap(({ one, word, form, pair }): Notice[] => {
    const { parameter } = one
    const text = textOf(parameters, parameter)
    const notice = (name: string, number: number, replacement: string): Notice => ({
      parameter,
      detail: `few jobs have ${quoteValue(word)}; ${name} is in ${number}`,
      suggestion: withWord(one, text, word, replacement) ?? null,
    })
    if (form !== undefined) return [notice(form, words.get(form) ?? 0, form)]
    const number = pair && numbers[pairs.indexOf(pair)]
    if (pair === undefined || number === undefined || number < FEW) return []
    const name = pair.join(' ')
    return [notice(name, number, parameter.endsWith('_advanced') ? `'${name}'` : `"${name}"`)]
  })
}
