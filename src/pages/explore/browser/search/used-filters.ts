import { byId, make } from '../page/elements'
import { plural } from '../page/format'
import { countJobs } from './count'
import { EMPTY_SEARCH, type Field, type Search, writeView } from './search'

const list = byId('without', HTMLUListElement)

/** The filters of a search that have a value. */
export function usedFilters(search: Search): Field[] {
  const { country: _, syntax: __, ...filters } = search
  const names = Object.keys(filters) as (keyof typeof filters)[]
  return names.filter((name) => filters[name].length > 0)
}

/** A search without one of its filters, and how many jobs it finds. */
interface SmallerSearch {
  field: Field
  href: string
  count: number
}

/** Of a search that finds nothing, what each of its filters hides. */
export async function loadSmallerSearches(
  search: Search,
  signal: AbortSignal,
): Promise<SmallerSearch[]> {
  const used = usedFilters(search)
  if (used.length < 2) return []
  const counted = used.map(async (field): Promise<SmallerSearch> => {
    const smaller = { ...search, [field]: EMPTY_SEARCH[field] }
    const view = { search: smaller, isOverview: false, job: '', isRequestOpen: false }
    return { field, href: writeView(view), count: await countJobs(smaller, signal) }
  })
  return (await Promise.all(counted)).filter(({ count }) => count > 0)
}

/** Shows them as links. */
export function showSmallerSearches(
  searches: readonly SmallerSearch[],
  labelOf: (field: Field) => string,
): void {
  const items = searches.map(({ field, href, count }) =>
    make('li', {}, make('a', { href }, `Without ${labelOf(field)}`), `: ${plural(count, 'job')}`),
  )
  list.replaceChildren(...items)
}
