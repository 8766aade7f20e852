import { byId, make } from '../page/elements'
import { plural } from '../page/format'
import { loadCities } from './cities'
import { countJobs } from './count'
import { EMPTY_SEARCH, type Field, type Search, usedFilters, writeView } from './search'

const list = byId('without', HTMLUListElement)

/** A search without one of its filters, and how many jobs it finds. */
interface SmallerSearch {
  /** The filter that it lacks; undefined where a city is written out instead. */
  field: Field | undefined
  city: string
  href: string
  count: number
}

/** Of a search that finds nothing, what each of its filters hides, and what a city finds that begins as the one that was typed. */
export async function loadSmallerSearches(
  search: Search,
  signal: AbortSignal,
): Promise<SmallerSearch[]> {
  const used = usedFilters(search)
  const counted = used.map(async (field): Promise<SmallerSearch> => {
    const smaller = { ...search, [field]: EMPTY_SEARCH[field] }
    const count = await countJobs(smaller, signal)
    return { field, city: '', href: writeView({ search: smaller }), count }
  })
  const found = await Promise.all([...(await withCities(search, signal)), ...counted])
  return found.filter(({ count }) => count > 0)
}

/** The most cities that are offered. */
const MAX_CITIES = 5

async function withCities(search: Search, signal: AbortSignal): Promise<Promise<SmallerSearch>[]> {
  if (search.city === '') return []
  const cities = await loadCities(search, signal)
  return cities.slice(0, MAX_CITIES).map(async ({ name }) => {
    const written = { ...search, city: name }
    const count = await countJobs(written, signal)
    return { field: undefined, city: name, href: writeView({ search: written }), count }
  })
}

/** Shows them as links to the searches. */
export function showSmallerSearches(
  searches: readonly SmallerSearch[],
  labelOf: (field: Field) => string,
): void {
  const items = searches.map(({ field, city, href, count }) => {
    const name = field === undefined ? city : `Without ${labelOf(field)}`
    return make('li', {}, make('a', { href, class: 'button' }, `${name}: ${plural(count, 'job')}`))
  })
  list.replaceChildren(...items)
}
