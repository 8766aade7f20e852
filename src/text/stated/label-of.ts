import type { Amounts } from './amounts'
import { namedPlaces } from './named-places'
import {
  type LabelReading,
  labelBehind,
  labelIn,
  type PayLabel,
  startLabel,
  type TitleWords,
  verbLabel,
} from './pay-label'
import { TOTALS } from './pay-words'

export interface LabelContext {
  /** The line above. */
  heading: string
  /** The words of the job's title. */
  title: TitleWords
}

/** The label before the amounts, above a line of nothing but amounts, or behind them. */
export function labelOf(
  { units }: Amounts,
  { before, behind }: { before: string; behind: string },
  { heading, title }: LabelContext,
): LabelReading | undefined {
  const own = (LAW.test(before) ? before.replace(AGREEMENT, '') : before).replace(GRADE, '')
  const label = verbLabel(own, behind, units) ?? labelIn(own, title) ?? startLabel(own)
  const last = labelBehind(own, behind)
  if (typeof label === 'object' && last !== undefined) return joined(label, last)
  if (label !== undefined) return label
  if (NAMED.test(own) && !/[.!?]$/.test(heading)) {
    const above = labelIn(`${heading}:`, title)
    // The line of a city is for jobs there, which are not known.
    if (typeof above === 'object' && namedPlaces(own).isPartial) return 'unknown'
    if (typeof above === 'object')
      return joined({ ...above, text: `${above.text} ${own}`, gap: '' }, last)
    if (above === 'other' || TOTALS.test(heading)) return 'other'
  }
  const isOfJob = isPlaceLine(own) || isTitleLine(own, title)
  if (last === undefined && units.length > 0 && isOfJob) return ofJob(own)
  return last
}

const LAW = /agreement|schedule|scale|contract|grid|matrix|convention|collective|décret|échelle/iu

/** A law of pay between a label and its amounts: `per the ONA collective agreement,`. */
const AGREEMENT =
  /[ (]*(?:(?<!\p{L})(?:(?:as )?per|under|according to|in accordance with|selon|(?:fixée?|établie?|déterminée?|prévue?) (?:par|selon|dans)) [^$,:;]{0,60}(?:agreement|schedule|scale|contract|grid|matrix|convention|collective|décret|échelle)\)?[,;]?(?= ?:? ?$|,? ))/giu

/** A grade of a scale between a label and its amounts: `Salary: Grade 12, $42.02`, `Pay (Band C4):`. */
const GRADE =
  /(?<=[:;,] ?|\()(?:pay |salary )?(?:grade|band|level|step|classe|échelon|niveau|catégorie) ?:? ?[A-Z]{0,4}[ -]?\d{1,3}[A-Z]?(?:, ?|(?=\))| ?[:-](?= ?$)| ?(?=$))/giu

/** Nothing but a bound, or one name such as `National:`. */
const NAMED =
  /^(?:[\P{L}]*|(?:starting (?:at|from)|from|up to|minimum(?: of)?|maximum(?: of)?|between|à partir de|dès|jusqu'à|de|entre|USD|CAD)\W*|[^.:;,!?]{1,60}: ?)$/iu

/** Nothing but places in front of amounts: `CAN, QC, Montreal - `, `BC: `. */
const PLACE_LINE = /^\p{Lu}[^.:;!?$\d]{0,60}?(?::| ?-) ?$/u

function isPlaceLine(before: string): boolean {
  const { regions } = namedPlaces(before)
  return (
    regions.length > 0 &&
    PLACE_LINE.test(before) &&
    before.split(/[ ,/-]+/).length <= MAX_PLACE_WORDS
  )
}

const MAX_PLACE_WORDS = 6

/** Nothing but the job's title in front of amounts: `Electricians: `. */
function isTitleLine(before: string, title: TitleWords): boolean {
  const [, name] = /^(\p{Lu}[^.:;!?$\d]{2,60}) ?: ?$/u.exec(before) ?? []
  return (
    name
      ?.toLowerCase()
      .trim()
      .split(' ')
      .every((word) => title.has(word) || title.has(word.replace(/s$/, ''))) === true
  )
}

function ofJob(text: string): PayLabel {
  return { text, gap: '', bound: undefined, behind: 0 }
}

/** `Compensation: $80,000 base salary`. */
function joined(label: PayLabel, last: PayLabel | undefined): PayLabel {
  return last === undefined
    ? label
    : { ...label, text: `${label.text} ${last.text}`, behind: last.behind }
}
