import type { Posting } from '../../src/catalogue/import/posting'
import { posting } from './posting-builder'
import { createTestApp, type TestApp } from './test-app'

/** Filters as a client sends them. */
export type Search = Readonly<Record<string, string>>

/** A catalogue in which every job was created and then modified within the last day, to be searched. */
export interface SearchCatalogue {
  app: TestApp
  /**
   * The names of the documents that a search finds, in the order of the documents. Throws when the feed, the
   * count and the modified feed do not agree.
   */
  find(search: Search): Promise<string[]>
  stop(): Promise<void>
}

/** The whole service over documents, at most 1000 jobs, each known by a name of the test's own. */
export async function createSearchCatalogue(
  documents: Readonly<Record<string, Partial<Posting>>>,
): Promise<SearchCatalogue> {
  const app = await createTestApp({ start: '2026-01-15T08:30:00Z' })
  const names = Object.keys(documents)
  const written = Object.values(documents).map((members, index) =>
    posting({ ...members, url: `https://jobs.example/${index}` }),
  )
  await app.write(...written)
  app.clock.set('2026-01-15T09:30:00Z')
  await app.write(...written.map((line) => ({ ...line, apply_url: `${line.url}/apply` })))
  app.clock.set('2026-01-15T10:30:00Z')

  const find = async (search: Search): Promise<string[]> => {
    const query = new URLSearchParams(search)
    const [created, modified, { count }] = await Promise.all([
      app.get<FoundJob[]>(`/v1/active-ats?time_frame=24h&limit=1000&${query}`),
      app.get<FoundJob[]>(`/v1/modified-ats?limit=1000&${query}`),
      app.get<{ count: number }>(`/v1/active-ats-count?time_frame=24h&${query}`),
    ])
    const ids = (jobs: FoundJob[]) => jobs.map(({ id }) => id).sort((a, b) => a - b)
    const found = ids(created)
    if (found.length !== count || found.join() !== ids(modified).join()) {
      throw new Error(`${query}: found ${found}, counted ${count}, modified ${ids(modified)}`)
    }
    const urls = new Set(created.map(({ url }) => url))
    return names.filter((_, index) => urls.has(`https://jobs.example/${index}`))
  }
  return { app, find, stop: app.stop }
}

interface FoundJob {
  id: number
  url: string
}
