import type { Country } from '../../values/country'
import type { Salary } from '../../values/pay/salary'
import { type Line, linesWith, MAX_SENTENCE, normalized, sentencesOf } from './lines'
import { boundsInCurrency, joinBounds } from './pay-bounds'
import { deniesSalary } from './pay-denial'
import { titleWords } from './pay-label'
import { readPaySentence, type SentenceContext, type SentencePay } from './pay-sentence'

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

/** A text with more lines of money is a price list. */
const MAX_LINES = 500

/** The lines of a posting have fewer sentences. */
const MAX_SENTENCES = 3000

/**
 * The pay of the job of one country, if the words of a description can be read in one way only; undefined without pay, and
 * for amounts that differ where no place chooses.
 */
export function statedPay(text: string, places: JobPlaces, title = ''): StatedPay | undefined {
  const country = places.isOnlyCountry ? places.country : undefined
  const lines = linesWith(text, MARKS)
    .take(MAX_LINES + 1)
    .toArray()
  if (lines.length === 0 || lines.length > MAX_LINES) return undefined
  const context = { country, title: titleWords(title) }
  const read: Read[] = []
  let sentences = 0
  for (const line of [...joinBounds(lines), ...boundsInCurrency(text)]) {
    const ofLine = sentencesOf(line.text)
    sentences += ofLine.length
    if (sentences > MAX_SENTENCES) return undefined
    read.push(...readLine(line, ofLine, context))
  }
  const chosen = choose(read, places)
  return chosen && isOfSomeHours(chosen, lines) ? undefined : chosen
}

/** The pay of jobs of some hours: `Full-time salary`, `Part-Time Rate`. */
const HOURS_LABEL =
  /(?<!\p{L})(full|part)[ -]time (?:\p{L}+ ){0,2}(?:salary|pay|wages?|rates?|compensation)(?!\p{L})/giu

/** Whether the pay is that of full-time or part-time jobs alone, and the text names the pay of both. */
function isOfSomeHours({ sentence }: StatedPay, lines: readonly Line[]): boolean {
  if (sentence.search(HOURS_LABEL) === -1) return false
  const hours = lines.flatMap(({ text }) =>
    Array.from(text.matchAll(HOURS_LABEL), ([, word = '']) => word.toLowerCase()),
  )
  return new Set(hours).size > 1
}

function readLine(
  line: Line,
  sentences: readonly string[],
  context: Omit<SentenceContext, 'heading'>,
): Read[] {
  return sentences.flatMap((sentence, index): Read[] => {
    if (sentence.length > MAX_SENTENCE || !MARKS.some((mark) => sentence.includes(mark))) return []
    const heading = index === 0 ? normalized(line.heading) : ''
    const isLast = index === sentences.length - 1
    const unit = isLast ? unitBelow(line) : ''
    const pay = readPaySentence(`${normalized(sentence)}${unit}`, { ...context, heading })
    if (pay.kind === 'none') return []
    const next = () => normalized(sentences[index + 1] ?? sentencesOf(line.below)[0] ?? '')
    const isDenied = pay.kind === 'pay' && deniesSalary(next())
    const { amounts, places } = pay
    const checked = isDenied ? ({ kind: 'unclear', amounts, places, isBare: false } as const) : pay
    return [{ ...checked, sentence: (line.published ?? sentence).trim() }]
  })
}

const UNIT_LABEL =
  /^(?:pay|salary|wage|rate|compensation) (?:type|basis|frequency|period|unit) ?: ?/iu
const BARE_UNIT =
  /^\(?(?:(?:per|an?|par) (?:hour|year|annum|week|month|day|heure|année|semaine|mois)|hourly|annually|annual|yearly|monthly|weekly|daily|de l'heure)\)?\.?$/iu

/** The line below, if it is nothing but a unit: `Hourly`, `Pay Type: Hourly`. */
function unitBelow({ below }: Line): string {
  if (below.length > MAX_UNIT_LINE) return ''
  const unit = normalized(below).replace(UNIT_LABEL, '')
  return BARE_UNIT.test(unit) ? ` ${unit}` : ''
}

const MAX_UNIT_LINE = 40

/** The one pay of the sentences for the job; a sentence that names another country or region is not for it. */
function choose(read: readonly Read[], { country, regions }: JobPlaces): StatedPay | undefined {
  const isNamed = (name: string) => regions.includes(name)
  const named = read.filter(
    ({ places }) => !places.isForOtherRegions && places.regions.some(isNamed),
  )
  const rest = read.filter(({ places }) => places.isForOtherRegions)
  if (rest.length > 0) {
    // Whether the job is in a region that is named, or in the rest, must be certain.
    const isUnknown = regions.length === 0 && read.some(({ places }) => places.regions.length > 0)
    if (isUnknown || named.some(({ places }) => places.isPartial)) return undefined
  }
  const isWhollyNamed =
    regions.length > 0 &&
    regions.every((region) => named.some(({ places }) => places.regions.includes(region)))
  const ofJob = read.filter(({ places }) => {
    const isOfCountry = places.countries.length === 0 || places.countries.includes(country)
    const isOfRegion = places.regions.length === 0 || places.regions.some(isNamed)
    return isOfCountry && isOfRegion && !(places.isForOtherRegions && isWhollyNamed)
  })
  const pays = ofJob.filter((each) => each.kind === 'pay')
  const first = pays.find(({ isBare }) => !isBare) ?? pays[0]
  return first && ofJob.every((other) => agrees(other, first))
    ? { salary: first.salary, sentence: first.sentence }
    : undefined
}

/** Whether another sentence says the same pay, or the same amounts without a label. */
function agrees(other: Read, { salary, amounts }: Read & { kind: 'pay' }): boolean {
  if (other.kind === 'pay' && Bun.deepEquals(other.salary, salary)) return true
  const { low, high, units } = other.amounts
  const isSame = low === amounts.low && high === amounts.high
  return other.isBare && isSame && units.every((unit) => unit === salary.value.unitText)
}
