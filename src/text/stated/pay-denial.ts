import { findAmounts } from './amounts'
import { PARTS, words } from './pay-words'

/** The range in front, as the next sentence names it. */
const SUBJECT =
  /^(?:(?:the|this|these|that|above|listed|posted|stated|our)(?: \p{L}+){0,3} (?:range|figure|amount|number)s?|this|it|these)(?!\p{L})/iu
const INCLUDES = words(
  '(?:includ(?:es?|ing)|inclusive of|compris(?:es?|ing)|combin(?:es?|ing)|encompass(?:es)?|made up of|consists? of|plus)',
)
const TOTAL = words(
  'OTE|on[- ]target earnings?|total (?!base)(?:\\p{L}+ )?(?:compensation|comp|cash|earnings?|rewards?|pay) range',
)
const IS_TOTAL = words(
  '(?:is|are|represents?|reflects?|shows?)(?: \\p{L}+){0,3} (?:total (?!base)(?:\\p{L}+ )?(?:compensation|comp|cash|earnings?|pay)|OTE|on[- ]target|' +
    '(?:base|salary|pay)(?: salary| pay)? (?:and|plus|&|\\+) (?:\\p{L}+ ){0,3}(?:bonus|commissions?|incentives?|variable))',
)
const PART = words(`${PARTS}|on[- ]target|total target`)
const NEGATION = words(
  "not|exclud(?:es?|ing)|exclusive|doesn't|without|may|eligible|also|in addition|additional",
)

/** How much of a clause its first word governs. */
const REACH = 90

/**
 * Whether the sentence behind a range makes it more than a salary: `This range includes base salary and target bonus.`,
 * `OTE`. A sentence with amounts of its own is about these.
 */
export function deniesSalary(sentence: string): boolean {
  if (sentence.includes('$') && findAmounts(sentence).length > 0) return false
  if (NEGATION.test(sentence.slice(0, REACH))) return false
  if (TOTAL.test(sentence.slice(0, REACH))) return true
  if (!SUBJECT.test(sentence)) return false
  const rest = sentence.slice(0, 2 * REACH)
  if (IS_TOTAL.test(rest)) return true
  const verb = INCLUDES.exec(rest)
  return (
    verb !== null && verb.index < REACH && PART.test(rest.slice(verb.index, verb.index + REACH))
  )
}
