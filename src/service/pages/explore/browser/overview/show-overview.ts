import { MINUTE_MS } from '../../../../../values/instant'
import { byId } from '../page/elements'
import { isWhole, type Search, type View, writeView } from '../search/search'
import { loadOverview } from './overview'
import { loadSearchOverview } from './search-overview'

const overview = byId('overview', HTMLElement)

/** The overview that was loaded last, so that it is not loaded again. */
let shown: { search: string; at: number } | undefined
let running = new AbortController()

export function forgetOverview(): void {
  shown = undefined
}

/**
 * Shows the figures of the whole country, or of the results of a search. Figures younger than a minute are kept, and so is the
 * focus in them.
 */
export async function showOverview(view: View): Promise<void> {
  const { search } = view
  const { country } = search
  const key = JSON.stringify(search)
  if (shown?.search === key && Date.now() - shown.at < MINUTE_MS) return
  shown = undefined
  running.abort()
  running = new AbortController()
  const { signal } = running
  const addressOf = (more: Partial<Search>) =>
    writeView({ ...view, isOverview: false, job: '', search: { ...search, ...more } })
  const links = {
    toRegion: (region: string) => addressOf({ region }),
    toSource: (source: string) => addressOf({ source }),
    toEmployer: (employer: string) => addressOf({ employer }),
    toDay: (day: string) => addressOf({ day }),
  }
  overview.setAttribute('aria-busy', 'true')
  try {
    const isCountry = country !== 'both' && isWhole(search)
    const content = isCountry
      ? await loadOverview(country, links, signal)
      : await loadSearchOverview(search, links, signal)
    overview.replaceChildren(...content)
    shown = { search: key, at: Date.now() }
  } finally {
    if (!signal.aborted) overview.removeAttribute('aria-busy')
  }
}
