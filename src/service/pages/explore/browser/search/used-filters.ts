import { byId, make } from '../page/elements'
import { plural } from '../page/format'
import { countJobs } from './count'
import { EMPTY_SEARCH, type Field, type Search, usedFilters, writeView } from './search'

const list = byId('without', HTMLUListElement)

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
  const counted = used.map(async (field): Promise<SmallerSearch> => {
    const smaller = { ...search, [field]: EMPTY_SEARCH[field] }
    const count = await countJobs(smaller, signal)
    return { field, href: writeView({ search: smaller }), count }
  })
  return (await Promise.all(counted)).filter(({ count }) => count > 0)
}

/** Shows them as links to the searches. */
export function showSmallerSearches(
  searches: readonly SmallerSearch[],
  labelOf: (field: Field) => string,
): void {
  const items = searches.map(({ field, href, count }) =>
    make(
      'li',
      {},
      make('a', { href, class: 'button' }, `Without ${labelOf(field)}: ${plural(count, 'job')}`),
    ),
  )
  list.replaceChildren(...items)
}
