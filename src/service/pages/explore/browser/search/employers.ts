import { byId, make } from '../page/elements'
import type { Facets } from './facets'
import { loadFacets } from './facets'
import type { Search } from './search'

/** How long the visitor does not type before employers are asked for. */
const PAUSE_MS = 250

/** One letter begins too many names. */
const MIN_LENGTH = 2

const field = byId('employer', HTMLInputElement)
const list = byId('employers', HTMLDataListElement)
let timer: ReturnType<typeof setTimeout> | undefined
let running = new AbortController()

/** Proposes the employers of the results; while a name is typed, its own proposals stay. */
export function offerEmployers(employers: Facets['employers']): void {
  if (document.activeElement !== field) show(employers)
}

function show(employers: Facets['employers']): void {
  list.replaceChildren(...employers.map(({ name }) => make('option', { value: name })))
}

/** While the name of an employer is typed in plain syntax, proposes those whose names have words that begin so. */
export function proposeEmployers(read: () => Search, onFailure: (error: unknown) => void): void {
  const propose = async () => {
    const search = { ...read(), types: [], employer: `${field.value.trim()}*` }
    const { employers } = await loadFacets(search, 0, running.signal)
    show(employers)
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    running.abort()
    running = new AbortController()
    const isName = read().syntax === 'plain' && field.value.trim().length >= MIN_LENGTH
    if (isName) timer = setTimeout(() => propose().catch(onFailure), PAUSE_MS)
  })
}
