import type { ExploreFacets } from '../../../../../catalogue/resources/explore-facets'
import { byId } from '../page/elements'
import { formatNumber, plural } from '../page/format'
import { requestJson } from '../page/service'
import { facetRequest } from './requests'
import type { Search } from './search'

/** What a search has of the values of other filters; numbers of jobs are estimates when it is of a sample. */
export interface Facets extends ExploreFacets {
  /** All jobs of the search. */
  jobs: number
}

/** Counts the values that a search finds. `jobs`: how many jobs it finds. */
export async function loadFacets(
  search: Search,
  jobs: number | Promise<number>,
  signal: AbortSignal,
): Promise<Facets> {
  const [{ body }, count] = await Promise.all([
    requestJson<ExploreFacets>(facetRequest(search, new Date()), signal),
    jobs,
  ])
  if (!body.is_sample) return { ...body, jobs: count }
  const estimate = (jobs: number) => Math.round((jobs * count) / Math.max(1, body.counted))
  const estimates = <Counts extends Readonly<Record<string, number>>>(counts: Counts) =>
    Object.fromEntries(
      Object.entries(counts).map(([name, jobs]) => [name, estimate(jobs)]),
    ) as Counts
  return {
    ...body,
    jobs: count,
    regions: estimates(body.regions),
    sources: estimates(body.sources),
    types: estimates(body.types),
    remote: estimates(body.remote),
    arrangements: estimates(body.arrangements),
    pay_bands: body.pay_bands.map((band) => ({ ...band, jobs: estimate(band.jobs) })),
    pay: estimates(body.pay),
    employers: body.employers.map(({ name, jobs }) => ({ name, jobs: estimate(jobs) })),
    days: body.days.map((day) => ({ ...day, new: estimate(day.new) })),
  }
}

/** Of which jobs the numbers are. */
export function sampleNote({ is_sample: isSample, counted }: ExploreFacets): string {
  if (!isSample) return ''
  return counted === 0
    ? 'A sample has none of these jobs: their numbers are not known.'
    : `Estimated from a sample of ${plural(counted, 'job')}.`
}

/** Shows beside each value of a filter how many jobs of the search have it. */
export function showFacets(facets: Facets): void {
  showCounts('region', facets.regions, facets)
  showCounts('pay', facets.pay, facets)
  showBoxCounts('types', facets.types, facets)
  showBoxCounts('arrangements', facets.arrangements, facets)
  showBoxCounts('sources', facets.sources, facets)
  byId('facets-note', HTMLElement).textContent = sampleNote(facets)
}

/** Removes the numbers, which are of another search. */
export function clearFacets(): void {
  for (const name of ['region', 'pay']) showCounts(name, {}, undefined)
  for (const shown of document.querySelectorAll('.checks .number')) shown.textContent = ''
  byId('facets-note', HTMLElement).textContent = ''
}

function showBoxCounts(id: string, counts: Readonly<Record<string, number>>, facets: Facets): void {
  for (const label of byId(id, HTMLFieldSetElement).querySelectorAll('label')) {
    const count = counts[label.querySelector('input')?.value ?? '']
    const shown = label.querySelector('.number')
    if (shown) shown.textContent = count === undefined ? '' : numberOf(count, facets)
  }
}

function showCounts(
  name: string,
  counts: Readonly<Record<string, number>>,
  facets: Facets | undefined,
): void {
  const select = byId(name, HTMLSelectElement)
  for (const option of select.options) {
    const count = option.value === '' ? undefined : counts[option.value]
    option.dataset.name ??= option.text
    option.dataset.number = count && facets ? ` (${numberOf(count, facets)})` : ''
  }
  const draw = () => {
    for (const option of select.options) {
      const { name: text = '', number = '' } = option.dataset
      option.text = option.selected ? text : `${text}${number}`
    }
  }
  // The chosen value stands in the field, which has no room for the number.
  select.onchange = draw
  draw()
}

function numberOf(count: number, { is_sample: isSample }: ExploreFacets): string {
  return `${isSample ? '≈ ' : ''}${formatNumber(count)}`
}
