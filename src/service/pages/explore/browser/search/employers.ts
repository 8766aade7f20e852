import { byId, make } from '../page/elements'
import type { Facets } from './facets'
import { loadFacets } from './facets'
import type { Search } from './search'

const field = byId('employer', HTMLInputElement)
const list = byId('employers', HTMLDataListElement)

/** Proposes the employers of the results; while a name is typed, its own proposals stay. */
export function offerEmployers(employers: Facets['employers']): void {
  if (document.activeElement !== field) show(employers)
}

function show(employers: Facets['employers']): void {
  list.replaceChildren(...employers.map(({ name }) => make('option', { value: name })))
}

/** Proposes the employers of a search whose names have words that begin with what is typed. */
export async function proposeEmployers(search: Search, signal: AbortSignal): Promise<void> {
  const typed = { ...search, types: [], employer: `${field.value.trim()}*` }
  const { employers } = await loadFacets(typed, 0, signal)
  show(employers)
}
