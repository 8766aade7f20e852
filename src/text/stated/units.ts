import { payUnit } from '../../values/pay/salary'
import { UNIT_WORDS } from '../../values/pay/units'
import { PAY_UNITS, type PayUnit } from '../../values/vocabulary'
import { words } from './pay-words'

/** Codes of the currencies whose sign is `$`. */
export const CODE = 'CAD|USD|CDN'

const NOUNS = PAY_UNITS.flatMap((unit) => UNIT_WORDS[unit].nouns)
const ADJECTIVES = PAY_UNITS.flatMap((unit) => UNIT_WORDS[unit].adjectives)

/**
 * `/hr`, `per hour`, `a year`, `de l'heure`, `annually`, and the code of a currency behind it. An adjective in front of a noun
 * that is no pay belongs to the noun: `$80,000, annual bonus`.
 */
const UNIT_AT = new RegExp(
  String.raw`(?:,? ?| ?- ?| ?\()(?:(?:(?:\/|à|de|per|par) ?)?(l'heure)|(?:\/ ?(?:per )?|(?:per|par|an?) |(?<=\d)(?=hr))(${NOUNS.join('|')})|(?:\/ ?)?(${ADJECTIVES.join('|')})(?! (?:bonus|incentive|stipend|allowance|review|increase|equity|leave|merit|raise|performance|target|\p{L}+ (?:bonus|stipend|allowance))))(?![\p{L}\d])(?: ?\(?(${CODE})(?!\p{L})\)?)?`,
  'iuy',
)

/** The unit that stands directly behind an amount, and where it ends. */
export function unitAt(sentence: string, at: number) {
  UNIT_AT.lastIndex = at
  const match = UNIT_AT.exec(sentence)
  if (match === null) return undefined
  const [, french, noun, adjective, mark] = match
  return { unit: payUnit(french ?? noun ?? adjective), mark, end: UNIT_AT.lastIndex }
}

const UNITS = new RegExp(
  String.raw`(?<![\p{L}-]|paid )(?:${ADJECTIVES.join('|')}|l'heure|(?:per|par) (?:${NOUNS.join('|')}))(?!\p{L})`,
  'giu',
)

/** The units that the words of a label name. */
export function unitsIn(label: string): PayUnit[] {
  return Array.from(label.matchAll(UNITS), ([text]) => payUnit(text.split(' ').at(-1))).filter(
    (unit) => unit !== undefined,
  )
}

/** Periods that are no unit of pay. */
export const OTHER_PERIOD = words(
  'bi-?weekly|semi-?(?:monthly|annual(?:ly)?)|bi-?monthly|twice (?:a|per) (?:month|year)|twice (?:monthly|weekly)|' +
    '(?:every|per|each) (?:two|2|other|second) weeks?|fortnight(?:ly)?|(?:per|each|a) (?:pay )?period|bimensuel(?:le)?|' +
    'aux deux semaines|(?:per|a|each) (?:semester|term|course|class|session|credit|shift|visit|mile|load|game|trip|case|piece|word|page|event|project|quarter|season)',
)

/** Words that turn a salary for a year into a salary for another time. */
export const PART_OF_YEAR = words(
  'for (?:an? )?(?:(?<!\\d)\\d|10|11|nine|ten|eleven)[- ](?:months?|weeks?)|(?:(?<!\\d)\\d|10|11|nine|ten|eleven)-(?:month|week)|' +
    '(?:(?<!\\d)\\d|10|11|nine|ten|eleven) month (?:position|contract|appointment|term|assignment|calendar|year)|' +
    '(?:one|two|three|six)[- ](?:month|week)|pro-?rated|half[- ]time|(?:\\d{2} ?%|0?\\.\\d{1,2}) FTE',
)
