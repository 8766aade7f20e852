import Type from 'typebox'
import { Stats } from '../../../catalogue/resources/stats'
import { commonFilters } from '../../parameters/common-filters'
import { tool } from '../tool'

/** Regions in the text; the structure has all. */
const REGIONS_SHOWN = 10

export const catalogueStats = tool({
  name: 'catalogue_stats',
  title: 'Statistics',
  description:
    'How many active jobs the catalogue has in each country, by region and by source system, and how many boards it reads.',
  parameters: { country: commonFilters.country },
  required: [],
  output: Type.Object({ countries: Type.Array(Stats) }),
  async call({ country }, { services }) {
    const countries = await Promise.all(country.map((one) => services.statistics(one)))
    const lines = countries.map((stats) => {
      const regions = stats.regions
        .slice(0, REGIONS_SHOWN)
        .map(({ region, active_jobs }) => `${region} ${active_jobs}`)
      const of = `${stats.country}: active jobs ${stats.active_jobs}, boards ${stats.boards}`
      return regions.length === 0 ? of : `${of}; by region: ${regions.join(', ')}`
    })
    return { jobs: 0, structured: { countries }, text: lines.join('\n') }
  },
})
