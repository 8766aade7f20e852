import { loadJob } from './job/job-view'
import { byId, make } from './page/elements'
import { explain, isAborted } from './page/service'
import { markMatches } from './results/matches'
import { requestContent } from './results/request-view'
import type { View } from './search/search'

const section = byId('search', HTMLElement)
const pane = byId('pane', HTMLElement)
const content = byId('pane-content', HTMLElement)

let running = new AbortController()

/** The job that is shown, so that it is not loaded again. */
let shownJob = ''

/**
 * Shows the open job or the requests beside the results, or nothing. On a narrow window the pane is a view of its own.
 * `now`: when the results were asked for. `focus`: the heading gets the focus. `onJob`: called with the title of the job.
 */
export async function showPane(
  { job, search, isRequestOpen }: View,
  { now, focus, onJob }: { now: Date; focus: boolean; onJob: (title: string) => void },
): Promise<void> {
  const isNewJob = job !== shownJob || job === ''
  open(job, isRequestOpen)
  if (isNewJob) {
    running.abort()
    running = new AbortController()
    shownJob = ''
    pane.scrollTop = 0
  }
  if (job === '') content.replaceChildren(...(isRequestOpen ? requestContent(search, now) : []))
  else if (isNewJob) await load(job, running.signal)
  const heading = document.getElementById('pane-heading')
  if (heading === null) return
  if (shownJob !== '') onJob(heading.textContent)
  if (focus) heading.focus()
}

async function load(job: string, signal: AbortSignal): Promise<void> {
  content.setAttribute('aria-busy', 'true')
  try {
    const loaded = await loadJob(job, signal)
    signal.throwIfAborted()
    content.replaceChildren(...loaded)
    markMatches()
    shownJob = job
  } catch (error) {
    if (isAborted(error)) return
    const heading = make('h2', { id: 'pane-heading', tabindex: '-1' }, 'The job cannot be shown')
    content.replaceChildren(heading, make('p', {}, explain(error)))
  }
  content.removeAttribute('aria-busy')
}

/** Opens or closes the pane. The results change their width then; the card of the job stays where it is. */
function open(job: string, isRequestOpen: boolean): void {
  const card = document.querySelector(`#cards [data-id="${job}"]`)
  const topOf = () => card?.getBoundingClientRect().top ?? 0
  const before = topOf()
  section.dataset.pane = job !== '' || isRequestOpen ? 'open' : 'closed'
  const moved = topOf() - before
  if (card?.checkVisibility()) scrollBy(0, moved)
  const button = byId('show-request', HTMLButtonElement)
  button.setAttribute('aria-expanded', String(isRequestOpen && job === ''))
}
