import { type Line, normalized } from './lines'

/** A label of the least or the most, above or in front of its amount. */
const BOUND =
  /^(?:(?:pay|salary|compensation|wage|hourly|annual|base|range|rate) ){0,3}(?:(min|minimum|low)|max|maximum|high)(?: (?:pay|salary|compensation|wage|rate)){0,2} ?:?$/iu

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
        heading: /salary/i.test(least.label) ? 'Salary' : 'Pay',
      })
    } else joined.push(line)
  }
  return joined
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
