import type { ExploreLife } from '../../../../../catalogue/resources/explore-life'
import { make } from '../page/elements'
import { formatAge, formatDate } from '../page/format'
import { requestJson } from '../page/service'

/** The dates of a posting, and earlier postings of the employer with its title and place that left. */
export async function loadLife(id: string, signal: AbortSignal): Promise<HTMLElement> {
  const path = `explore/life/${id}`
  const { body } = await requestJson<ExploreLife>({ path, parameters: {} }, signal)
  return lifeSection(body)
}

function lifeSection({
  first_seen,
  last_changed,
  left,
  changes,
  earlier,
}: ExploreLife): HTMLElement {
  const updates = changes.filter(({ event }) => event === 'updated')
  const dates = [
    ['First seen', dateAndAge(first_seen)],
    ['Changed', last_changed === null ? 'never' : dateAndAge(last_changed)],
    ...(left === null ? [] : [['Left', dateAndAge(left)]]),
  ]
  return make(
    'section',
    { class: 'life', 'aria-label': 'History' },
    make('h3', {}, 'History'),
    make(
      'dl',
      { class: 'fact-list' },
      ...dates.flatMap(([name = '', value = '']) => [make('dt', {}, name), make('dd', {}, value)]),
    ),
    updates.length === 0 ? undefined : listOf('Changes', updates.map(changeText)),
    earlier.length === 0
      ? undefined
      : listOf(
          'Earlier postings of this employer with the same title and place',
          earlier.map((posting) =>
            make(
              'a',
              { href: `explore?job=${posting.id}`, 'data-job': String(posting.id) },
              `${formatDate(posting.first_seen)} to ${formatDate(posting.left)}`,
            ),
          ),
        ),
  )
}

function changeText({ at, fields }: ExploreLife['changes'][number]): string {
  const names = fields.map((name) => name.replaceAll('_', ' ')).join(', ')
  return names === '' ? formatDate(at) : `${formatDate(at)}: ${names}`
}

function listOf(title: string, items: readonly (Node | string)[]): HTMLElement {
  return make(
    'details',
    { open: '' },
    make('summary', {}, title),
    make('ul', {}, ...items.map((item) => make('li', {}, item))),
  )
}

function dateAndAge(instant: string): string {
  return `${formatDate(instant)}, ${formatAge(instant, new Date())}`
}
