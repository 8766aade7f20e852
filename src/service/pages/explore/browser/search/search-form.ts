import { REGIONS } from '../../../../../values/region'
import { sourceName } from '../../../../../values/source'
import { EMPLOYMENT_TYPES, WORK_ARRANGEMENTS } from '../../../../../values/vocabulary'
import { byId, make } from '../page/elements'
import { formatCode } from '../page/format'
import { isUnfinishedName } from './completion'
import type { FieldError } from './field-errors'
import { showFieldErrors } from './form-errors'
import { feedReason, needsFeed } from './requests'
import { EMPTY_SEARCH, type Field, readCountry, type Search, usedFilters } from './search'

const form = byId('search-form', HTMLFormElement)
const more = byId('more', HTMLDetailsElement)
const region = byId('region', HTMLSelectElement)
const sources = byId('sources', HTMLFieldSetElement)
const sort = byId('sort', HTMLSelectElement)
const types = byId('types', HTMLFieldSetElement)

const SYNTAX_NOTES = {
  plain: 'Words are all required; "..." is a phrase, OR means either, - excludes, * is a prefix.',
  advanced: "& and, | or, ! not, <-> followed by, <3> within 3 words, '...' phrase, :* prefix.",
}

const EXAMPLES: Readonly<Record<Search['syntax'], Readonly<Record<string, string>>>> = {
  plain: { text: 'nurse -"night shift"', title: 'engineer OR developer', employer: 'health' },
  advanced: {
    text: '(python | excel) & !senior',
    title: "'software engineer'",
    employer: 'health | hospital',
  },
}

const REGION_KINDS = {
  CA: 'Province or territory',
  US: 'State or territory',
  both: 'Province, state or territory',
}

/** The fields above the filters. */
const IN_BAR: readonly Field[] = ['text', 'city', 'place']

/** How long the visitor does not type before the search is sent. */
const PAUSE_MS = 250

export interface FormHandlers {
  /** The visitor asks for a search, by Enter or a button. */
  onSearch: (search: Search) => void
  /** The visitor chooses the other country. Its places are others. */
  onCountry: (search: Search) => void
  /** A choice was made, or a pause in typing; the text may not be finished. */
  onInput: (search: Search, how: { isTyped: boolean }) => void
}

/** Makes the form work; called once. */
export function startForm({ onSearch, onCountry, onInput }: FormHandlers): void {
  types.append(...EMPLOYMENT_TYPES.map((type) => box('types', type, formatCode(type))))
  byId('arrangements', HTMLFieldSetElement).append(
    ...WORK_ARRANGEMENTS.map((each) => box('arrangement', each, formatCode(each))),
  )
  let pause: ReturnType<typeof setTimeout> | undefined
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(pause)
    onSearch(readForm())
  })
  byId('countries', HTMLFieldSetElement).addEventListener('change', () => {
    clearTimeout(pause)
    onCountry({ ...readForm(), region: '', city: '' })
  })
  form.addEventListener('input', ({ target }) => {
    clearTimeout(pause)
    adapt(readForm())
    const isTyped = target instanceof HTMLInputElement && target.type === 'search'
    const search = () => onInput(readForm(), { isTyped })
    if (!isTyped) search()
    else if (!isUnfinishedName(target)) pause = setTimeout(search, PAUSE_MS)
  })
  form.addEventListener('change', ({ target }) => {
    const isName = target instanceof HTMLInputElement && isUnfinishedName(target)
    if (isName && readForm().syntax === 'plain') onInput(readForm(), { isTyped: false })
  })
  sort.addEventListener('change', () => onInput(readForm(), { isTyped: false }))
  byId('clear', HTMLButtonElement).addEventListener('click', () => {
    clearTimeout(pause)
    const { country, syntax } = readForm()
    onSearch({ ...EMPTY_SEARCH, country, syntax })
    byId('text', HTMLInputElement).focus()
  })
  const wide = matchMedia('(min-width: 64rem)')
  const open = () => {
    more.open = wide.matches
  }
  wide.addEventListener('change', open)
  open()
}

/** The search that the fields hold. Fields that are not shown are empty. */
export function readForm(): Search {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const syntax = text('syntax') === 'advanced' ? 'advanced' : 'plain'
  const isPlain = syntax === 'plain'
  return {
    country: readCountry(text('country')),
    syntax,
    text: text('text'),
    title: text('title'),
    city: isPlain ? text('city') : '',
    region: isPlain ? text('region') : '',
    place: isPlain ? '' : text('place'),
    employer: text('employer'),
    source: data.getAll('source').join(','),
    types: data.getAll('types').map(String),
    arrangement: data.getAll('arrangement').join(','),
    remote: text('remote'),
    pay: text('pay'),
    payAtLeast: text('payAtLeast'),
    payUnit: text('payUnit'),
    window: text('window'),
    day: text('day'),
    sort: text('sort'),
  }
}

/** Fills the fields. A text that differs from the field's only by spaces at its ends stays as it is typed. */
export function fillForm(search: Search): void {
  fillRegions(search.country)
  offerSources(search.source.split(',').filter(Boolean))
  fillSort(search)
  for (const [name, value] of Object.entries(search)) {
    for (const field of form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) {
      if (field.type === 'radio') field.checked = value === field.value
      else if (field.type === 'checkbox') {
        field.checked = String(value).split(',').includes(field.value)
      } else if (field.value.trim() !== value) field.value = String(value)
    }
  }
  const country = form.elements.namedItem('country')
  if (country instanceof RadioNodeList) country.value = search.country
  adapt(search)
}

/** Shows the errors; with `focus`, the cursor goes to the first one. */
export function showErrors(errors: readonly FieldError[], { focus }: { focus: boolean }): void {
  if (focus && errors.some(({ field }) => field !== 'text')) more.open = true
  showFieldErrors(form, errors, focus)
}

/** What the page calls a field. */
export function labelOf(field: Field): string {
  const place = form.querySelector(`label[for="${field}"], #${field} > legend`)
  return place?.textContent ?? field
}

/** The sources that the service has jobs of. */
export function offerSources(sources: readonly string[]): void {
  for (const name of sources) addSource(name)
}

function addSource(name: string): void {
  const known = [...sources.querySelectorAll('input')].map(({ value }) => value)
  if (!known.includes(name)) sources.append(box('source', name, sourceName(name)))
}

/** A check box with a place for its number of jobs. */
function box(name: string, value: string, text: string): HTMLElement {
  const input = make('input', { type: 'checkbox', name, value })
  return make('label', {}, input, ' ', text, make('span', { class: 'number' }))
}

/** The orders of a search; amounts of two currencies are not compared. */
function fillSort({ country, sort: chosen }: Search): void {
  const orders = country === 'both' ? ['payCAD', 'payUSD'] : ['pay']
  const options = orders.map((order) => {
    const currency = order.slice('pay'.length)
    return new Option(`Highest pay${currency && `, ${currency}`}`, order)
  })
  sort.replaceChildren(new Option('Newest', ''), ...options)
  sort.value = chosen
  if (sort.selectedIndex === -1) sort.selectedIndex = chosen === '' ? 0 : 1
}

function fillRegions(country: Search['country']): void {
  const known = REGIONS.filter((each) => country === 'both' || each.country === country)
  const options = known.map(({ code, name }) => new Option(name, code))
  region.replaceChildren(new Option('All', ''), ...options)
  byId('region-label', HTMLLabelElement).textContent = REGION_KINDS[country]
}

/** Shows the fields of the chosen syntax, and what the request for the search cannot do: reach all jobs. */
function adapt(search: Search): void {
  const { syntax } = search
  for (const field of form.querySelectorAll<HTMLElement>('[data-syntax]')) {
    field.hidden = field.dataset.syntax !== syntax
  }
  for (const [name, example] of Object.entries(EXAMPLES[syntax])) {
    byId(name, HTMLInputElement).placeholder = example
  }
  byId('syntax-note', HTMLElement).textContent = SYNTAX_NOTES[syntax]
  const anyTime = byId('window', HTMLSelectElement).options[0]
  if (anyTime) anyTime.text = needsFeed(search) ? '183 days' : 'Any time'
  const reason = feedReason(search)
  byId('reach-note', HTMLElement).textContent = reason && `${reason} reach back 183 days.`
  fillSort(search)
  const used = usedFilters(search).filter((field) => !IN_BAR.includes(field)).length
  byId('active-filters', HTMLElement).textContent = used === 0 ? '' : `(${used})`
}
