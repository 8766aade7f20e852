import { byId } from './elements'
import { plural } from './format'
import { countRequest } from './requests'
import type { Search } from './search'
import { requestJson } from './service'

/** How long the visitor does not type before the jobs are counted. */
const PAUSE_MS = 300

const output = byId('count', HTMLOutputElement)
let running = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined

/** Counts after a pause and shows the number; a later call replaces this one, also when it is under way. */
export function countSoon(
  search: Search,
  handlers: { onCount: () => void; onFailure: (error: unknown) => void },
): void {
  dropCount()
  const { signal } = running
  const count = async () => {
    output.textContent = plural(await countJobs(search, signal), 'job')
    handlers.onCount()
  }
  timer = setTimeout(() => count().catch(handlers.onFailure), PAUSE_MS)
}

/** Cancels the count and clears its number. */
export function dropCount(): void {
  running.abort()
  running = new AbortController()
  clearTimeout(timer)
  output.textContent = ''
}

/** The number of jobs that a search finds. */
export async function countJobs(search: Search, signal: AbortSignal): Promise<number> {
  const { body } = await requestJson<{ count: number }>(countRequest(search, new Date()), signal)
  return body.count
}
