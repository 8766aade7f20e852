import Type, { type Static } from 'typebox'
import { COUNTRIES } from '../../values/country'
import { SOURCE_TYPES } from '../../values/vocabulary'
import { component } from './job-parts'

const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description })

const SOURCE_EXAMPLE = {
  source: 'greenhouse',
  source_type: 'ats',
  active_jobs: 367,
  boards: 84,
}

const SourceStats = component(
  'SourceStats',
  'The jobs of a source system.',
  {
    source: Type.String({ description: 'Source system identifier.' }),
    source_type: Type.Enum(SOURCE_TYPES, { description: 'Kind of source, of its newest job.' }),
    active_jobs: count('Active jobs from it.'),
    boards: count("Employers' boards on it with active jobs."),
  },
  SOURCE_EXAMPLE,
)

const REGION_EXAMPLE = { region: 'Ontario', code: 'ON', active_jobs: 1692 }

const RegionStats = component(
  'RegionStats',
  'The jobs of a region.',
  {
    region: Type.String({ description: 'Name of the province, territory or state.' }),
    code: Type.String({ description: 'Its code.' }),
    active_jobs: count('Active jobs with a location there.'),
  },
  REGION_EXAMPLE,
)

export const Stats = component(
  'Stats',
  'What the catalogue holds of one country.',
  {
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
  },
  {
    country: 'CA',
    active_jobs: 4367,
    boards: 1036,
    sources: [SOURCE_EXAMPLE],
    regions: [REGION_EXAMPLE],
    generated_at: '2026-11-20T15:02:44Z',
  },
)

export type Stats = Static<typeof Stats>
