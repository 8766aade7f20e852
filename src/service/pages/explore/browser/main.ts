import { forgetOverview, showOverview } from './overview/show-overview'
import { byId } from './page/elements'
import { countryInText } from './page/format'
import { askForKey, readKey, takeKeyOfAddress, watchKey } from './page/key'
import { endOutage, isOutage, startOutage } from './page/outage'
import { keepShown, readPlace, startPlace } from './page/place-in-page'
import { explain, isAborted, ServiceProblem, Unreachable } from './page/service'
import { startShortcuts } from './page/shortcuts'
import { showPane } from './pane'
import { startExport } from './results/export'
import { focusCard, markCard, sayErrorsAt, sayKeyNeeded } from './results/results'
import { showChips } from './search/chips'
import { startCompletion } from './search/completion'
import { fieldErrors } from './search/field-errors'
import { startSavedSearches } from './search/saved-searches'
import { isViewAddress, readView, type Search, type View, writeView } from './search/search'
import { fillForm, labelOf, readForm, showErrors, startForm } from './search/search-form'
import { dropResults, showSearch } from './search-load'

const overview = byId('overview', HTMLElement)
const notice = byId('notice', HTMLElement)
const requestButton = byId('show-request', HTMLButtonElement)

let view = readView(location.search)
/** The search that was loaded last, so that it is not loaded again. */
let shownSearch = ''
let searchedAt = new Date()
/** When the results that are shown were asked for. */
let shownAt: Date | undefined
/** Whether the last step was a search that was typed: the next one takes its place in the history. */
let wasTyped = false

/** Who asked for what failed: `visitor`, by Enter or a link; `typing`, maybe of an unfinished text; `page`, for something beside the results. */
type Asker = 'visitor' | 'typing' | 'page'

startForm({
  onSearch: (search) => go({ ...view, search, isOverview: false }, { again: true }),
  onCountry: (search) => go({ ...view, search, job: '', isRequestOpen: false }),
  onInput: (search, { isTyped }) => {
    if (readKey() !== '') go({ ...view, search }, { asker: 'typing', isTyped })
  },
})
startCompletion(readForm, (error) => fail(error, { search: readForm(), asker: 'page' }))
startSavedSearches(() => view.search)
startExport()
startShortcuts((job) => {
  const focusesPane = !byId('cards', HTMLElement).checkVisibility()
  if (view.job !== '') go({ ...view, job }, { replaces: true, focusesPane })
})
takeKeyOfAddress()
const place = startPlace()
watchKey(() => {
  shownSearch = ''
  forgetOverview()
  show()
})
addEventListener('popstate', () => {
  const { job } = view
  view = readView(location.search)
  wasTyped = false
  show()
  if (job !== '' && view.job === '') focusCard(job)
})
document.addEventListener('click', followLink)
document.addEventListener('keydown', (event) => {
  const isElsewhere = event.target instanceof Element && event.target.closest('input, dialog')
  if (event.key === 'Escape' && (view.job !== '' || view.isRequestOpen) && !isElsewhere) closePane()
})
byId('back', HTMLButtonElement).addEventListener('click', closePane)
requestButton.addEventListener('click', () => {
  const isRequestOpen = requestButton.getAttribute('aria-expanded') !== 'true'
  go({ ...view, job: '', isRequestOpen }, { focusesPane: isRequestOpen })
})
show()

/**
 * Moves to another view, which the back button leaves again. `again`: searches again, also for the same. `replaces`: the
 * back button does not come back to the view before.
 */
function go(
  next: View,
  how: {
    again?: boolean
    asker?: Asker
    isTyped?: boolean
    replaces?: boolean
    focusesPane?: boolean
  } = {},
): void {
  const address = writeView(next)
  const isSame = JSON.stringify(next.search) === JSON.stringify(view.search)
  const kept = isSame ? readPlace() : null
  const replaces = how.replaces ?? (how.isTyped && wasTyped)
  if (address !== writeView(view)) {
    if (replaces) history.replaceState(kept, '', address)
    else history.pushState(kept, '', address)
  }
  wasTyped = how.isTyped ?? false
  view = next
  if (how.again) {
    shownSearch = ''
    keepShown(0)
  }
  show(how)
}

function closePane(): void {
  const { job } = view
  go({ ...view, job: '', isRequestOpen: false })
  if (job === '') requestButton.focus()
  else focusCard(job)
}

/** Links between views of this page do not load it again. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const address = link?.getAttribute('href')
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
  if (!isPlain || !address || !isViewAddress(address)) return
  event.preventDefault()
  const next = readView(address)
  go(next, { focusesPane: next.job !== '' })
}

/** Shows the view. */
function show({
  focusesPane: focus = false,
  asker = 'visitor' as Asker,
}: {
  focusesPane?: boolean
  asker?: Asker
} = {}): void {
  const { search, isOverview, job } = view
  const isNew = shownSearch !== JSON.stringify(search)
  // Otherwise the fields keep what was typed and not yet searched.
  if (isNew) {
    fillForm(search)
    showChips(search)
  }
  const heading = `Jobs in ${countryInText(search.country)}`
  byId('heading', HTMLElement).textContent = heading
  nameTab(search.text, heading)
  byId('search', HTMLElement).hidden = isOverview
  overview.hidden = !isOverview
  byId('skip', HTMLAnchorElement).setAttribute(
    'href',
    isOverview ? '#overview' : '#results-heading',
  )
  markTab('to-search', !isOverview, { ...view, isOverview: false })
  markTab('to-overview', isOverview, { ...view, isOverview: true, job: '', isRequestOpen: false })
  notice.hidden = !isOutage()
  if (readKey() === '') {
    sayKeyNeeded()
    askForKey()
    return
  }
  if (isOverview) {
    showOverview(view)
      .then(endOutage)
      .catch((error) => fail(error, { search, asker: 'page' }))
    return
  }
  if (isNew) {
    shownSearch = JSON.stringify(search)
    searchedAt = new Date()
    showSearch(search, {
      openJob: () => view.job,
      atLeast: readPlace().shown,
      onPage: keepShown,
      onNext: () => {
        notice.hidden = true
      },
      onPartFailure: (error) => fail(error, { search, asker: 'page' }),
    })
      .then(() => {
        endOutage()
        shownAt = searchedAt
        place.restore()
      })
      .catch((error) => fail(error, { search, asker }))
  }
  markCard(job)
  const onJob = (title: string) => nameTab(title)
  showPane(view, { now: searchedAt, focus, onJob }).catch((error) =>
    fail(error, { search, asker: 'page' }),
  )
}

/** Loads what an outage kept away. The pane has what was read of a job. */
function tryAgain(): void {
  shownSearch = ''
  show({ asker: 'typing' })
}

function nameTab(...parts: readonly string[]): void {
  document.title = [...parts, 'Job Catalogue'].filter(Boolean).join(' - ')
}

/** Shows an error where it belongs: at the fields, in the form of the key, or above the page. */
function fail(error: unknown, { search, asker }: { search: Search; asker: Asker }): void {
  if (isAborted(error)) return
  if (error instanceof Unreachable) {
    if (asker !== 'page') dropResults({ keepsShown: true })
    startOutage(tryAgain, view.isOverview ? undefined : shownAt)
    return
  }
  if (!(error instanceof ServiceProblem)) console.error(error)
  const isAsked = asker === 'visitor'
  if (asker !== 'page') dropResults({ keepsShown: !isAsked })
  if (error instanceof ServiceProblem && error.problem.status === 401) {
    askForKey('The service does not know this key.')
    return
  }
  const errors = error instanceof ServiceProblem ? fieldErrors(error.problem, search) : []
  showErrors(errors, { focus: isAsked })
  // The overview hides the fields.
  if (errors.length > 0 && !view.isOverview) {
    if (isAsked) sayErrorsAt(errors.map(({ field }) => labelOf(field)))
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
