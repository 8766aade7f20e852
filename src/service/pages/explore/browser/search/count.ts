import { requestJson } from '../page/service'
import { countRequest } from './requests'
import type { Search } from './search'

/** The number of jobs that a search finds. */
export async function countJobs(search: Search, signal: AbortSignal): Promise<number> {
  const { body } = await requestJson<{ count: number }>(countRequest(search, new Date()), signal)
  return body.count
}

/** Whether the catalogue has no job that any search could find. */
export async function isCatalogueEmpty(signal: AbortSignal): Promise<boolean> {
  const request = { path: 'explore/example', parameters: {} }
  const { body } = await requestJson<{ id: number | null }>(request, signal)
  return body.id === null
}
