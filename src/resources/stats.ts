import Type, { type Static } from 'typebox'
import { COUNTRIES } from '../values/country'
import { SOURCE_TYPES } from '../values/vocabulary'
import { component } from './job-parts'

const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })

const SourceStats = component('SourceStats', 'The jobs of a source system.', {
  source: Type.String({ description: 'Source system identifier.' }),
  source_type: Type.Enum(SOURCE_TYPES, { description: 'Kind of source, of its newest job.' }),
  active_jobs: count('Active jobs from it.'),
  boards: count("Employers' boards on it with active jobs."),
})

const RegionStats = component('RegionStats', 'The jobs of a region.', {
  region: Type.String({ description: 'Name of the province, territory or state.' }),
  code: Type.String({ description: 'Its code.' }),
  active_jobs: count('Active jobs with a location there.'),
})

export const Stats = component('Stats', 'What the catalogue holds of one country.', {
  country: Type.Enum(COUNTRIES, { description: 'Country view.' }),
  active_jobs: count('Active jobs.'),
  boards: count('Boards, each a distinct (source, source_slug), with active jobs.'),
  sources: Type.Array(SourceStats, { description: 'Sources, those with most jobs first.' }),
  regions: Type.Array(RegionStats, {
    description:
      'Regions, those with most jobs first. A job in several regions counts in each, one without a known region in none.',
  }),
  generated_at: Type.String({
    format: 'date-time',
    description: 'Of which moment the figures are; some minutes ago at most.',
  }),
})

export type Stats = Static<typeof Stats>
