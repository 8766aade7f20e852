import {
  bigint,
  customType,
  doublePrecision,
  jsonb,
  pgSchema,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

const instant = () => timestamp({ withTimezone: true, mode: 'date' })

/** The rival's table as Drizzle sees it; `tables.sql` makes it. */
export const jobs = pgSchema('rival').table('jobs', {
  id: bigint({ mode: 'number' }).primaryKey(),
  title: text().notNull(),
  organization: text(),
  datePosted: instant(),
  dateCreated: instant().notNull(),
  dateModified: instant(),
  dateRemoved: instant(),
  dateValidThrough: instant(),
  status: text().notNull(),
  country: text().notNull(),
  locations: jsonb(),
  locationsAlt: text().array(),
  locationsDerived: text().array(),
  locationText: text().notNull(),
  locationType: text(),
  salary: jsonb(),
  employmentType: text().array(),
  url: text().notNull(),
  source: text().notNull(),
  sourceType: text().notNull(),
  sourceDomain: text(),
  sourceSlug: text(),
  citiesDerived: text().array(),
  regionsDerived: text().array(),
  countriesDerived: text().array(),
  latsDerived: doublePrecision().array(),
  lngsDerived: doublePrecision().array(),
  applyUrl: text(),
  workArrangement: text(),
  descriptionText: text(),
  descriptionHtml: text(),
  sourceFields: jsonb(),
  titleSearch: tsvector().generatedAlwaysAs(''),
  organizationSearch: tsvector().generatedAlwaysAs(''),
  locationSearch: tsvector().generatedAlwaysAs(''),
  search: tsvector().generatedAlwaysAs(''),
})
