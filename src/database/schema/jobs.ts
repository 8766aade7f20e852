import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { instant, tsvector } from './columns'

/**
 * One narrow row a job: what filters, orders and windows read. What clients receive is in `job_documents`.
 * `employment_types` has bit i set for element i of `EMPLOYMENT_TYPES`; `places` holds the ids of the terms of
 * `places` that the job's locations answer to.
 *
 * No table has a foreign key to this one: the one writer adds the rows of a job to all of them in one transaction
 * and never takes any away, and the checks would cost a tenth of every import.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: bigint({ mode: 'bigint' }).primaryKey().generatedByDefaultAsIdentity(),
    dateCreated: instant().notNull(),
    datePosted: instant(),
    dateModified: instant(),
    dateRemoved: instant(),
    employmentTypes: smallint().notNull(),
    isRemote: boolean().notNull(),
    hasSalary: boolean().notNull(),
    hasLocation: boolean().notNull(),
    country: text().notNull(),
    status: text().notNull(),
    source: text().notNull(),
    sourceSlug: text(),
    organization: text(),
    places: integer().array().notNull(),
    titleWords: tsvector().notNull(),
    organizationWords: tsvector().notNull(),
    textWords: tsvector().notNull(),
  },
  (job) => {
    const active = sql`${job.status} = 'active'`
    return [
      check('jobs_country', sql`${job.country} in ('CA', 'US')`),
      check('jobs_status', sql`${job.status} in ('active', 'expired', 'excluded')`),
      check('jobs_removed', sql`(${job.status} = 'active') = (${job.dateRemoved} is null)`),
      index('jobs_newest').on(job.datePosted.desc(), job.id.desc().nullsFirst()).where(active),
      index('jobs_created').on(job.dateCreated, job.country, job.status),
      index('jobs_modified')
        .on(job.dateModified.desc().nullsFirst(), job.id.desc().nullsFirst())
        .where(sql`${active} and ${job.dateModified} is not null`),
      index('jobs_removed_at')
        .on(job.dateRemoved, job.country, job.id)
        .where(sql`${job.status} <> 'active'`),
      index('jobs_organization').on(job.organization).where(active),
      index('jobs_places').using('gin', job.places),
      index('jobs_title_words').using('gin', job.titleWords),
      index('jobs_organization_words').using('gin', job.organizationWords),
      index('jobs_text_words').using('gin', job.textWords),
    ]
  },
)
