import { make, tableOf } from '../page/elements'
import { formatNumber } from '../page/format'

interface Row {
  name: string
  count: number
  /** Where the name leads. */
  address?: string
  /** The columns after the second. */
  details?: readonly string[]
}

/** A table of counts with a bar for each: the picture and the table in one. */
export function shareTable(headings: readonly string[], rows: readonly Row[]): HTMLElement {
  const largest = Math.max(1, ...rows.map(({ count }) => count))
  return tableOf(
    headings,
    rows.map((row) => rowOf(row, row.count / largest)),
    { class: 'shares' },
  )
}

function rowOf({ name, count, address, details = [] }: Row, share: number): HTMLTableRowElement {
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' })
  bar.style.setProperty('--share', `${share * 100}%`)
  return make(
    'tr',
    {},
    make('th', { scope: 'row' }, address ? make('a', { href: address }, name) : name),
    make('td', {}, make('div', {}, make('span', {}, formatNumber(count)), bar)),
    ...details.map((detail) => make('td', {}, detail)),
  )
}
