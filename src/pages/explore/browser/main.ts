import type { Country } from '../../../values/country'
import { MINUTE_MS } from '../../../values/instant'
import { countJobs, countSoon, dropCount } from './count'
import { byId } from './elements'
import { fieldErrors } from './field-errors'
import { countryInText, plural } from './format'
import { askForKey, readKey, watchKey } from './key'
import { loadOverview, loadSources } from './overview'
import { showPane } from './pane'
import {
  clearResults,
  focusCard,
  markCard,
  sayErrorsAt,
  sayKeyNeeded,
  showResults,
} from './results'
import { EMPTY_SEARCH, isViewAddress, readView, type Search, type View, writeView } from './search'
import { fillForm, labelOf, offerSources, showErrors, startForm } from './search-form'
import { explain, isAborted, Refused } from './service'

const overview = byId('overview', HTMLElement)
const notice = byId('notice', HTMLElement)

let view = readView(location.search)
/** The search and the country that were loaded last, so that they are not loaded again. */
let shownSearch = ''
let shownOverview: { country: Country; at: number } | undefined
let searchedAt = new Date()
let searchLoad = new AbortController()
let overviewLoad = new AbortController()

startForm({
  onSearch: (search) =>
    go({ ...view, search, job: '', isRequestOpen: false, isOverview: false }, true),
  onCountry: (search) => go({ ...view, search, job: '', isRequestOpen: false }, true),
  onInput: (search) => {
    if (readKey() === '') return
    countSoon(search, {
      onCount: () => showErrors([], { focus: false }),
      onFailure: (error) => fail(error, { search, focus: false }),
    })
  },
})
watchKey(() => {
  shownSearch = ''
  shownOverview = undefined
  show()
})
addEventListener('popstate', () => {
  const { job } = view
  view = readView(location.search)
  show()
  if (job !== '' && view.job === '') focusCard(job)
})
document.addEventListener('click', followLink)
document.addEventListener('keydown', (event) => {
  const isElsewhere = event.target instanceof Element && event.target.closest('input, dialog')
  if (event.key === 'Escape' && (view.job !== '' || view.isRequestOpen) && !isElsewhere) closePane()
})
byId('back', HTMLButtonElement).addEventListener('click', closePane)
byId('show-request', HTMLButtonElement).addEventListener('click', () => {
  go({ ...view, job: '', isRequestOpen: true })
})
show()

/** Moves to another view, which the back button leaves again. `again`: searches again, also for the same. */
function go(next: View, again = false): void {
  const address = writeView(next)
  if (address !== writeView(view)) history.pushState(null, '', address)
  view = next
  if (again) shownSearch = ''
  show(next.job !== '' || next.isRequestOpen)
}

function closePane(): void {
  const { job } = view
  go({ ...view, job: '', isRequestOpen: false })
  if (job === '') byId('show-request', HTMLButtonElement).focus()
  else focusCard(job)
}

/** Links between views of this page do not load it again. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const address = link?.getAttribute('href')
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
  if (!isPlain || !address || !isViewAddress(address)) return
  event.preventDefault()
  go(readView(address))
}

/** Shows the view. */
function show(focusPane = false): void {
  const { search, isOverview, job } = view
  const isNew = shownSearch !== JSON.stringify(search)
  // Otherwise the fields keep what was typed and not yet searched.
  if (isNew) fillForm(search)
  const heading = `Jobs in ${countryInText(search.country)}`
  byId('heading', HTMLElement).textContent = heading
  document.title = [search.text, heading, 'Job Catalogue'].filter(Boolean).join(' - ')
  byId('search', HTMLElement).hidden = isOverview
  overview.hidden = !isOverview
  markTab('to-search', !isOverview, { ...view, isOverview: false })
  markTab('to-overview', isOverview, { ...view, isOverview: true, job: '', isRequestOpen: false })
  notice.hidden = true
  if (readKey() === '') {
    sayKeyNeeded()
    askForKey()
    return
  }
  if (isOverview) {
    showOverview().catch((error) => fail(error, { search, focus: false }))
    return
  }
  if (isNew) searchNow(search).catch((error) => fail(error, { search, focus: true }))
  markCard(job)
  showPane(view, searchedAt, focusPane).catch((error) => fail(error, { search, focus: false }))
}

async function searchNow(search: Search): Promise<void> {
  shownSearch = JSON.stringify(search)
  searchedAt = new Date()
  const heading = byId('results-heading', HTMLElement)
  heading.textContent = 'Searching'
  showErrors([], { focus: false })
  searchLoad.abort()
  searchLoad = new AbortController()
  const { signal } = searchLoad
  dropCount()
  const results = showResults(search, signal, {
    addressOf: (id) =>
      writeView({ search, job: String(id), isOverview: false, isRequestOpen: false }),
    onPage: () => {
      notice.hidden = true
    },
    onFailure: (error) => fail(error, { search, focus: false }),
  })
  const [count, , sources] = await Promise.all([
    countJobs(search, signal),
    results,
    loadSources(search.country, signal),
  ])
  offerSources(sources)
  heading.textContent = plural(count, 'job')
  markCard(view.job)
}

/** Figures younger than a minute are kept, and so is the focus in them. */
async function showOverview(): Promise<void> {
  const { country } = view.search
  if (shownOverview?.country === country && Date.now() - shownOverview.at < MINUTE_MS) return
  shownOverview = undefined
  overviewLoad.abort()
  overviewLoad = new AbortController()
  const { signal } = overviewLoad
  const addressOf = (search: Partial<Search>) =>
    writeView({
      ...view,
      isOverview: false,
      job: '',
      search: { ...EMPTY_SEARCH, country, ...search },
    })
  const links = {
    toRegion: (region: string) => addressOf({ region }),
    toSource: (source: string) => addressOf({ source }),
  }
  overview.setAttribute('aria-busy', 'true')
  try {
    overview.replaceChildren(...(await loadOverview(country, links, signal)))
    shownOverview = { country, at: Date.now() }
  } finally {
    if (!signal.aborted) overview.removeAttribute('aria-busy')
  }
}

/** Shows an error where it belongs: at the fields, in the form of the key, or above the page. */
function fail(error: unknown, { search, focus }: { search: Search; focus: boolean }): void {
  if (isAborted(error)) return
  if (!(error instanceof Refused)) console.error(error)
  if (focus) {
    searchLoad.abort()
    clearResults()
    byId('results-heading', HTMLElement).textContent = 'Results'
  }
  if (error instanceof Refused && error.problem.status === 401) {
    askForKey('The service does not know this key.')
    return
  }
  const errors = error instanceof Refused ? fieldErrors(error.problem, search) : []
  showErrors(errors, { focus })
  if (errors.length > 0) {
    if (focus) sayErrorsAt(errors.map(({ field }) => labelOf(field)))
    return
  }
  notice.textContent = explain(error)
  notice.hidden = false
  notice.scrollIntoView({ block: 'nearest' })
}

function markTab(id: string, isCurrent: boolean, target: View): void {
  const tab = byId(id, HTMLAnchorElement)
  tab.setAttribute('href', writeView(target))
  if (isCurrent) tab.setAttribute('aria-current', 'page')
  else tab.removeAttribute('aria-current')
}
