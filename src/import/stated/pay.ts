import type { Country } from '../../values/country'
import type { Salary } from '../line/salary'
import { linesWith, MAX_SENTENCE, normalized, sentencesOf } from './lines'
import { readPaySentence, type SentencePay } from './pay-sentence'

/** Where a job is, for pay that a text states for a place. */
export interface JobPlaces {
  country: Country
  /** Full names of the regions of its places in this country. */
  regions: readonly string[]
  /** Whether all places of its posting are in this country. */
  isOnlyCountry: boolean
}

/** The pay that a text states, with the sentence as published. */
export interface StatedPay {
  salary: Salary
  sentence: string
}

type Read = Exclude<SentencePay, { kind: 'none' }> & { sentence: string }

/** Marks of dollars; a text with none of them is not read. */
const MARKS = ['$', 'CAD', 'USD']

/**
 * The pay that the words of a description leave one reading of, for the job of one country; undefined without pay, and for
 * amounts that differ without a place that chooses.
 */
export function statedPay(text: string, places: JobPlaces): StatedPay | undefined {
  const country = places.isOnlyCountry ? places.country : undefined
  const read: Read[] = []
  for (const line of linesWith(text, MARKS)) {
    for (const [index, sentence] of sentencesOf(line.text).entries()) {
      if (sentence.length > MAX_SENTENCE || !MARKS.some((mark) => sentence.includes(mark))) continue
      const heading = index === 0 ? normalized(line.heading) : ''
      const pay = readPaySentence(normalized(sentence), { heading, country })
      if (pay.kind !== 'none') read.push({ ...pay, sentence: sentence.trim() })
    }
  }
  return choose(read, places)
}

/** The one pay of the sentences that are for the job: those that name another country or region are not. */
function choose(read: readonly Read[], { country, regions }: JobPlaces): StatedPay | undefined {
  const [first, ...others] = read.filter(({ places }) => {
    const isOfCountry = places.countries.length === 0 || places.countries.includes(country)
    const isOfRegion =
      places.regions.length === 0 || places.regions.some((name) => regions.includes(name))
    return isOfCountry && isOfRegion
  })
  if (first?.kind !== 'pay') return undefined
  const { salary, sentence } = first
  const isAgreed = others.every(
    (other) => other.kind === 'pay' && Bun.deepEquals(other.salary, salary),
  )
  return isAgreed ? { salary, sentence } : undefined
}
