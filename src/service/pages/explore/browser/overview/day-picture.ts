import type { ExploreFigures } from '../../../../../catalogue/resources/explore-figures'
import { make, section, tableOf } from '../page/elements'
import { formatDate, formatNumber } from '../page/format'

const SVG = 'http://www.w3.org/2000/svg'

/** Units of the picture: a day's width with its gap, and the height of the larger half. */
const DAY_WIDTH = 10
const GAP = 2
const HALF = 100

/** Of a search, the removed jobs are not counted. */
type Days = readonly (Omit<ExploreFigures['days'][number], 'removed'> & { removed?: number })[]

/** New and removed jobs a day: bars up and down from one line, and the same as a table. */
export function dayPicture(days: Days, addressOf: (day: string) => string): HTMLElement {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const hasRemoved = days.some(({ removed }) => removed !== undefined)
  const heading = hasRemoved ? 'New and removed' : 'New by day'
  const largest = largestOf(days)
  const what = hasRemoved ? 'Jobs first collected and jobs removed' : 'Active jobs first collected'
  return section(
    heading,
    `${what} per day (UTC), last ${days.length} days.`,
    make(
      'div',
      { class: 'days', 'aria-hidden': 'true' },
      make(
        'p',
        { class: 'legend' },
        make('span', { class: 'new' }, 'new'),
        hasRemoved ? make('span', { class: 'removed' }, 'removed') : undefined,
        make('span', {}, `at most ${formatNumber(largest)} a day`),
      ),
      dayBars(days, addressOf),
      make(
        'p',
        { class: 'axis' },
        make('span', {}, formatDate(first)),
        make('span', {}, formatDate(last)),
      ),
    ),
    make('details', {}, make('summary', {}, 'As a table'), dayTable(days, addressOf)),
  )
}

function largestOf(days: Days): number {
  return Math.max(1, ...days.flatMap((day) => [day.new, day.removed ?? 0]))
}

/** The new jobs of each day, small: the bars, with the largest number and the first and the last day. */
export function trendPicture(days: Days, addressOf: (day: string) => string): Node[] {
  const shortDate = (day: string | undefined) =>
    day === undefined ? '' : formatDate(day).replace(/ \d+$/, '')
  const numbers = make('p', { class: 'axis' }, `${formatNumber(largestOf(days))} a day`)
  const dates = [days[0], days.at(-1)].map((end) => make('span', {}, shortDate(end?.day)))
  return [numbers, dayBars(days, addressOf), make('p', { class: 'axis' }, ...dates)]
}

/** The bars alone. Without removed jobs, the line at zero is at the bottom. */
function dayBars(days: Days, addressOf: (day: string) => string): Node {
  const largest = largestOf(days)
  const hasRemoved = days.some(({ removed }) => removed !== undefined)
  const height = hasRemoved ? 2 * HALF : HALF
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `0 0 ${days.length * DAY_WIDTH} ${height}`)
  svg.setAttribute('preserveAspectRatio', 'none')
  svg.append(zeroLine(days.length))
  for (const [index, day] of days.entries()) {
    // A link for the mouse: the table has the same for the keyboard.
    const group = document.createElementNS(SVG, 'a')
    if (day.new > 0) group.setAttribute('href', addressOf(day.day))
    group.setAttribute('tabindex', '-1')
    const title = document.createElementNS(SVG, 'title')
    const removed = hasRemoved ? `, ${formatNumber(day.removed ?? 0)} removed` : ''
    title.textContent = `${formatDate(day.day)}: ${formatNumber(day.new)} new${removed}`
    const up = (day.new / largest) * HALF
    group.append(title, bar(index, 0, height, 'column'), bar(index, HALF - up, up, 'new'))
    if (day.removed !== undefined) {
      group.append(bar(index, HALF, (day.removed / largest) * HALF, 'removed'))
    }
    svg.append(group)
  }
  return svg
}

/** The line from which new jobs go up and removed ones down; it shows also where there are none. */
function zeroLine(days: number): Node {
  const line = document.createElementNS(SVG, 'line')
  const ends = { x1: 0, x2: days * DAY_WIDTH, y1: HALF, y2: HALF }
  for (const [attribute, value] of Object.entries(ends)) line.setAttribute(attribute, `${value}`)
  line.classList.add('zero')
  return line
}

function bar(index: number, y: number, height: number, name: string): SVGRectElement {
  const rect = document.createElementNS(SVG, 'rect')
  const values = { x: index * DAY_WIDTH + GAP / 2, y, width: DAY_WIDTH - GAP, height }
  for (const [attribute, value] of Object.entries(values)) rect.setAttribute(attribute, `${value}`)
  rect.classList.add(name)
  return rect
}

function dayTable(days: Days, addressOf: (day: string) => string): HTMLElement {
  const hasRemoved = days.some(({ removed }) => removed !== undefined)
  const names = hasRemoved ? ['Day', 'New', 'Removed'] : ['Day', 'New']
  const rows = days
    .toReversed()
    .map((day) =>
      make(
        'tr',
        {},
        make(
          'th',
          { scope: 'row' },
          day.new === 0
            ? formatDate(day.day)
            : make('a', { href: addressOf(day.day) }, formatDate(day.day)),
        ),
        make('td', {}, formatNumber(day.new)),
        hasRemoved ? make('td', {}, formatNumber(day.removed ?? 0)) : undefined,
      ),
    )
  return tableOf(names, rows)
}
