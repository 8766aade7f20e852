import { byId, make } from '../page/elements'
import { countryInText } from '../page/format'
import { filterParts } from './filter-parts'
import { readView, type Search, writeView } from './search'

/** The browser keeps the addresses of the searches under this name. */
const STORED = 'searches'

const MAX_SAVED = 50

const section = byId('saved', HTMLElement)
const list = byId('saved-list', HTMLUListElement)

/** Shows the searches that this browser keeps; `save` adds the current one. Called once. */
export function startSavedSearches(current: () => Search): void {
  byId('save', HTMLButtonElement).addEventListener('click', () => {
    const address = writeView({ search: current() })
    store([address, ...reusable().filter((other) => other !== address)].slice(0, MAX_SAVED))
    list.querySelector('a')?.focus()
  })
  // Another tab may save too.
  addEventListener('storage', draw)
  draw()
}

function reusable(): string[] {
  try {
    const addresses: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(addresses) ? addresses.map(String) : []
  } catch {
    // Something else than this page wrote it.
    return []
  }
}

function store(addresses: readonly string[]): void {
  localStorage.setItem(STORED, JSON.stringify(addresses))
  draw()
}

function draw(): void {
  const addresses = reusable()
  section.hidden = addresses.length === 0
  list.replaceChildren(...addresses.map(itemOf))
}

function itemOf(address: string): HTMLElement {
  const name = nameOf(readView(address).search)
  const remove = make(
    'button',
    { type: 'button', class: 'quiet small', 'aria-label': `Remove: ${name}` },
    '×',
  )
  remove.addEventListener('click', () => {
    store(reusable().filter((other) => other !== address))
    byId('save', HTMLButtonElement).focus()
  })
  return make('li', {}, make('a', { href: address }, name), remove)
}

/** What a search asks for: `nurse, Ontario, remote`. */
export function nameOf(search: Search): string {
  const named = filterParts(search).map(({ text }) => text)
  const country = countryInText(search.country)
  return named.length === 0 ? `All jobs in ${country}` : `${named.join(', ')} in ${country}`
}
