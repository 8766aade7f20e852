import type { ExploreFigures } from '../../../resources/explore-figures'
import { make } from './elements'
import { formatDate, formatNumber } from './format'

const SVG = 'http://www.w3.org/2000/svg'

/** Units of the picture: a day's width with its gap, and the height of the larger half. */
const DAY_WIDTH = 10
const GAP = 2
const HALF = 100

type Days = ExploreFigures['days']

/** New and removed jobs a day: bars up and down from one line, and the same as a table. */
export function dayPicture(days: Days): HTMLElement {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const largest = Math.max(1, ...days.flatMap((day) => [day.new, day.removed]))
  return make(
    'section',
    { 'aria-label': 'New and removed' },
    make('h2', {}, 'New and removed'),
    make(
      'p',
      { class: 'note' },
      `Jobs first collected and jobs removed per day (UTC), last ${days.length} days.`,
    ),
    make(
      'div',
      { class: 'days', 'aria-hidden': 'true' },
      make(
        'p',
        { class: 'legend' },
        make('span', { class: 'new' }, 'new'),
        make('span', { class: 'removed' }, 'removed'),
        make('span', {}, `at most ${formatNumber(largest)} a day`),
      ),
      bars(days, largest),
      make(
        'p',
        { class: 'axis' },
        make('span', {}, formatDate(first)),
        make('span', {}, formatDate(last)),
      ),
    ),
    make('details', {}, make('summary', {}, 'As a table'), dayTable(days)),
  )
}

function bars(days: Days, largest: number): Node {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `0 0 ${days.length * DAY_WIDTH} ${2 * HALF}`)
  svg.setAttribute('preserveAspectRatio', 'none')
  svg.append(zeroLine(days.length))
  for (const [index, day] of days.entries()) {
    const group = document.createElementNS(SVG, 'g')
    const title = document.createElementNS(SVG, 'title')
    title.textContent = `${formatDate(day.day)}: ${formatNumber(day.new)} new, ${formatNumber(day.removed)} removed`
    const up = (day.new / largest) * HALF
    group.append(
      title,
      bar(index, 0, 2 * HALF, 'column'),
      bar(index, HALF - up, up, 'new'),
      bar(index, HALF, (day.removed / largest) * HALF, 'removed'),
    )
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

function dayTable(days: Days): HTMLElement {
  const headings = ['Day', 'New', 'Removed'].map((name) => make('th', { scope: 'col' }, name))
  const rows = days
    .toReversed()
    .map((day) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, formatDate(day.day)),
        make('td', {}, formatNumber(day.new)),
        make('td', {}, formatNumber(day.removed)),
      ),
    )
  return make(
    'table',
    {},
    make('thead', {}, make('tr', {}, ...headings)),
    make('tbody', {}, ...rows),
  )
}
