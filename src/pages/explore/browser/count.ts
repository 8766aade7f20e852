import { byId } from './elements'
import { plural } from './format'
import { countRequest } from './requests'
import type { Search } from './search'
import { ask, isAborted } from './service'

/** How long the visitor does not type before the jobs are counted. */
const PAUSE_MS = 300

const output = byId('count', HTMLOutputElement)
let running = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined

/** Counts after a pause and calls `onCount`; a later call replaces this one, also when it is under way. */
export function countSoon(
  search: Search,
  handlers: { onCount: () => void; onFailure: (error: unknown) => void },
): void {
  running.abort()
  clearTimeout(timer)
  const { onCount, onFailure } = handlers
  const count = async () => {
    if ((await countNow(search)) !== undefined) onCount()
  }
  timer = setTimeout(() => count().catch(onFailure), PAUSE_MS)
}

/** Takes the number away: the heading of the results has it. */
export function clearCount(): void {
  output.textContent = ''
}

/** Counts the jobs of a search and shows the number; undefined when a later call replaced this one. */
export async function countNow(search: Search): Promise<number | undefined> {
  running.abort()
  clearTimeout(timer)
  running = new AbortController()
  const { signal } = running
  clearCount()
  try {
    const { body } = await ask<{ count: number }>(countRequest(search, new Date()), signal)
    output.textContent = plural(body.count, 'job')
    return body.count
  } catch (error) {
    if (isAborted(error)) return undefined
    throw error
  }
}
