import type { Country } from '../../values/country'
import { agreedCurrency, type PayUnit, payUnit, type Salary, salaryOf } from '../line/salary'
import { type Amounts, BETWEEN, findAmounts } from './amounts'
import { type NamedPlaces, namedPlaces } from './named-places'

/**
 * What a sentence says of the pay of its job. `unclear` has a label of pay and amounts, but the rules do not read it to
 * its end; `none` is not about pay, or about a kind of pay that is never read.
 */
export type SentencePay =
  | { kind: 'pay'; salary: Salary; places: NamedPlaces }
  | { kind: 'unclear'; places: NamedPlaces }
  | { kind: 'none' }

export interface SentenceContext {
  /** The line above. */
  heading: string
  /** The one country of the posting's places, whose dollars a plain `$` is. */
  country: Country | undefined
}

const words = (alternatives: string, flags = 'iu') =>
  new RegExp(String.raw`(?<!\p{L})(?:${alternatives})(?!\p{L})`, flags)

const LABELS =
  'salar(?:y|ies)|pay|compensation|comp|wages?|remuneration|' +
  'hourly rates?|pay rates?|starting rates?|base rates?|rates? of pay|hourly (?:base )?range|' +
  'salaires?|salariale?s?|rémunération|taux horaire|traitement|paie'
const LABEL = words(LABELS)
const EACH_LABEL = words(LABELS, 'giu')

/** Pay that is never read, and money that is no pay. */
const NEVER = words(
  'OTE|on[- ]target|target earnings|earnings?|at plan|variable|' +
    'total (?:\\p{L}+ )?(?:compensation|comp|cash|pay|rewards?|remuneration)|rémunération globale|' +
    'stipends?|sign[- ]?on|signing|relocation|referrals?|tuition|reimburse\\p{L}*|allowances?|budgets?|' +
    'revenues?|ARR|ACV|quotas?|funding|raised|bonus(?:es)?|commissions?|incentives?|equity|' +
    'stocks?|shares?|options?|RSUs?|tips?|primes?|pourboires?|actions|' +
    'average|median|equivalent|annuali[sz]ed|previous|customers?|clients?|premiums?|' +
    'overtime|differential|per diem|examples?|credits?|discounts?|donations?',
)
/** Behind the amounts of a base salary others may follow, but none that are part of the amounts. */
const NEVER_BEHIND = words(
  'OTE|on[- ]target|target earnings|at plan|total (?:\\p{L}+ )?(?:compensation|comp|cash|earnings)',
)
const PART_OF = words(
  '(?<!not (?:\\p{L}+ )?)(?:inclu(?:des?|ding|sive)|comprend|comprenant|incluant)(?:(?!\\. ).){0,60}?(?:bonus(?:es)?|commissions?|incentives?|variable|tips|overtime|equity|primes?|pourboires)',
)

/** What may stand between a label and its amounts at their end. */
const CONNECTOR =
  /^$|(?:[:([|=-]|(?<!\p{L})(?:is|are|be|of|at|from|between|ranges?|ranging|to|rate|band|scale|role|position|starting|starts|est|sont|de|à|entre|approximately|around|about|USD|CAD|CDN))$/iu

/** As `CONNECTOR`, behind a comma. */
const CLAUSE = /(?::|(?<!\p{L})(?:is|are|between|from|est|entre))$/iu

/** What may stand behind the amounts. */
const FOLLOWING =
  /^ ?(?:$|[.,;:)\]+|•!/"&-]|\(|\[)|^ (?:plus|and|depending|based|dependent|dependant|commensurate|with|for|in|at|base|gross|DOE|negotiable|excluding|which|as|is|to start|salary|annual|to be|on|across|selon|avec|pour|et|brut|en fonction|within|per|by|if|while|this|CAD|USD|doe)(?!\p{L})/iu

const UP_TO = /(?<!\p{L})(?:up to|jusqu'à|maximum(?: of| de)?|max)\W*$/iu
const FROM =
  /(?<!\p{L})(?:from|start(?:ing|s)?(?: salary)?(?: at| from)?|minimum(?: of| de)?|min|at least|à partir de|dès|begins at|beginning at)\W*$/iu
const UNIT_WORDS = words(
  "hourly|annual|annually|yearly|monthly|weekly|daily|horaire|annuel(?:le)?|mensuel(?:le)?|hebdomadaire|l'heure|per hour|per year|per annum|par heure|par année|par an",
  'giu',
)
const SALARY = words('salar(?:y|ies)|salaires?|salariale?s?')
const SALARY_BEHIND = /^ (?:USD |CAD )?(?:(?:annual|base|starting) ){0,2}salary(?!\p{L})/iu

/** The least and most that a unit can be; what is outside is another kind of money. */
const BOUNDS: Readonly<Record<PayUnit, readonly [number, number]>> = {
  HOUR: [2, 500],
  DAY: [16, 4_000],
  WEEK: [80, 20_000],
  MONTH: [300, 100_000],
  YEAR: [10_000, 2_000_000],
}
const MAX_FACTOR = 4

/** `sentence` and the heading are normalized. */
export function readPaySentence(sentence: string, context: SentenceContext): SentencePay {
  const found = findAmounts(sentence)
  const [amounts] = found
  if (amounts === undefined) return { kind: 'none' }
  const before = sentence.slice(0, amounts.start)
  const behind = sentence.slice(amounts.end)
  const label = labelOf(before, behind, context.heading)
  const isNever = NEVER.test(label?.text ?? sentence) || NEVER_BEHIND.test(behind.slice(0, 80))
  if (isNever || (label === undefined && !found.some(isLikePay))) return { kind: 'none' }
  const places = namedPlaces(sentence)
  const unclear: SentencePay = { kind: 'unclear', places }
  if (label === undefined) return unclear
  const isRead =
    found.every((other) => isSame(other, amounts)) &&
    countDollars(sentence) ===
      found.reduce(
        (sum, { start, end }) => sum + countDollars(sentence.slice(start, end)) - 1,
        1,
      ) &&
    (amounts.high !== undefined || !BETWEEN.test(before)) &&
    (label.gap.includes(',') ? CLAUSE : CONNECTOR).test(label.gap.trim()) &&
    FOLLOWING.test(behind) &&
    !PART_OF.test(behind)
  if (!isRead || places.isExcept) return unclear
  const salary = salaryFrom(amounts, { label: label.text, before, behind }, places, context)
  return salary === undefined ? unclear : { kind: 'pay', salary, places }
}

function countDollars(text: string): number {
  return text.split('$').length
}

/** A range without a label that pay could have: a level of a list. */
function isLikePay({ low, high = 0 }: Amounts): boolean {
  return high > low && high <= MAX_FACTOR * low && (low >= 10_000 || (low >= 10 && high <= 150))
}

function isSame(one: Amounts, other: Amounts): boolean {
  return one.low === other.low && one.high === other.high
}

/** The words that label the amounts, and what stands between the last label and them. */
function labelOf(before: string, behind: string, heading: string) {
  const last = Array.from(before.matchAll(EACH_LABEL)).at(-1)
  if (last !== undefined) {
    const gap = before.slice(last.index + last[0].length)
    // `Clients pay $20`.
    const isVerb = /^(?:pay|paie)$/i.test(last[0]) && gap.trim() === ''
    return isVerb ? undefined : { text: before, gap }
  }
  const salary = SALARY_BEHIND.exec(behind)?.[0]
  const isBare = /^[\P{L}]*$/u.test(before)
  if (isBare && LABEL.test(heading) && !/[.!?]$/.test(heading))
    return { text: `${heading} ${salary ?? ''}`, gap: '' }
  const isLabelled = salary !== undefined && before.length < 40
  return isLabelled ? { text: `${before} ${salary}`, gap: '' } : undefined
}

interface Words {
  label: string
  before: string
  behind: string
}

function salaryFrom(
  amounts: Amounts,
  { label, before, behind }: Words,
  places: NamedPlaces,
  context: SentenceContext,
): Salary | undefined {
  const unit = unitOf(amounts, `${label} ${SALARY_BEHIND.exec(behind)?.[0] ?? ''}`)
  if (unit === undefined) return undefined
  const { low, high, isOpen } = amounts
  const [least, most] = BOUNDS[unit]
  const isRange = high !== undefined
  if (low < least || (high ?? low) > most) return undefined
  if (isRange && (isOpen || high < low || high > MAX_FACTOR * low)) return undefined
  const isMost = !isRange && UP_TO.test(before)
  const isLeast = !isRange && (isOpen || FROM.test(before))
  const [named, another] = places.countries
  const country = another === undefined ? (named ?? context.country) : undefined
  const codes = `${label} ${behind.slice(0, 40)}`.match(CODES) ?? []
  return salaryOf({
    min: isMost ? undefined : low,
    max: isLeast ? undefined : (high ?? low),
    currency: agreedCurrency([...amounts.marks, ...codes], country),
    unit,
  })
}

const CODES = /(?<!\p{L})(?:CAD|USD|CDN|EUR|GBP|CHF|AUD|MXN|INR|€|£)(?!\p{L})/gu

function unitOf({ units }: Amounts, label: string): PayUnit | undefined {
  const said = units.length > 0 ? units : Array.from(label.matchAll(UNIT_WORDS), toUnit)
  const [unit, other] = new Set(said)
  if (other !== undefined) return undefined
  return unit ?? (SALARY.test(label) ? 'YEAR' : undefined)
}

function toUnit([text]: RegExpExecArray): PayUnit | undefined {
  return payUnit(text.split(' ').at(-1))
}
