import type { Country } from '../../../../values/country'
import { trendPicture } from './overview/day-picture'
import { loadSources } from './overview/overview'
import { byId } from './page/elements'
import { plural } from './page/format'
import { isAborted } from './page/service'
import { offerExport } from './results/export'
import { forgetMatches, setMatches } from './results/matches'
import { clearResults, markCard, sayCatalogueEmpty, showResults } from './results/results'
import { countJobs, isCatalogueEmpty } from './search/count'
import { offerEmployers } from './search/employers'
import { clearFacets, type Facets, loadFacets, showFacets } from './search/facets'
import { clearPayBands, showPayBands } from './search/pay-bands'
import { type Search, writeView } from './search/search'
import { labelOf, offerSources, showErrors } from './search/search-form'
import { loadSmallerSearches, showSmallerSearches } from './search/used-filters'

const results = byId('results', HTMLElement)
const heading = byId('results-heading', HTMLElement)
const trend = byId('trend', HTMLElement)
const exportButton = byId('export', HTMLButtonElement)

/** An answer that takes longer is said to be awaited. */
const SLOW_MS = 400

let running = new AbortController()
let slow: ReturnType<typeof setTimeout> | undefined
/** The country whose sources are offered. */
let sourcesOf: Country | 'both' | undefined

export interface SearchHandlers {
  /** The id of the job that is open, or ''. */
  openJob: () => string
  /** How many jobs to show at once. */
  atLeast: number
  /** Called when a page is shown, with the number of jobs. */
  onPage: (shown: number) => void
  /** A page after the first one is shown, as the visitor asked. */
  onNext: () => void
  /** What is beside the results could not be loaded; the results stay. */
  onPartFailure: (error: unknown) => void
}

/** Shows the results of a search. The earlier results stay until the answer is there. */
export async function showSearch(search: Search, handlers: SearchHandlers): Promise<void> {
  running.abort()
  running = new AbortController()
  const { signal } = running
  const { openJob, atLeast, onPage, onNext, onPartFailure } = handlers
  forgetMatches()
  sayWhenSlow(signal)
  const counted = countJobs(search, signal)
  // Of a search that finds nothing, the ways out come with the answer.
  const smaller = counted.then(async (count) => {
    if (count > 0) return []
    return await loadSmallerSearches(search, signal).catch((error) => {
      onPartFailure(error)
      return []
    })
  })
  loadFacets(search, counted, signal)
    .then((facets) => showNumbers(facets, search))
    .catch((error) => {
      if (!isAborted(error)) clearNumbers()
      onPartFailure(error)
    })
  offerSourcesOf(search.country, signal).catch(onPartFailure)
  const listed = showResults(search, signal, {
    addressOf: (id) => writeView({ search, job: String(id) }),
    atLeast,
    onPage,
    onNext,
    alongside: smaller,
    onFailure: onPartFailure,
  })
  const [count] = await Promise.all([counted, listed])
  delete results.dataset.outdated
  showErrors([], { focus: false })
  clearTimeout(slow)
  heading.textContent = plural(count, 'job')
  showSmallerSearches(await smaller, labelOf)
  if (count === 0 && (await isCatalogueEmpty(signal))) sayCatalogueEmpty()
  markCard(openJob())
  offerExport(search, count)
}

/** Drops the request in flight. `keepsShown`: the results of the search before stay, marked as such. */
export function dropResults({ keepsShown }: { keepsShown: boolean }): void {
  running.abort()
  clearTimeout(slow)
  const areEarlier = keepsShown && byId('cards', HTMLElement).childElementCount > 0
  heading.textContent = areEarlier ? 'Earlier results' : 'Results'
  exportButton.hidden = true
  showSmallerSearches([], labelOf)
  byId('cards', HTMLElement).removeAttribute('aria-busy')
  if (keepsShown) results.dataset.outdated = ''
  else {
    clearResults()
    clearNumbers()
  }
}

/** Says in the heading that an answer is awaited; an answer that comes quickly is not announced twice. */
function sayWhenSlow(signal: AbortSignal): void {
  clearTimeout(slow)
  slow = setTimeout(() => {
    if (!signal.aborted) heading.textContent = 'Searching…'
  }, SLOW_MS)
}

/** The numbers beside the filters, and the new jobs of each day. */
function showNumbers(facets: Facets, search: Search): void {
  // Before their numbers: the list of all systems may come later.
  offerSources(Object.keys(facets.sources))
  showFacets(facets)
  showPayBands(search, facets)
  setMatches(facets.matches)
  offerEmployers(facets.employers)
  trend.replaceChildren(
    ...(facets.jobs === 0
      ? []
      : trendPicture(facets.days, (day) => writeView({ search: { ...search, day } }))),
  )
}

function clearNumbers(): void {
  clearFacets()
  clearPayBands()
  trend.replaceChildren()
}

async function offerSourcesOf(country: Search['country'], signal: AbortSignal): Promise<void> {
  if (country === sourcesOf) return
  offerSources(await loadSources(country, signal))
  sourcesOf = country
}
