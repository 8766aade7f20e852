import { createHash } from 'node:crypto'
import Type, { type Static, type TSchema } from 'typebox'
import { JOB_STATUSES, REMOVAL_EVENTS } from '../../values/change-events'
import { COUNTRIES } from '../../values/country'
import { canonicalSource } from '../../values/source'
import {
  EMPLOYMENT_TYPES,
  PAY_UNITS,
  SOURCE_TYPES,
  WORK_ARRANGEMENTS,
} from '../../values/vocabulary'

/** Optional, and `null` means the same as absent. */
export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const closed = { additionalProperties: false }

/** PostgreSQL text cannot hold NUL; a blank text is refused too. */
const line = (maxLength: number) =>
  Type.String({
    maxLength,
    pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
    expected: `a text of 1 to ${maxLength} characters, not blank and without NUL`,
  })

export const MAX_DESCRIPTION_LENGTH = 1_000_000
export const MAX_LOCATIONS = 1000

const instant = Type.String({
  format: 'instant',
  expected: 'a date-time such as 2026-11-20T13:00:00Z',
})

const PublishedPlace = Type.Object(
  {
    '@type': Type.Optional(Type.Literal('Place')),
    address: Type.Optional(
      Type.Object(
        {
          '@type': Type.Optional(Type.Literal('PostalAddress')),
          addressLocality: nullable(line(200)),
          addressRegion: nullable(line(200)),
          addressCountry: nullable(line(200)),
          postalCode: nullable(line(50)),
        },
        closed,
      ),
    ),
    latitude: nullable(Type.Number({ minimum: -90, maximum: 90 })),
    longitude: nullable(Type.Number({ minimum: -180, maximum: 180 })),
  },
  closed,
)

const amount = Type.Number({ minimum: 0 })

const MonetaryAmount = Type.Object(
  {
    '@type': Type.Optional(Type.Literal('MonetaryAmount')),
    currency: Type.String({ pattern: '^[A-Z]{3}$', expected: 'a currency code such as CAD' }),
    value: Type.Object(
      {
        '@type': Type.Optional(Type.Literal('QuantitativeValue')),
        minValue: nullable(amount),
        maxValue: nullable(amount),
        value: nullable(amount),
        unitText: Type.Enum(PAY_UNITS),
      },
      closed,
    ),
  },
  closed,
)

const SourceFields = Type.Object(
  {
    version: Type.Unknown(),
    fields: Type.Record(
      Type.String(),
      Type.Object({ value: Type.Unknown(), source_path: Type.Unknown() }, closed),
    ),
  },
  closed,
)

/** The past of a posting that an archive restores: its instants, and how it was removed. */
const History = Type.Object(
  {
    date_created: Type.Optional(instant),
    date_modified: nullable(instant),
    date_removed: nullable(instant),
    status: nullable(Type.Enum(JOB_STATUSES)),
  },
  closed,
)

const identity = {
  source: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
    expected: 'a source system such as greenhouse',
  }),
  source_slug: nullable(line(200)),
  external_id: Type.Optional(line(2000)),
}

/** The identifying members of a line; any other members are allowed. */
export const Identity = Type.Object({ ...identity, url: Type.Optional(line(2000)) })

/** A line of an import file with the present content of a posting. */
export const Posting = Type.Object(
  {
    ...identity,
    title: line(1000),
    url: line(2000),
    organization: nullable(line(500)),
    apply_url: nullable(line(4000)),
    source_type: Type.Optional(Type.Enum(SOURCE_TYPES)),
    date_posted: nullable(instant),
    date_valid_through: nullable(instant),
    locations: nullable(Type.Array(PublishedPlace, { maxItems: MAX_LOCATIONS })),
    countries: nullable(Type.Array(Type.Enum(COUNTRIES))),
    location_type: nullable(Type.Literal('TELECOMMUTE')),
    work_arrangement: nullable(Type.Enum(WORK_ARRANGEMENTS)),
    salary: nullable(MonetaryAmount),
    employment_type: nullable(Type.Array(Type.Enum(EMPLOYMENT_TYPES))),
    description_html: nullable(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH })),
    description_text: nullable(Type.String({ maxLength: MAX_DESCRIPTION_LENGTH })),
    source_fields: nullable(SourceFields),
    history: Type.Optional(History),
  },
  closed,
)

export type Posting = Static<typeof Posting>

/** A line of an import file that removes a posting. It may have the members of a posting; they are ignored. */
export const Removal = Type.Object(
  {
    ...Type.Partial(Posting).properties,
    ...identity,
    status: Type.Enum(REMOVAL_EVENTS),
    history: Type.Optional(Type.Object({ date_removed: instant }, closed)),
  },
  closed,
)

export type Removal = Static<typeof Removal>

export interface PostingIdentity {
  /** A UUID: hash of source, source slug and external id. */
  key: string
  /** `source/source_slug`, the employer's board. */
  board: string
}

interface IdentifyingMembers {
  source: string
  source_slug?: string | null
  external_id?: string
  url?: string
}

/** The identity of a posting; its url replaces a missing external id. */
export function postingIdentity(posting: IdentifyingMembers): PostingIdentity {
  const source = canonicalSource(posting.source)
  const slug = posting.source_slug ?? null
  const identity = JSON.stringify([source, slug, posting.external_id ?? posting.url])
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 32)
  return {
    key: digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    board: `${source}/${slug ?? ''}`,
  }
}

/** The board of `source/slug`, with aliases of the source resolved. */
export function boardName(text: string): string {
  const slash = text.indexOf('/')
  return slash === -1 ? text : `${canonicalSource(text.slice(0, slash))}${text.slice(slash)}`
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
