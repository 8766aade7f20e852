import { salaryText } from '../../../../../values/pay/salary-text'
import { sourceName } from '../../../../../values/source'
import { byId, linkOut, make } from '../page/elements'
import type { ServiceRequest } from '../page/exchange'
import { formatAge, formatCode, formatPlaces, type ListAnswer, type ShownJob } from '../page/format'
import { requestJson } from '../page/service'
import { clearNotices, showNotices } from '../search/notices'
import { feedReason, firstPage, needsFeed, nextPage } from '../search/requests'
import type { Search } from '../search/search'
import { equalPostings, joinEqual } from './equal-postings'
import { markMatches } from './matches'
import { keepOpened, readOpened } from './opened'

const cards = byId('cards', HTMLOListElement)
const next = byId('next', HTMLButtonElement)
const note = byId('results-note', HTMLElement)

export interface ResultHandlers {
  /** The address of the page with a job open. */
  addressOf: (id: number) => string
  /** Called when a page is shown, with the number of jobs. */
  onPage: (shown: number) => void
  /** A page after the first one is shown, as the visitor asked. */
  onNext: () => void
  /** How many jobs to show at once: as many as before the page was loaded again. */
  atLeast: number
  /** What is shown with the first page: it waits for this. */
  alongside: Promise<unknown>
  /** A page after the first one failed. */
  onFailure: (error: unknown) => void
}

/** Shows the first page of a search, and more when asked. */
export async function showResults(
  search: Search,
  signal: AbortSignal,
  handlers: ResultHandlers,
): Promise<void> {
  const first = firstPage(search, new Date())
  cards.setAttribute('aria-busy', 'true')
  let shown = 0
  const load = async (request: ServiceRequest): Promise<void> => {
    const [{ body, headers }] = await Promise.all([
      requestJson<ListAnswer>(request, signal),
      shown === 0 ? handlers.alongside : undefined,
    ])
    if (shown === 0) {
      cards.replaceChildren()
      showNotices(headers, search)
    }
    appendPage(body, handlers.addressOf)
    shown += body.jobs.length
    const following = nextPage(first, body)
    next.hidden = following === undefined
    next.onclick = () => {
      if (following) loadNext(following).catch(handlers.onFailure)
    }
    sayEnd(shown, following === undefined)
    sayWindow(headers, search)
    markMatches()
    handlers.onPage(shown)
    if (shown < handlers.atLeast && following && body.jobs.length > 0) await load(following)
  }
  const loadNext = async (request: ServiceRequest): Promise<void> => {
    next.disabled = true
    const last = cards.lastElementChild
    try {
      await load(request)
      handlers.onNext()
      last?.nextElementSibling?.querySelector('a')?.focus()
    } finally {
      next.disabled = false
    }
  }
  try {
    await load(first)
  } finally {
    if (!signal.aborted) {
      next.disabled = false
      cards.removeAttribute('aria-busy')
    }
  }
}

/** Removes the results of another search, when the search has an error. */
export function clearResults(): void {
  cards.replaceChildren()
  next.hidden = true
  note.textContent = ''
  clearNotices()
  byId('window-note', HTMLElement).textContent = ''
}

/** Says in the empty results that a key is needed. */
export function sayKeyNeeded(): void {
  note.textContent = 'Enter an API key to see jobs. The button is at the top of the page.'
}

/** Says in the empty results that the catalogue has no jobs, and how its operator fills it. */
export function sayCatalogueEmpty(): void {
  note.replaceChildren(
    'The catalogue has no jobs yet. Its operator fills it with these two commands:',
    make('pre', {}, make('code', {}, FILL)),
  )
}

const FILL = `bun run boards add --starter --limit 500
COLLECT_CONTACT=you@example.com bun run collect`

/** Says in the empty results which fields have errors. */
export function sayErrorsAt(labels: readonly string[]): void {
  const fields = new Intl.ListFormat('en-GB').format(labels)
  note.textContent = `See the ${labels.length === 1 ? 'error' : 'errors'} at ${fields}.`
}

/** A card for each job; equal postings of an earlier page join their card. */
function appendPage({ jobs, groups }: ListAnswer, addressOf: (id: number) => string): void {
  const opened = new Set(readOpened())
  for (const [index, job] of jobs.entries()) {
    const group = groups?.[index]
    const locations = job.locations_derived ?? []
    const all = [{ id: job.id, locations }, ...(group?.others ?? [])]
    if (group && joinEqual(cards, group.key, all, addressOf)) continue
    const equal = group && equalPostings(group.key, all, addressOf)
    const card = cardOf(job, addressOf(job.id), equal)
    if (opened.has(String(job.id))) markOpened(card)
    cards.append(card)
  }
}

/** Says on a card that its job was opened before, in this browser. */
function markOpened(card: HTMLElement): void {
  if ('opened' in card.dataset) return
  card.dataset.opened = ''
  card.querySelector('.facts')?.prepend(make('span', { class: 'opened' }, 'Opened'))
}

/** Marks the card of the job that is open. */
export function markCard(id: string): void {
  if (id !== '') keepOpened(id)
  for (const card of cards.children) {
    const isOpen = card instanceof HTMLElement && card.dataset.id === id
    const link = card.querySelector('a')
    if (isOpen) {
      link?.setAttribute('aria-current', 'true')
      markOpened(card)
    } else link?.removeAttribute('aria-current')
  }
}

/** Moves the focus to the card of a job, if it is shown. */
export function focusCard(id: string): void {
  cards.querySelector<HTMLElement>(`[data-id="${id}"] a`)?.focus()
}

function sayEnd(shown: number, isEnd: boolean): void {
  if (shown === 0) note.textContent = 'No job matches.'
  else note.textContent = isEnd ? 'End of the results.' : ''
}

/** The window of the answer, and why it is not longer. */
function sayWindow(headers: Headers, search: Search): void {
  const [from, to] = ['X-Window-From', 'X-Window-To'].map((name) => headers.get(name))
  const minute = (instant: string) => instant.slice(0, 16).replace('T', ' ')
  const window = from && to ? `First collected from ${minute(from)} to ${minute(to)} UTC.` : ''
  const isCut = needsFeed(search) && search.window === ''
  const reach = `${feedReason(search)} reach back 183 days.`
  const older =
    search.employer === '' || search.country === 'both'
      ? ''
      : ' To include older jobs, type the employer in Words.'
  byId('window-note', HTMLElement).textContent = isCut ? `${window} ${reach}${older}` : window
}

function cardOf(job: ShownJob, address: string, equal: HTMLElement | undefined): HTMLElement {
  const pay = job.salary === null ? undefined : salaryText(job.salary)
  const system = sourceName(job.source)
  const { date_posted: posted } = job
  const facts = [
    posted ? formatAge(posted, new Date()) : undefined,
    job.work_arrangement ? formatCode(job.work_arrangement) : undefined,
    ...(job.employment_type ?? []).map(formatCode),
  ].filter((fact) => fact !== undefined)
  return make(
    'li',
    { 'data-id': String(job.id) },
    make('h3', {}, make('a', { href: address, 'data-job': String(job.id) }, job.title)),
    make('p', { class: 'employer' }, job.organization ?? 'Employer not named'),
    make('p', { class: 'place' }, formatPlaces(job.locations_alt, 2) || 'Place not named'),
    pay === undefined ? undefined : make('p', { class: 'pay' }, pay),
    make(
      'p',
      { class: 'facts' },
      ...facts.map((fact) => make('span', {}, fact)),
      linkOut(job.url, `${system} ↗`, `The posting of ${job.title} on ${system}`),
    ),
    equal,
  )
}
