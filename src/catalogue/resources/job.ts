import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { JOB_STATUSES } from '../../values/change-events'
import { COUNTRIES } from '../../values/country'
import { EMPLOYMENT_TYPES, SOURCE_TYPES, WORK_ARRANGEMENTS } from '../../values/vocabulary'
import type { WorkArrangement } from '../../values/work-arrangement'
import { JOB_EXAMPLE } from './job-example'
import { component, MonetaryAmount, Place, SourceFields } from './job-parts'

const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

/** A member that is always null. The types of openapi-fetch leave out members whose only type is `null`. */
const never = (description: string) => Type.Unsafe<null>({ type: ['string', 'null'], description })

/** The text of a date-time, as `formatInstant` writes it. */
const dateTime = Type.String({ format: 'date-time' })

const texts = Type.Array(Type.String())

/** A list with one element for each location; an unknown element is null. */
const perLocation = <Schema extends TSchema>(schema: Schema, description: string) =>
  orNull(Type.Array(Type.Union([schema, Type.Null()])), description)

const id = Type.Unsafe<bigint>({
  type: 'integer',
  format: 'int64',
  description: 'Stable job id. Matches the ids returned by the expired feed.',
})

const dateCreated = Type.String({
  format: 'date-time',
  description: 'When the service first collected the job. Used for incremental syncs.',
})

/** The fields before `date_created` that depend on the posting alone, in the order of the document. */
export const LEADING_FIELDS = {
  title: Type.String({ description: 'Job title as published.' }),
  organization: orNull(Type.String(), 'Hiring employer.'),
  organization_url: never('Always null.'),
  organization_logo: never('Always null.'),
  date_posted: orNull(dateTime, 'When the employer says it was posted. Null when it does not say.'),
} satisfies TProperties

/** The fields between `date_created` and the descriptions. */
export const MIDDLE_FIELDS = {
  date_valid_through: orNull(dateTime, 'Closing date published by the employer.'),
  locations: orNull(Type.Array(Place), 'The locations in the country of this view.'),
  locations_alt: orNull(texts, 'Location labels, e.g. in the form `<City>, <RegionCode>`.'),
  locations_derived: orNull(
    texts,
    'Normalised `<City>, <Region>, <Country>`. This is the text the `location` filter searches.',
  ),
  location_type: orNull(
    Type.Literal('TELECOMMUTE'),
    '`TELECOMMUTE` when the employer marks the job remote.',
  ),
  location_requirements: never('Always null.'),
  salary: orNull(MonetaryAmount, 'Employer-published pay.'),
  employment_type: orNull(Type.Array(Type.Enum(EMPLOYMENT_TYPES)), 'Kinds of employment.'),
  url: Type.String({ description: 'The original job posting.' }),
  source: Type.String({
    description: "Source system identifier, or `careerpage` for an employer's own career site.",
  }),
  source_type: Type.Enum(SOURCE_TYPES, { description: 'Kind of source.' }),
  source_domain: orNull(Type.String(), 'Host of the posting URL.'),
  source_slug: orNull(Type.String(), "The employer's board on the source system."),
  domain_derived: never('Always null.'),
} satisfies TProperties

/** The fields after the descriptions. */
export const TRAILING_FIELDS = {
  cities_derived: perLocation(Type.String(), 'City of each location.'),
  counties_derived: never('Always null.'),
  regions_derived: perLocation(
    Type.String(),
    'Province, territory or state name of each location.',
  ),
  countries_derived: perLocation(Type.String(), 'Country name of each location.'),
  timezones_derived: never('Always null.'),
  lats_derived: perLocation(Type.Number(), 'Latitude of each location.'),
  lngs_derived: perLocation(Type.Number(), 'Longitude of each location.'),
  country: Type.Enum(COUNTRIES, { description: 'Country view.' }),
  apply_url: orNull(
    Type.String(),
    'Separate application link when the employer publishes one. Any text, as published.',
  ),
  work_arrangement: orNull(Type.Enum(WORK_ARRANGEMENTS), 'Where the work is done.'),
} satisfies TProperties

const DESCRIPTIONS = {
  description_text: Type.Optional(
    orNull(Type.String(), 'Plain-text description; only with the text description format.'),
  ),
  description_html: Type.Optional(
    orNull(
      Type.String(),
      'Original HTML description, not sanitised; only with the html description format.',
    ),
  ),
} satisfies TProperties

const fields = {
  id,
  ...LEADING_FIELDS,
  date_created: dateCreated,
  ...MIDDLE_FIELDS,
  ...DESCRIPTIONS,
  ...TRAILING_FIELDS,
  source_fields: Type.Optional(orNull(SourceFields, 'Only with the source-fields option.')),
} satisfies TProperties

/** A job of the feed of new jobs. */
export const Job = component(
  'Job',
  'A posting in one country view. A posting with locations in both countries is two jobs.',
  fields,
  JOB_EXAMPLE,
)

/** A job of the feed of modified jobs. */
export const ModifiedJob = component(
  'ModifiedJob',
  'A Job, and when it last changed. Replace the stored copy with the same `id`.',
  {
    ...fields,
    date_modified: Type.String({ format: 'date-time', description: 'When the job last changed.' }),
    modified_fields: never('Always null; compare with the stored copy.'),
  },
  { ...JOB_EXAMPLE, date_modified: '2026-11-20T15:02:44Z', modified_fields: null },
)

export const JOB_WITH_STATUS_EXAMPLE = {
  ...JOB_EXAMPLE,
  status: 'active',
  date_modified: null,
  date_removed: null,
}

/** A job of the search, single-job and changes endpoints. */
export const JobWithStatus = component(
  'JobWithStatus',
  'A Job, whether it still stands in the catalogue, and what became of it.',
  {
    ...fields,
    status: Type.Enum(JOB_STATUSES, {
      description: '`expired`: removed by the employer, or closed. `excluded`: not in the country.',
    }),
    date_modified: orNull(dateTime, 'When the job last changed; null when it never did.'),
    date_removed: orNull(dateTime, 'When the job left the catalogue; null while it is active.'),
  },
  JOB_WITH_STATUS_EXAMPLE,
)

export const SearchPage = component(
  'SearchPage',
  'A page of a search, and where the next one begins.',
  {
    jobs: Type.Array(JobWithStatus, { description: 'The jobs of the page, newest first.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `cursor` for the next page; null on the last page.',
    }),
  },
  { jobs: [JOB_WITH_STATUS_EXAMPLE], next_cursor: null },
)

export const JobCount = component(
  'JobCount',
  'How many jobs match.',
  { count: Type.Integer({ format: 'int32', minimum: 0, description: 'Jobs that match.' }) },
  { count: 151 },
)

/** The fields of a Job that depend on its posting alone. */
export const JobContent = Type.Object(
  { ...LEADING_FIELDS, ...MIDDLE_FIELDS, ...TRAILING_FIELDS },
  { additionalProperties: false },
)

export type JobContent = Static<typeof JobContent>

/** The arrangement of a job; a job that is marked remote is remote, unless it says otherwise. */
export function arrangementOf(
  content: Pick<JobContent, 'work_arrangement' | 'location_type'>,
): WorkArrangement | undefined {
  const isRemote = content.location_type === 'TELECOMMUTE'
  return content.work_arrangement ?? (isRemote ? 'remote' : undefined)
}
