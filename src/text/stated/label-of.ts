import type { Amounts } from './amounts'
import { namedPlaces } from './named-places'
import { type LabelReading, labelBehind, labelIn, type PayLabel, verbLabel } from './pay-label'
import { TOTALS } from './pay-words'

/** The label before the amounts, above a line of nothing but amounts, or behind them. */
export function labelOf(
  { units }: Amounts,
  { before, behind }: { before: string; behind: string },
  heading: string,
): LabelReading | undefined {
  const own = (LAW.test(before) ? before.replace(AGREEMENT, '') : before).replace(GRADE, '')
  const label = verbLabel(own, behind, units) ?? labelIn(own)
  const last = labelBehind(own, behind)
  if (typeof label === 'object' && last !== undefined) return joined(label, last)
  if (label !== undefined) return label
  if (NAMED.test(own) && !/[.!?]$/.test(heading)) {
    const above = labelIn(`${heading}:`)
    // The line of a city is for jobs there, which are not known.
    if (typeof above === 'object' && !namedPlaces(own).isPartial)
      return joined({ ...above, text: `${above.text} ${own}`, gap: '' }, last)
    if (above === 'other' || TOTALS.test(heading)) return 'other'
  }
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

/** `Compensation: $80,000 base salary`. */
function joined(label: PayLabel, last: PayLabel | undefined): PayLabel {
  return last === undefined
    ? label
    : { ...label, text: `${label.text} ${last.text}`, behind: last.behind }
}
