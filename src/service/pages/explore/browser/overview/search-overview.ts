import { COUNTRIES } from '../../../../../values/country'
import { REGIONS } from '../../../../../values/region'
import { make, section } from '../page/elements'
import { countryInText, formatNumber } from '../page/format'
import { countJobs } from '../search/count'
import { type Facets, loadFacets, sampleNote } from '../search/facets'
import { nameOf } from '../search/saved-searches'
import { EMPTY_SEARCH, isWhole, type Search, writeView } from '../search/search'
import { dayPicture } from './day-picture'
import { type SearchLinks, sourceSection } from './overview'
import { regionPicture } from './region-picture'
import { shareTable } from './share-table'

/** The charts of the results of a search, with the tables behind them. */
export async function loadSearchOverview(
  search: Search,
  links: SearchLinks,
  signal: AbortSignal,
): Promise<Node[]> {
  const count = await countJobs(search, signal)
  const facets = await loadFacets(search, count, signal)
  const countries = COUNTRIES.filter((each) => [each, 'both'].includes(search.country))
  const maps = countries.map((country) =>
    regionPicture(
      { country, where: 'of this search', regions: regionsOf(facets, country) },
      links.toRegion,
      signal,
    ),
  )
  return [
    titleOf(search, facets),
    ...(await Promise.all(maps)),
    sourceSection('of this search', rowsOf(facets.sources), links.toSource),
    employerSection(facets, links.toEmployer),
    dayPicture(facets.days, links.toDay),
  ]
}

function titleOf(search: Search, facets: Facets): HTMLElement {
  const { country, syntax } = search
  const whole = { ...EMPTY_SEARCH, country, syntax }
  const href = writeView({ search: whole, isOverview: true })
  return make(
    'div',
    { class: 'search-title' },
    make('h2', {}, nameOf(search)),
    make(
      'p',
      { class: 'note' },
      `${formatNumber(facets.jobs)} active jobs. ${sampleNote(facets)} `,
      isWhole(search) ? undefined : make('a', { href }, `All of ${countryInText(country)}`),
    ),
  )
}

function regionsOf({ regions }: Facets, country: (typeof COUNTRIES)[number]) {
  return REGIONS.filter((each) => each.country === country)
    .map(({ code, name }) => ({ region: name, code, active_jobs: regions[code] ?? 0 }))
    .filter(({ active_jobs: jobs }) => jobs > 0)
    .toSorted((a, b) => b.active_jobs - a.active_jobs)
}

function rowsOf(sources: Facets['sources']) {
  return Object.entries(sources)
    .map(([source, jobs]) => ({ source, active_jobs: jobs }))
    .toSorted((a, b) => b.active_jobs - a.active_jobs)
}

function employerSection({ employers }: Facets, addressOf: SearchLinks['toEmployer']): HTMLElement {
  const rows = employers.map(({ name, jobs }) => ({ name, count: jobs, address: addressOf(name) }))
  const note = `The ${rows.length} employers with most active jobs of this search.`
  return section('By employer', note, shareTable(['Employer', 'Active jobs'], rows))
}
