import type { EqualPostings } from '../../../../../catalogue/resources/explore-life'
import { make } from '../page/elements'
import { plural } from '../page/format'

type Posting = Pick<EqualPostings['others'][number], 'id' | 'locations'>

/** Equal postings behind a button, `7 places`; undefined of a single one. */
export function equalPostings(
  key: string,
  postings: readonly Posting[],
  addressOf: (id: number) => string,
): HTMLElement | undefined {
  if (postings.length === 1) return undefined
  const list = make('ul', {})
  const details = make('details', { class: 'equal', 'data-group': key }, make('summary', {}), list)
  append(details, postings, addressOf)
  return details
}

/** Adds the postings of a later page to their card; false if no card has this key. */
export function joinEqual(
  cards: HTMLElement,
  key: string,
  postings: readonly Posting[],
  addressOf: (id: number) => string,
): boolean {
  const details = cards.querySelector<HTMLElement>(`[data-group="${CSS.escape(key)}"]`)
  if (details === null) return false
  append(details, postings, addressOf)
  return true
}

function append(
  details: HTMLElement,
  postings: readonly Posting[],
  addressOf: (id: number) => string,
): void {
  const list = details.querySelector('ul')
  const summary = details.querySelector('summary')
  const items = postings.map(({ id, locations }) => {
    const name = locations.join(' · ') || 'Place not named'
    return make('li', {}, make('a', { href: addressOf(id), 'data-job': String(id) }, name))
  })
  list?.append(...items)
  if (summary && list) {
    const names = new Set([...list.children].map(({ textContent }) => textContent))
    const all = plural(list.childElementCount, 'posting')
    const places = plural(names.size, 'place')
    summary.textContent = names.size === list.childElementCount ? places : `${all}, ${places}`
  }
}
