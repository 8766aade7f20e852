import type { PayUnit } from '../../values/vocabulary'
import { CODE, unitAt } from './units'

/** One amount of money or a range of two in a sentence, with the marks and units beside them. */
export interface Amounts {
  /** In the sentence: from the first mark or digit to behind the last mark or unit. */
  start: number
  end: number
  low: number
  /** Undefined for one amount. */
  high: number | undefined
  /** `$90,000+`. */
  isOpen: boolean
  /** Codes and symbols of currencies, as written. */
  marks: string[]
  units: PayUnit[]
}

const CODES = new RegExp(`^(?:${CODE})`)
const MARK = String.raw`(?:${CODE}) ?\$?|(?:CA|US|C)?\$`
/** Groups of three digits by commas or spaces; decimals behind a point or, in French, a comma. */
const NUMBER = String.raw`\d{1,3}(?:,\d{3}){1,2}(?:\.\d{1,2})?|\d{1,3}(?: \d{3}){1,2}(?:,\d{1,2})?|\d{1,7}(?:\.\d{1,4}|,\d{1,2})?`
/** Text after a number that changes it: more digits, a percentage, millions. */
const OTHER = String.raw`[\p{L}\d%]|[.,]\d| ?(?:[mbt]\b|mm\b|[mb]illions?\b|mil\b|bn\b|%)`

/** A number with its marks: `CAD$24.76`, `$85K`, `22,50 $`, `90,000 (USD)`. */
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d.,])(${MARK})? ?(?<![\d.,])(${NUMBER})(?: ?(k)(?:(?!\p{L})|(?=${CODE}))|(?=(?:${CODE}|hr)(?!\p{L}))|(?!${OTHER}))(\+(?!\/))?(?: ?\(?((?:${CODE})(?!\p{L})|\$ ?(?:US|CAN?)(?!\p{L})|(?:CA|US|C)?\$(?! ?\d))\)?)?`,
  'giu',
)

/** Between the two amounts of a range; `and` and `, maximum` only behind `between` and `minimum`. */
const TO =
  /\.?(?: (?:and|et) (?:the |le |la )?(?:\p{L}+ ){0,2}max(?:imum|imale?)(?: \p{L}+){0,2}? (?:(?:is|of|est|de) ){1,2}| ?- ?| (?:(?:and )?(?:goes )?(?:up )?to|à|and|et) (?:(?:a )?max(?:imum)?(?: (?:base )?(?:salary|pay|wage|rate))?(?: of)? )?|(?:,| \/)? (?:and )?(?:a )?max(?:imum)?(?: of)?(?: =|:)? )/iuy
/** Between the least and the middle of a range, which is not kept. */
const MIDDLE = /^,? (?:and )?(?:a )?mid(?:dle|[- ]?point)?(?: of)?:? ?$/iu
const LEAST =
  /(?<!\p{L})min(?:imum|imale?)?(?: (?:salary|pay|wage|rate))?(?: (?:is|of|est|de)){0,2}(?: =|:)? ?$/iu
export const BETWEEN = /(?<!\p{L})(?:between|entre)(?!\p{L})\D*$/iu

/** The amounts of a normalized sentence that the mark of a currency is at, in their order. */
export function findAmounts(sentence: string): Amounts[] {
  const found: Read[] = []
  for (const match of sentence.matchAll(AMOUNT)) {
    const amount = readAmount(sentence, match)
    const last = found.at(-1)
    if (last !== undefined && isMiddle(sentence, last, amount)) {
      found[found.length - 1] = { ...last, end: amount.end }
      continue
    }
    const range = last && rangeOf(sentence, last, amount)
    if (range === undefined) found.push(amount)
    else found[found.length - 1] = range
  }
  return inOneLanguage(
    sentence,
    found.filter(({ marks }) => marks.length > 0),
  )
}

/** Whether an amount is the middle of a range: `Min $29, Mid $36, Max $44`. */
function isMiddle(sentence: string, last: Read, { start }: Read): boolean {
  return MIDDLE.test(sentence.slice(last.end, start)) && LEAST.test(sentence.slice(0, last.start))
}

/** Equal amounts around a slash are the same in two languages: `22,00 $ / $22.00 de l'heure`. */
function inOneLanguage(sentence: string, found: readonly Read[]): Amounts[] {
  const joined: Amounts[] = []
  for (const amount of found) {
    const last = joined.at(-1)
    const isSame =
      last?.low === amount.low &&
      last.high === amount.high &&
      /^ ?[/|] ?$/.test(sentence.slice(last.end, amount.start))
    if (!isSame) joined.push(amount)
    else {
      const units = [...last.units, ...amount.units]
      const marks = [...last.marks, ...amount.marks]
      joined[joined.length - 1] = { ...amount, start: last.start, units, marks }
    }
  }
  return joined
}

interface Read extends Amounts {
  isThousands: boolean
  /** Whether a mark stands before the number. */
  isMarked: boolean
}

function readAmount(sentence: string, match: RegExpExecArray): Read {
  const [text, before, digits = '', thousands, open, after] = match
  const isThousands = thousands !== undefined
  const behind = match.index + text.length
  const unit = unitAt(sentence, behind)
  return {
    start: match.index + (text.startsWith(' ') ? 1 : 0),
    end: unit?.end ?? behind,
    low: toNumber(digits) * (isThousands ? 1000 : 1),
    high: undefined,
    isOpen: open !== undefined,
    marks: [before, after, unit?.mark].flatMap((mark) => (mark ? canonicalMark(mark) : [])),
    units: unit?.unit === undefined ? [] : [unit.unit],
    isThousands,
    isMarked: before !== undefined,
  }
}

/** `CAD` of `CAD $`; a symbol in its usual case. */
function canonicalMark(mark: string): string {
  const upper = mark.toUpperCase()
  // `$ US` is `US$`.
  const [, country] = /^\$ ?(US|CA)N?$/.exec(upper) ?? []
  return country === undefined ? (CODES.exec(upper)?.[0] ?? upper) : `${country}$`
}

/** `1,250.50` and `1 250,50`: a comma or space before three digits groups them. */
function toNumber(digits: string): number {
  return Number(digits.replace(/[ ,](?=\d{3})/g, '').replace(',', '.'))
}

/** `between $20 and $25`, and not `$20 and up to $25`. */
function isAnd(to: string): boolean {
  return / (?:and|et) (?!(?:goes )?(?:up )?to)/i.test(to)
}

function rangeOf(sentence: string, first: Read, second: Read): Read | undefined {
  TO.lastIndex = first.end
  const to = TO.exec(sentence)?.[0]
  if (to === undefined || TO.lastIndex !== second.start) return undefined
  const before = sentence.slice(0, first.start)
  if (
    /max/i.test(to) && /^,|^ max| (?:and|et) /i.test(to)
      ? !LEAST.test(before)
      : isAnd(to) && !BETWEEN.test(before)
  )
    return undefined
  // `5 - $20` is no range: only marks behind the second amount, as in `80-100k CAD`, are of both, and `93,000 - $114,000`.
  const isOfBoth = first.marks.length > 0 || !second.isMarked || first.low >= 10_000
  if (!isOfBoth || first.high !== undefined || first.isOpen) return undefined
  // `80 - 100K` is 80,000 to 100,000.
  const isCarried = second.isThousands && !first.isThousands && first.low * 1000 < second.low
  return {
    ...second,
    start: first.start,
    low: isCarried ? first.low * 1000 : first.low,
    high: second.low,
    marks: [...first.marks, ...second.marks],
    units: [...first.units, ...second.units],
  }
}
