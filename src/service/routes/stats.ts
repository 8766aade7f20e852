import {
  countRegions,
  countSources,
  type RegionCount,
  type SourceCount,
} from '../../catalogue/database/queries/statistics'
import { Stats } from '../../catalogue/resources/stats'
import { regionTerm } from '../../text/search/places/place-terms'
import { COUNTRIES, type Country } from '../../values/country'
import { formatInstant } from '../../values/instant'
import { REGIONS } from '../../values/region'
import { reply, versioned } from '../http/reply'
import { oneOf } from '../parameters/parameter-types'
import { operation } from '../plugins/operation'
import { countedFigures, type Services } from './services'

const query = {
  country: oneOf(COUNTRIES, {
    default: 'CA',
    description: 'Country view.',
    examples: ['CA'],
    forSeveral: 'ask for one country after the other',
  }),
}

export const stats = ({ statistics }: Services) =>
  operation({
    operationId: 'getStats',
    summary: 'Statistics',
    description:
      'Active jobs per source and region, and board counts, for one country. `generated_at` says when they were counted: at most a few minutes ago.',
    tag: 'Overview',
    parameters: query,
    response: Stats,
    timeout: { status: 503 },
    hasEtag: true,
  }).get('/v1/stats', async ({ context, parameters: { country } }) => {
    return reply(context, versioned(JSON.stringify(await statistics(country))))
  })

export function createCatalogueStats(services: Pick<Services, 'reads' | 'now' | 'onFailure'>) {
  return countedFigures(services, 'the statistics', async (at) => {
    const sources = await countSources(services.reads)
    const regions = await countRegions(services.reads)
    return (country) => statsOf(country, at, { sources, regions })
  })
}

function statsOf(
  country: Country,
  at: Date,
  counts: { sources: readonly SourceCount[]; regions: readonly RegionCount[] },
): Stats {
  const sources = counts.sources.filter((row) => row.country === country)
  return {
    country,
    active_jobs: sum(sources.map(({ activeJobs }) => activeJobs)),
    boards: sum(sources.map(({ boards }) => boards)),
    sources: sources.map(({ source, sourceType, activeJobs, boards }) => ({
      source,
      source_type: sourceType,
      active_jobs: activeJobs,
      boards,
    })),
    regions: counts.regions
      .filter((row) => row.country === country)
      .flatMap(regionStats)
      .sort((a, b) => b.active_jobs - a.active_jobs || (a.region < b.region ? -1 : 1)),
    generated_at: formatInstant(at),
  }
}

const REGION_BY_TERM = new Map(REGIONS.map((region) => [regionTerm(region.code), region]))

function regionStats({ term, activeJobs }: RegionCount): Stats['regions'] {
  const region = REGION_BY_TERM.get(term)
  return region ? [{ region: region.name, code: region.code, active_jobs: activeJobs }] : []
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
