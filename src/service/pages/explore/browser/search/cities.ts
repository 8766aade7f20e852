import { byId, make } from '../page/elements'
import { plural } from '../page/format'
import { requestJson } from '../page/service'
import { countryParameter, type Search } from './search'

const list = byId('cities', HTMLDataListElement)

/** A city with active jobs, such as `Toronto, Ontario`. */
interface City {
  name: string
  jobs: number
}

/** The cities whose names begin with what stands in the field. */
export async function loadCities(
  { city, country }: Pick<Search, 'city' | 'country'>,
  signal: AbortSignal,
): Promise<City[]> {
  const sent = countryParameter(country)
  const parameters = { beginning: city, ...(sent !== '' && { country: sent }) }
  const { body } = await requestJson<{ cities: City[] }>(
    { path: 'explore/cities', parameters },
    signal,
  )
  return body.cities
}

/** Proposes the cities that begin with what is typed. */
export async function proposeCities(search: Search, signal: AbortSignal): Promise<void> {
  const cities = await loadCities(search, signal)
  const options = cities.map(({ name, jobs }) =>
    make('option', { value: name, label: `${name}: ${plural(jobs, 'job')}` }),
  )
  list.replaceChildren(...options)
}
