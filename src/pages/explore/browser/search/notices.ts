import { byId, make } from '../page/elements'
import type { Search } from './search'
import { EMPTY_SEARCH, writeView } from './search'

/** A notice of the header `X-Notices`. */
interface Notice {
  parameter: string
  detail: string
  suggestion: string | null
}

const list = byId('notices', HTMLUListElement)

/** Shows what the service says of a search that found few jobs; a suggestion is a link to the search with it. */
export function showNotices(headers: Headers, search: Search): void {
  const notices: Notice[] = JSON.parse(headers.get('X-Notices') ?? '[]')
  list.replaceChildren(...notices.map((notice) => itemOf(notice, search)))
}

export function clearNotices(): void {
  list.replaceChildren()
}

function itemOf({ parameter, detail, suggestion }: Notice, search: Search): HTMLElement {
  const field = FIELDS[parameter]
  const text = `${sentence(detail)} `
  if (suggestion === null || field === undefined) return make('li', {}, text)
  const href = writeView({
    search: { ...EMPTY_SEARCH, ...search, [field]: suggestion },
    isOverview: false,
    job: '',
    isRequestOpen: false,
  })
  return make('li', {}, text, make('a', { href }, `Search for ${suggestion}`))
}

/** The field of each parameter whose text is the field's. */
const FIELDS: Readonly<Record<string, keyof Search>> = {
  q: 'text',
  description: 'text',
  description_advanced: 'text',
  title: 'title',
  title_advanced: 'title',
  city: 'city',
  location_advanced: 'place',
  source: 'source',
}

/** The detail as a sentence; a question has its own mark. */
function sentence(detail: string): string {
  const end = detail.endsWith('?') ? '' : '.'
  return detail.charAt(0).toUpperCase() + detail.slice(1) + end
}
