import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { COUNTRIES } from '../values/country'
import {
  EMPLOYMENT_TYPES,
  JOB_STATUSES,
  PAY_UNITS,
  SOURCE_TYPES,
  WORK_ARRANGEMENTS,
} from '../values/vocabulary'
import { JOB_EXAMPLE } from './job-example'
import { Place } from './place'

const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const never = (description: string) => Type.Null({ description })

/** A date-time as clients see it, as text; `values/instant` writes it. */
const dateTime = Type.String({ format: 'date-time' })

const texts = Type.Array(Type.String())

/** One element a location, so that the lists can be read side by side; null where it is not known. */
const perLocation = <Schema extends TSchema>(schema: Schema, description: string) =>
  orNull(Type.Array(Type.Union([schema, Type.Null()])), description)

const QuantitativeValue = Type.Object(
  {
    '@type': Type.Literal('QuantitativeValue'),
    minValue: Type.Optional(Type.Number()),
    maxValue: Type.Optional(Type.Number()),
    value: Type.Optional(Type.Number()),
    unitText: Type.Enum(PAY_UNITS),
  },
  { additionalProperties: false },
)

export const MonetaryAmount = Type.Object(
  {
    '@type': Type.Literal('MonetaryAmount'),
    currency: Type.String(),
    value: QuantitativeValue,
  },
  {
    $id: 'MonetaryAmount',
    additionalProperties: false,
    description:
      'Pay as the employer published it, a schema.org MonetaryAmount. It is never estimated.',
  },
)

export const SourceFields = Type.Object(
  {
    version: Type.Unknown(),
    fields: Type.Record(
      Type.String(),
      Type.Object({ value: Type.Unknown(), source_path: Type.Unknown() }),
    ),
  },
  { $id: 'SourceFields', description: 'Values exactly as the employer published them.' },
)

const id = Type.Unsafe<bigint>({
  type: 'integer',
  format: 'int64',
  description: 'Stable job id. Matches the ids returned by the expired feed.',
})

const dateCreated = Type.String({
  format: 'date-time',
  description: 'When the service first collected the job. Used for incremental syncs.',
})

/** The fields that follow from the posting, in the order of the document, up to `date_created`. */
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

/** What the new-jobs feed returns. */
export const Job = Type.Object(fields, {
  $id: 'Job',
  additionalProperties: false,
  description:
    'A posting in one country view. A posting with locations in both countries is two jobs.',
  examples: [JOB_EXAMPLE],
})

/** What the modified-jobs feed returns. */
export const ModifiedJob = Type.Object(
  {
    ...fields,
    date_modified: Type.String({ format: 'date-time', description: 'When the job last changed.' }),
    modified_fields: never('Always null; compare with the stored copy.'),
  },
  {
    $id: 'ModifiedJob',
    additionalProperties: false,
    description: 'A Job, and when it last changed. Replace the stored copy with the same `id`.',
    examples: [{ ...JOB_EXAMPLE, date_modified: '2026-11-20T15:02:44Z', modified_fields: null }],
  },
)

/** What the search, single-job and changes endpoints return: a job with where it stands. */
export const JobWithStatus = Type.Object(
  {
    ...fields,
    status: Type.Enum(JOB_STATUSES, {
      description: '`expired`: removed by the employer, or closed. `excluded`: not in the country.',
    }),
    date_modified: orNull(dateTime, 'When the job last changed; null when it never did.'),
    date_removed: orNull(dateTime, 'When the job left the catalogue; null while it is active.'),
  },
  {
    $id: 'JobWithStatus',
    additionalProperties: false,
    description: 'A Job, whether it still stands in the catalogue, and what became of it.',
    examples: [{ ...JOB_EXAMPLE, status: 'active', date_modified: null, date_removed: null }],
  },
)

/** The fields of a Job that follow from its posting alone. */
export const JobContent = Type.Object(
  { ...LEADING_FIELDS, ...MIDDLE_FIELDS, ...TRAILING_FIELDS },
  { additionalProperties: false },
)

export type JobContent = Static<typeof JobContent>
