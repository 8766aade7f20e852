import { Elysia } from 'elysia'
import { countFacets, type FacetCount } from '../../catalogue/database/queries/count-facets'
import type { JobFilter } from '../../catalogue/job-filter'
import type {
  ExploreFacets,
  MatchedPhrase,
  PayBand,
} from '../../catalogue/resources/explore-facets'
import { regionTerm } from '../../text/search/places/place-terms'
import {
  alternatives,
  type Near,
  type Operand,
  type Phrase,
  type SearchTree,
  signedLeavesOf,
} from '../../text/search/search-tree'
import { COUNTRIES } from '../../values/country'
import { DAY_MS, floorToDay } from '../../values/instant'
import { PAY_BANDS } from '../../values/pay/bands'
import { DOLLARS, payKind } from '../../values/pay/salary'
import { REGIONS } from '../../values/region'
import {
  EMPLOYMENT_TYPES,
  PAY_UNITS,
  type PayUnit,
  WORK_ARRANGEMENTS,
} from '../../values/vocabulary'
import {
  exploreFeedFilter,
  exploreFeedFilters,
  exploreFilter,
  exploreFilters,
} from '../filters/explore-filter'
import { reply } from '../http/reply'
import type { RequestContext } from '../http/request-context'
import { parameters } from '../plugins/operation'
import { FIGURE_DAYS, figureDays } from './explore-data'
import { queriesFor, type Services } from './services'

const HIDDEN = { detail: { hide: true } }

/**
 * What the page `/explore` shows beside its filters; not a part of the interface. `/explore/facets` takes the filters of
 * `/explore/jobs`, `/explore/feed-facets` those of `/explore/feed-jobs`.
 */
export const exploreFacets = ({ reads, now }: Services) => {
  const answer = async (context: RequestContext, filter: JobFilter, at: Date) => {
    const since = new Date(floorToDay(at).getTime() - (FIGURE_DAYS - 1) * DAY_MS)
    const { isSample, counts } = await countFacets(queriesFor(context, reads), filter, since)
    const facets = { ...facetsOf(counts, isSample, since), matches: matchesOf(filter) }
    return reply(context, { body: JSON.stringify(facets satisfies ExploreFacets) })
  }
  return new Elysia(HIDDEN)
    .use(
      new Elysia(HIDDEN)
        .use(parameters(exploreFilters))
        .get('/explore/facets', ({ context, parameters }) => {
          const at = now()
          return answer(context, exploreFilter(parameters, at), at)
        }),
    )
    .use(
      new Elysia(HIDDEN)
        .use(parameters(exploreFeedFilters))
        .get('/explore/feed-facets', ({ context, parameters }) => {
          const at = now()
          return answer(context, exploreFeedFilter(parameters, at), at)
        }),
    )
}

/** The counts by the values of each filter. `since`: the first day of `days`. */
export function facetsOf(
  counts: readonly FacetCount[],
  isSample: boolean,
  since: Date,
): Omit<ExploreFacets, 'matches'> {
  const of = (facet: FacetCount['facet']) =>
    counts.filter((count) => count.facet === facet && count.value !== null)
  const jobsOf = (facet: FacetCount['facet'], value: string) =>
    of(facet).find((count) => count.value === value)?.jobs ?? 0
  const yesAndNo = (facet: FacetCount['facet']) => ({
    true: jobsOf(facet, 'true'),
    false: jobsOf(facet, 'false'),
  })
  return {
    counted: counts.find(({ facet }) => facet === 'all')?.jobs ?? 0,
    is_sample: isSample,
    regions: toRecord(REGIONS, ({ code }) => [code, jobsOf('region', regionTerm(code))]),
    sources: toRecord(of('source'), ({ value, jobs }) => [String(value), jobs]),
    types: toRecord(EMPLOYMENT_TYPES, (type) => [type, jobsOfType(of('types'), type)]),
    remote: yesAndNo('remote'),
    arrangements: toRecord(WORK_ARRANGEMENTS, (name) => [name, jobsOf('arrangement', name)]),
    pay: yesAndNo('pay'),
    pay_bands: COUNTRIES.flatMap((country) =>
      PAY_UNITS.flatMap((unit) => bandsOf(DOLLARS[country], unit, jobsOf)),
    ),
    employers: of('employer').map(({ value, jobs }) => ({ name: String(value), jobs })),
    days: figureDays(since).map((day) => ({ day, new: jobsOf('day', day) })),
  }
}

/** The bands of a kind of pay that have jobs. */
function bandsOf(
  currency: string,
  unit: PayUnit,
  jobsOf: (facet: 'band', value: string) => number,
): PayBand[] {
  const bands = PAY_BANDS[unit].map((edge) => {
    const jobs = jobsOf('band', `${payKind(currency, unit)} ${edge}`)
    return { currency, unit, at_least: edge, jobs }
  })
  return bands.filter(({ jobs }) => jobs > 0)
}

function matchesOf({ title, fullText, organizationName }: JobFilter): ExploreFacets['matches'] {
  return {
    title: wantedPhrases(title),
    text: wantedPhrases(fullText),
    organization: wantedPhrases(organizationName),
  }
}

function wantedPhrases(tree: SearchTree | undefined): MatchedPhrase[] {
  const leaves = tree === undefined ? [] : signedLeavesOf(tree)
  const wanted = leaves.filter(({ isExcluded }) => !isExcluded)
  return wanted
    .flatMap(({ leaf }) => phrasesOf(leaf))
    .map(({ words, prefix }) => ({ words, prefix }))
}

function phrasesOf(leaf: Phrase | Near | Operand): readonly Phrase[] {
  return leaf.kind === 'near'
    ? [...alternatives(leaf.left), ...phrasesOf(leaf.right)]
    : alternatives(leaf)
}

/** A job of several types counts in each. */
function jobsOfType(counts: readonly FacetCount[], type: (typeof EMPLOYMENT_TYPES)[number]) {
  const bit = 1 << EMPLOYMENT_TYPES.indexOf(type)
  const has = counts.filter(({ value }) => (Number(value) & bit) !== 0)
  return has.reduce((sum, { jobs }) => sum + jobs, 0)
}

/** The values that have jobs. */
function toRecord<Item>(
  items: readonly Item[],
  entryOf: (item: Item) => [string, number],
): Record<string, number> {
  return Object.fromEntries(items.map(entryOf).filter(([, jobs]) => jobs > 0))
}
