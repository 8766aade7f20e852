import { countJobs, countSoon, dropCount } from './count'
import { dayBars } from './day-picture'
import { byId } from './elements'
import { offerEmployers, proposeEmployers } from './employers'
import { offerExport, startExport } from './export'
import { clearFacets, loadFacets, showFacets } from './facets'
import { fieldErrors } from './field-errors'
import { countryInText, plural } from './format'
import { askForKey, readKey, watchKey } from './key'
import { loadSources } from './overview'
import { showPane } from './pane'
import { keepShown, readPlace, startPlace } from './place-in-page'
import {
  clearResults,
  focusCard,
  markCard,
  sayErrorsAt,
  sayKeyNeeded,
  showResults,
} from './results'
import { startSavedSearches } from './saved-searches'
import { isViewAddress, readView, type Search, type View, writeView } from './search'
import { fillForm, labelOf, offerSources, readForm, showErrors, startForm } from './search-form'
import { explain, isAborted, ServiceProblem } from './service'
import { forgetOverview, showOverview } from './show-overview'
import { clearSmallerSearches, showSmallerSearches } from './used-filters'

const overview = byId('overview', HTMLElement)
const notice = byId('notice', HTMLElement)

let view = readView(location.search)
/** The search that was loaded last, so that it is not loaded again. */
let shownSearch = ''
let searchedAt = new Date()
let searchLoad = new AbortController()

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
proposeEmployers(readForm, (error) => fail(error, { search: readForm(), focus: false }))
startSavedSearches(() => view.search)
startExport()
const place = startPlace()
watchKey(() => {
  shownSearch = ''
  forgetOverview()
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
  const isSame = JSON.stringify(next.search) === JSON.stringify(view.search)
  const kept = isSame ? readPlace() : null
  if (address !== writeView(view)) history.pushState(kept, '', address)
  view = next
  if (again) {
    shownSearch = ''
    keepShown(0)
  }
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
  byId('skip', HTMLAnchorElement).setAttribute(
    'href',
    isOverview ? '#overview' : '#results-heading',
  )
  markTab('to-search', !isOverview, { ...view, isOverview: false })
  markTab('to-overview', isOverview, { ...view, isOverview: true, job: '', isRequestOpen: false })
  notice.hidden = true
  if (readKey() === '') {
    sayKeyNeeded()
    askForKey()
    return
  }
  if (isOverview) {
    showOverview(view).catch((error) => fail(error, { search, focus: false }))
    return
  }
  if (isNew) {
    searchNow(search)
      .then(place.restore)
      .catch((error) => fail(error, { search, focus: true }))
  }
  markCard(job)
  showPane(view, searchedAt, focusPane).catch((error) => fail(error, { search, focus: false }))
}

async function searchNow(search: Search): Promise<void> {
  shownSearch = JSON.stringify(search)
  searchedAt = new Date()
  const heading = byId('results-heading', HTMLElement)
  heading.textContent = 'Searching'
  clearFacets()
  clearSmallerSearches()
  byId('trend', HTMLElement).replaceChildren()
  byId('export', HTMLButtonElement).hidden = true
  showErrors([], { focus: false })
  searchLoad.abort()
  searchLoad = new AbortController()
  const { signal } = searchLoad
  dropCount()
  const results = showResults(search, signal, {
    addressOf: (id) =>
      writeView({ search, job: String(id), isOverview: false, isRequestOpen: false }),
    atLeast: readPlace().shown,
    onPage: (shown) => {
      notice.hidden = true
      keepShown(shown)
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
  offerExport(search, count)
  // The results stay when these fail.
  const more =
    count === 0 ? showSmallerSearches(search, labelOf, signal) : showNumbers(search, count, signal)
  await more.catch((error) => fail(error, { search, focus: false }))
}

/** The numbers beside the filters, and the new jobs of each day. */
async function showNumbers(search: Search, count: number, signal: AbortSignal): Promise<void> {
  const facets = await loadFacets(search, count, signal)
  showFacets(facets)
  offerEmployers(facets.employers)
  byId('trend', HTMLElement).replaceChildren(dayBars(facets.days))
}

/** Shows an error where it belongs: at the fields, in the form of the key, or above the page. */
function fail(error: unknown, { search, focus }: { search: Search; focus: boolean }): void {
  if (isAborted(error)) return
  if (!(error instanceof ServiceProblem)) console.error(error)
  if (focus) {
    searchLoad.abort()
    clearResults()
    byId('results-heading', HTMLElement).textContent = 'Results'
  }
  if (error instanceof ServiceProblem && error.problem.status === 401) {
    askForKey('The service does not know this key.')
    return
  }
  const errors = error instanceof ServiceProblem ? fieldErrors(error.problem, search) : []
  showErrors(errors, { focus })
  // The overview hides the fields.
  if (errors.length > 0 && !view.isOverview) {
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
