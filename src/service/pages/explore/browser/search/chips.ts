import { byId, make } from '../page/elements'
import { filterParts } from './filter-parts'
import { type Search, writeView } from './search'

const chips = byId('chips', HTMLUListElement)

/** Shows each value of the filters, as a link to the search without it. The words stand in the field above. */
export function showChips(search: Search): void {
  const parts = filterParts(search).filter(({ field }) => field !== 'text')
  const hadFocus = chips.contains(document.activeElement)
  chips.replaceChildren(
    ...parts.map(({ text, without }) =>
      make(
        'li',
        {},
        make(
          'a',
          { href: writeView({ search: without }), class: 'chip', 'aria-label': `Remove: ${text}` },
          text,
          make('span', { 'aria-hidden': 'true' }, '×'),
        ),
      ),
    ),
  )
  byId('clear', HTMLButtonElement).hidden = parts.length === 0 && search.text === ''
  // What had the focus is gone.
  const next = chips.querySelector('a') ?? byId('text', HTMLInputElement)
  if (hadFocus) next.focus()
}
