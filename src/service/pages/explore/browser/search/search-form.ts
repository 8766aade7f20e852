import { REGIONS } from '../../../../../values/region'
import { sourceName } from '../../../../../values/source'
import { EMPLOYMENT_TYPES } from '../../../../../values/vocabulary'
import { byId, make } from '../page/elements'
import { formatCode } from '../page/format'
import type { FieldError } from './field-errors'
import { showFieldErrors } from './form-errors'
import { feedReason, needsFeed } from './requests'
import { EMPTY_SEARCH, type Field, readCountry, type Search, usedFilters } from './search'

const form = byId('search-form', HTMLFormElement)
const more = byId('more', HTMLDetailsElement)
const region = byId('region', HTMLSelectElement)
const source = byId('source', HTMLSelectElement)
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
  types.append(
    ...EMPLOYMENT_TYPES.map((type) =>
      make(
        'label',
        {},
        make('input', { type: 'checkbox', name: 'types', value: type }),
        ' ',
        formatCode(type),
        make('span', { class: 'number' }),
      ),
    ),
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
    if (isTyped) pause = setTimeout(search, PAUSE_MS)
    else search()
  })
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
    source: text('source'),
    types: data.getAll('types').map(String),
    remote: text('remote'),
    pay: text('pay'),
    window: text('window'),
  }
}

/** Fills the fields. A text that differs from the field's only by spaces at its ends stays as it is typed. */
export function fillForm(search: Search): void {
  fillRegions(search.country)
  addSource(search.source)
  for (const [name, value] of Object.entries(search)) {
    for (const field of form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) {
      if (field.type === 'radio' || field.type === 'checkbox') {
        field.checked =
          value === field.value || (Array.isArray(value) && value.includes(field.value))
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
  const isKnown = [...source.options].some(({ value }) => value === name)
  if (!isKnown) source.append(new Option(sourceName(name), name))
}

function fillRegions(country: Search['country']): void {
  const known = REGIONS.filter((each) => country === 'both' || each.country === country)
  const options = known.map(({ code, name }) => new Option(name, code))
  region.replaceChildren(new Option('All', ''), ...options)
  byId('region-label', HTMLLabelElement).textContent = REGION_KINDS[country]
}

/** Shows the fields of the chosen syntax, and what the request for the search cannot do: filter by type, reach all jobs. */
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
  byId('types-note', HTMLElement).textContent = reason && `${reason} cannot filter by type.`
  for (const box of types.querySelectorAll('input')) box.disabled = needsFeed(search)
  const used = usedFilters(search).filter((field) => field !== 'text').length
  byId('active-filters', HTMLElement).textContent = used === 0 ? '' : `(${used})`
}
