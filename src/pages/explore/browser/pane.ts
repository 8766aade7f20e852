import { byId, make } from './elements'
import { loadJob } from './job-view'
import { requestContent } from './request-view'
import type { View } from './search'
import { explain, isAborted } from './service'

const section = byId('search', HTMLElement)
const pane = byId('pane', HTMLElement)
const content = byId('pane-content', HTMLElement)

let running = new AbortController()

/**
 * Shows the open job beside the results, or the requests. On a narrow window the pane is a view of its own.
 * `now`: when the results were asked for. `focus`: the heading gets the focus.
 */
export async function showPane(view: View, now: Date, focus: boolean): Promise<void> {
  running.abort()
  running = new AbortController()
  const { signal } = running
  const { job, search, isRequestOpen } = view
  section.dataset.pane = job !== '' || isRequestOpen ? 'open' : 'closed'
  section.dataset.job = job
  if (job === '') content.replaceChildren(...requestContent(search, now))
  else {
    content.setAttribute('aria-busy', 'true')
    const shown = await loadJob(job, signal).catch((error) => failure(error))
    if (signal.aborted) return
    content.removeAttribute('aria-busy')
    content.replaceChildren(...shown)
  }
  pane.scrollTop = 0
  if (focus) byId('pane-heading', HTMLElement).focus()
}

function failure(error: unknown): Node[] {
  if (isAborted(error)) return []
  const heading = make('h2', { id: 'pane-heading', tabindex: '-1' }, 'The job cannot be shown')
  return [heading, make('p', {}, explain(error))]
}
