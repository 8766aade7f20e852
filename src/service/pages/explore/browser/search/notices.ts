import { byId, make } from '../page/elements'
import { formatCode } from '../page/format'
import { requestJson } from '../page/service'
import type { Search } from './search'
import { FIELDS, isRewritten, writeView } from './search'

/** A notice of the header `X-Notices`. */
interface Notice {
  parameter: string
  detail: string
  suggestion: string | null
  /** What is sent beside the suggestion; null for a parameter that is left out. */
  with?: Readonly<Record<string, string | null>>
}

const list = byId('notices', HTMLUListElement)

/** Shows how the service read a search, and its hints when few jobs are found; a suggestion links to the changed search. */
export function showNotices(headers: Headers, search: Search): void {
  const notices: Notice[] = JSON.parse(headers.get('X-Notices') ?? '[]')
  list.replaceChildren(...notices.map((notice) => itemOf(notice, search)))
}

export function clearNotices(): void {
  list.replaceChildren()
}

function itemOf(notice: Notice, search: Search): HTMLElement {
  const { parameter, detail, suggestion, with: beside = {} } = notice
  const field = FIELDS[parameter]
  const text = `${sentence(detail)} `
  const isReading = detail.startsWith('read as ') && (field === 'text' || field === 'title')
  if (isReading) return make('li', {}, text, advancedButton(search))
  const isTyped = notice.with !== undefined || !isRewritten(parameter, search)
  if (suggestion === null || field === undefined || !isTyped) {
    return make('li', {}, text)
  }
  const sent = Object.entries({ [parameter]: suggestion, ...beside })
  const fields = sent.flatMap(([name, value]) => {
    const known = FIELDS[name]
    if (known === undefined) return []
    return [[known, known === 'types' ? (value?.split(',') ?? []) : (value ?? '')]]
  })
  const href = writeView({ search: { ...search, ...Object.fromEntries(fields) } })
  const values = sent.map(([name, value]) => shownValue(name, value ?? ''))
  const shown = values.filter((value) => value !== '').join(', ')
  return make('li', {}, text, make('a', { href, class: 'button' }, `Search for ${shown}`))
}

function shownValue(parameter: string, value: string): string {
  if (parameter === 'remote') return 'remote work'
  return parameter === 'employment_type' ? value.split(',').map(formatCode).join(' or ') : value
}

/** Shows the search in the advanced syntax. */
function advancedButton(search: Search): HTMLElement {
  const button = make(
    'button',
    { type: 'button', class: 'quiet small' },
    'See it in the advanced syntax',
  )
  button.addEventListener('click', async () => {
    const { text: q, title } = search
    const parameters = { ...(q !== '' && { q }), ...(title !== '' && { title }) }
    const { body } = await requestJson<{ q?: string; title?: string }>({
      path: 'explore/advanced',
      parameters,
    })
    const texts = { text: body.q ?? '', title: body.title ?? '' }
    location.assign(writeView({ search: { ...search, ...texts, syntax: 'advanced' } }))
  })
  return button
}

/** The detail as a sentence; a question has its own mark. */
function sentence(detail: string): string {
  const end = detail.endsWith('?') ? '' : '.'
  return detail.charAt(0).toUpperCase() + detail.slice(1) + end
}
