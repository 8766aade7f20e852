import { type Line, normalized } from './lines'

/** A label of the least or the most, above or in front of its amount. */
const BOUND =
  /^(?:(?:pay|salary|compensation|wage|hourly|annual|base|range|rate) ){0,3}(?:(min|minimum|low)|max|maximum|high)(?: (?:pay|salary|compensation|wage|rate|hourly|annual|monthly|base)){0,3} ?:?$/iu

/**
 * The lines with each pair that gives the least and the most made one, as some systems print them:
 *
 *     Min
 *     USD $75,000.00/Yr.
 *     Max
 *     USD $95,000.00/Yr.
 */
export function joinBounds(lines: readonly Line[]): Line[] {
  const joined: Line[] = []
  for (const line of lines) {
    const bound = boundOf(line)
    const last = joined.at(-1)
    const least = last && boundOf(last)
    if (bound?.isLeast === false && last !== undefined && least?.isLeast === true) {
      joined.pop()
      joined.push({
        ...line,
        text: `${least.amount} - ${bound.amount}`,
        published: [last.heading, last.text, line.heading, line.text].join('\n'),
        heading: nameOf(least.label),
      })
    } else joined.push(line)
  }
  return joined
}

/** The label of both bounds: `Hourly Pay` for `Minimum Hourly Rate`. */
function nameOf(label: string): string {
  const [unit = ''] = /hourly|annual|monthly/i.exec(label) ?? []
  return `${unit} ${/salary/i.test(label) ? 'Salary' : 'Pay'}`.trim()
}

const MAX_BOUND = 80

function boundOf({ text, heading }: Line) {
  if (text.length > MAX_BOUND) return undefined
  const line = normalized(text)
  const at = line.search(/(?:CAD|USD)? ?\$/)
  const label = at <= 0 ? normalized(heading) : line.slice(0, at).trim()
  const match = BOUND.exec(label)
  const amount = line.slice(Math.max(0, at)).replace(/\.$/, '')
  return match === null ? undefined : { isLeast: match[1] !== undefined, label, amount }
}

/** The currency in a line of its own. */
const CURRENCY =
  /^[^\p{L}\n]{0,8}(?:(?:salary|pay|compensation) )?currency ?: ?(CAD|USD)[^\p{L}\n]{0,8}$/gimu
const NUMBER = /^\$? ?(\d[\d,.]*)$/
const PERIOD =
  /^(?:(?:salary|pay|rate|compensation) )?(?:frequency|period|interval|basis|unit) ?: ?/iu

/**
 * The lines of pay of which the currency, the least and the most are lines, as one line each:
 *
 *     Currency: USD
 *     Salary Minimum: 90,000
 *     Salary Maximum: 120,000
 */
export function boundsInCurrency(text: string): Line[] {
  if (!/currency ?:/i.test(text)) return []
  const found = text
    .matchAll(CURRENCY)
    .take(MAX_CURRENCIES + 1)
    .toArray()
  if (found.length > MAX_CURRENCIES) return []
  return found.flatMap((line) => readBlock(text, line) ?? [])
}

/** A text with more such lines is a price list. */
const MAX_CURRENCIES = 10

/** How far the other lines are from that of the currency, in characters. */
const MAX_BLOCK = 200

function readBlock(text: string, { 0: line, 1: code, index }: RegExpExecArray): Line | undefined {
  const end = index + line.length
  const start = Math.max(0, index - MAX_BLOCK)
  // The first line may be cut.
  const above = text
    .slice(start, index)
    .split('\n')
    .slice(start > 0 ? 1 : 0)
  const block = [...above, line, ...text.slice(end, end + MAX_BLOCK).split('\n')]
    .map((words) => normalized(words).replace(/^[-•·–>]{1,3} ?/, ''))
    .filter((words) => words !== '')
  const [least, other] = block.flatMap((words) => namedBound(words, true))
  const [most, another] = block.flatMap((words) => namedBound(words, false))
  if (least === undefined || most === undefined || other || another) return undefined
  const period = block.find((words) => PERIOD.test(words))?.replace(PERIOD, '') ?? ''
  const published = block.filter((words) => words === least.words || words === most.words)
  return {
    text: `${code} ${least.amount} - ${most.amount} ${period}`.trim(),
    heading: nameOf(least.words),
    below: '',
    published: [normalized(line), ...published].join('\n'),
  }
}

function namedBound(words: string, isLeast: boolean) {
  const [label = '', value = ''] = words.split(':', 2)
  const bound = BOUND.exec(label.trim())
  const [, amount] = NUMBER.exec(value.trim()) ?? []
  if (bound === null || amount === undefined || (bound[1] !== undefined) !== isLeast) return []
  return [{ words, amount }]
}
