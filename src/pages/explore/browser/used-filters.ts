import { countJobs } from './count'
import { byId, make } from './elements'
import { plural } from './format'
import { EMPTY_SEARCH, type Field, type Search, writeView } from './search'

const list = byId('without', HTMLUListElement)

/** The filters of a search that have a value. */
export function usedFilters(search: Search): Field[] {
  const { country: _, syntax: __, ...filters } = search
  const names = Object.keys(filters) as (keyof typeof filters)[]
  return names.filter((name) => filters[name].length > 0)
}

export function clearSmallerSearches(): void {
  list.replaceChildren()
}

/** Of a search that finds nothing, shows what each of its filters hides: links to the searches without one of them. */
export async function showSmallerSearches(
  search: Search,
  labelOf: (field: Field) => string,
  signal: AbortSignal,
): Promise<void> {
  const used = usedFilters(search)
  if (used.length < 2) return
  for (const field of used) {
    const smaller = { ...search, [field]: EMPTY_SEARCH[field] }
    const count = await countJobs(smaller, signal)
    if (count === 0) continue
    const view = { search: smaller, isOverview: false, job: '', isRequestOpen: false }
    const link = make('a', { href: writeView(view) }, `Without ${labelOf(field)}`)
    list.append(make('li', {}, link, `: ${plural(count, 'job')}`))
  }
}
