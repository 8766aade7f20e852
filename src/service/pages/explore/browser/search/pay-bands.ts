import { byId, make } from '../page/elements'
import { formatNumber, plural, unitText } from '../page/format'
import type { Facets } from './facets'
import { type Search, writeView } from './search'

const list = byId('bands', HTMLUListElement)

/** The jobs of a search by what they pay at least, in the unit that is chosen: a link to each of these searches. */
export function showPayBands(
  search: Search,
  { pay_bands: bands, is_sample: isSample }: Facets,
): void {
  const unit = search.payUnit || 'HOUR'
  const jobsFrom = new Map<number, number>()
  for (const band of bands.filter((each) => each.unit === unit && isAsked(search, each.currency))) {
    jobsFrom.set(band.at_least, (jobsFrom.get(band.at_least) ?? 0) + band.jobs)
  }
  const items = [...jobsFrom].map(([amount, jobs]) => {
    const href = writeView({ search: { ...search, payAtLeast: String(amount) } })
    const name = `${formatNumber(amount)} and more`
    const label = `${name} ${unitText(search.payUnit)}: ${plural(jobs, 'job')}`
    const isChosen = search.payAtLeast === String(amount)
    return make(
      'li',
      {},
      make('a', { href, 'aria-label': label, 'aria-current': isChosen ? 'true' : undefined }, name),
      make('span', { class: 'number' }, `${isSample ? '≈ ' : ''}${formatNumber(jobs)}`),
    )
  })
  list.replaceChildren(...items)
}

export function clearPayBands(): void {
  list.replaceChildren()
}

/** One country has one currency here, as the filter has. */
function isAsked({ country }: Search, currency: string): boolean {
  return country === 'both' || currency === (country === 'US' ? 'USD' : 'CAD')
}
