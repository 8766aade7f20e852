import { COUNTRIES, type Country } from '../../../../../values/country'

/** What a visitor searches for, as the fields hold it. The address of the page has the same. */
export interface Search {
  country: Country | 'both'
  syntax: 'plain' | 'advanced'
  text: string
  title: string
  city: string
  /** A region code, or ''. */
  region: string
  /** An expression, in advanced syntax only. */
  place: string
  employer: string
  /** Identifiers of systems, with commas between them. */
  source: string
  types: readonly string[]
  /** Work arrangements, with commas between them. */
  arrangement: string
  remote: string
  pay: string
  payAtLeast: string
  /** The unit of that amount and of the order by pay; '' is an hour. */
  payUnit: string
  window: string
  /** A day (UTC) on which jobs were first collected, or ''. */
  day: string
  /** '' for the newest first; `pay`, and of both countries `payCAD` or `payUSD`. */
  sort: string
}

export type Field = keyof Search

/** What the page shows beside the results. */
export interface View {
  search: Search
  /** The figures of the catalogue, instead of the search. */
  isOverview: boolean
  /** The id of the job that is open, or ''. */
  job: string
  /** The requests, beside the results or, on a narrow window, instead of them. */
  isRequestOpen: boolean
}

const TEXTS = [
  'text',
  'title',
  'city',
  'region',
  'place',
  'employer',
  'source',
  'arrangement',
  'remote',
  'pay',
  'payAtLeast',
  'payUnit',
  'window',
  'day',
  'sort',
] as const satisfies Field[]

/** What requests send: nothing for both countries, which the feeds hold unless one is chosen. */
export function countryParameter(country: Search['country']): string {
  return country === 'both' ? '' : country
}

export function readCountry(text: unknown): Search['country'] {
  if (text === 'both') return text
  return COUNTRIES.find((country) => country === text) ?? 'CA'
}

/** The field that holds the value of each parameter; errors and notices name parameters. */
export const FIELDS: Readonly<Record<string, Field>> = {
  q: 'text',
  description: 'text',
  description_advanced: 'text',
  title: 'title',
  title_advanced: 'title',
  city: 'city',
  location: 'city',
  location_advanced: 'place',
  province: 'region',
  state: 'region',
  organization_advanced: 'employer',
  source: 'source',
  employment_type: 'types',
  remote: 'remote',
  work_arrangement: 'arrangement',
  has_salary: 'pay',
  pay_at_least: 'payAtLeast',
  window: 'window',
}

/** Whether requests send the text of a field as another text: the service then talks of a text that nobody typed. */
export function isRewritten(parameter: string, { syntax }: Search): boolean {
  return syntax === 'plain' && ['location', 'organization_advanced'].includes(parameter)
}

/** The filters of a search that have a value. */
export function usedFilters(search: Search): Field[] {
  const { country: _, syntax: __, payUnit: ___, sort: ____, ...filters } = search
  const names = Object.keys(filters) as (keyof typeof filters)[]
  return names.filter((name) => filters[name].length > 0)
}

/** Whether the search finds the whole country, or both. */
export function isWhole(search: Search): boolean {
  return usedFilters(search).length === 0
}

/** The page, relative to itself. */
const PAGE = 'explore'

export const EMPTY_SEARCH: Search = {
  country: 'CA',
  syntax: 'plain',
  text: '',
  title: '',
  city: '',
  region: '',
  place: '',
  employer: '',
  source: '',
  types: [],
  arrangement: '',
  remote: '',
  pay: '',
  payAtLeast: '',
  payUnit: '',
  window: '',
  day: '',
  sort: '',
}

/** Whether an address, as a link has it, is one of `writeView`. */
export function isViewAddress(address: string): boolean {
  return address === PAGE || address.startsWith(`${PAGE}?`)
}

/** Reads the query of a view's address; ignores unknown parameters. */
export function readView(address: string): View {
  const query = address.indexOf('?')
  const parameters = new URLSearchParams(query === -1 ? '' : address.slice(query))
  const texts = TEXTS.map((name) => [name, parameters.get(name)?.trim() ?? ''])
  return {
    search: {
      ...EMPTY_SEARCH,
      ...Object.fromEntries(texts),
      country: readCountry(parameters.get('country')),
      syntax: parameters.get('syntax') === 'advanced' ? 'advanced' : 'plain',
      types: parameters.get('types')?.split(',').filter(Boolean) ?? [],
    },
    isOverview: parameters.get('view') === 'overview',
    job: /^\d+$/.exec(parameters.get('job') ?? '')?.[0] ?? '',
    isRequestOpen: parameters.get('view') === 'request',
  }
}

/** The address of a view, relative to the page: `explore`, and what differs from the defaults. */
export function writeView({
  search,
  isOverview = false,
  job = '',
  isRequestOpen = false,
}: Pick<View, 'search'> & Partial<View>): string {
  const parameters = new URLSearchParams()
  const set = (name: string, value: string, fallback = '') => {
    if (value !== fallback) parameters.set(name, value)
  }
  set('view', isOverview ? 'overview' : isRequestOpen ? 'request' : '')
  set('country', search.country, EMPTY_SEARCH.country)
  set('syntax', search.syntax, EMPTY_SEARCH.syntax)
  for (const name of TEXTS) set(name, search[name])
  set('types', search.types.join(','))
  set('job', job)
  return parameters.size === 0 ? PAGE : `${PAGE}?${parameters}`
}
