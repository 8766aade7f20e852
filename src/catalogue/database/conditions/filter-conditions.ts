import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { hasPair } from '../../../text/search/index/pair-terms'
import type { SearchTree } from '../../../text/search/search-tree'
import { COUNTRIES } from '../../../values/country'
import type { JobFilter } from '../../job-filter'
import type { Queries } from '../client/drizzle'
import { anyOf, every } from '../client/operators'
import { ACTIVE_JOBS, fetched, jobs } from '../schema/jobs'
import { outdatedIndexVersion } from '../words/index-version'
import { columnConditions } from './column-conditions'
import type { TermOptions } from './needed-terms'
import { excludedOnly } from './negation'
import { placeConditions } from './place-conditions'
import { type TextCondition, textCondition, wholeText } from './search-condition'

/**
 * The SQL condition of a filter, in parts. A job matches if it meets `country`, `dates`, `plain`, and
 * `searched`. A query that begins at the indexes has `indexed` and `unindexed` in place of `searched`.
 */
export interface FilterCondition {
  country: SQL | undefined
  dates: SQL | undefined
  /** Other values of few kinds, which many jobs have. */
  plain: SQL | undefined
  /** Texts, places, employers and ids, checked job by job. */
  searched: SQL | undefined
  /** The part of `searched` that indexes answer. */
  indexed: SQL | undefined
  /** The part of `searched` for which PostgreSQL reads the words of the jobs that the indexes find. */
  unindexed: SQL | undefined
  /** `indexed`, checked job by job. */
  terms: SQL | undefined
  /** Whether `searched` reads descriptions, which are stored out of line. */
  readsText: boolean
  /** Whether texts, places or employers are asked for, which may occur in few jobs or in none together. */
  isSearch: boolean
}

/** What the condition of a filter needs from the database. */
export interface ConditionContext extends TermOptions {
  /** The conditions of the filter's places. */
  places: readonly SQL[]
}

/**
 * Reads the context of a filter's condition from the database. Pair terms are used only if the
 * current analyzer version made the whole index. Until a reindex ends, PostgreSQL checks phrases in
 * the words of each job.
 */
export async function conditionContext(
  queries: Queries,
  filter: JobFilter,
): Promise<ConditionContext> {
  const asksPairs = filter.fullText !== undefined && hasPair(filter.fullText)
  const [places, outdated] = await Promise.all([
    placeConditions(queries, filter),
    asksPairs ? outdatedIndexVersion(queries) : undefined,
  ])
  return { places, pairs: asksPairs && outdated === undefined }
}

export function filterCondition(filter: JobFilter, context: ConditionContext): FilterCondition {
  const texts = [
    textOf(jobs.titleWords, filter.title),
    textOf(jobs.textWords, filter.fullText, fetched(jobs.textWords), context),
    textOf(jobs.organizationWords, filter.organizationName),
  ]
  const employers = filter.organizations && anyOf(jobs.organization, filter.organizations)
  const others = [...context.places, employers, filter.ids && anyOf(jobs.id, filter.ids)]
  const isText = texts.some((text) => text !== undefined)
  return {
    country:
      filter.countries.length < COUNTRIES.length
        ? inArray(jobs.country, [...filter.countries])
        : undefined,
    ...columnConditions(filter),
    searched: and(...texts.map((text) => text?.whole), ...others),
    indexed: and(...texts.map((text) => text?.indexed), ...others),
    unindexed: and(...texts.map((text) => text?.unindexed)),
    terms: and(...texts.map((text) => text?.terms), ...others),
    readsText: filter.fullText !== undefined,
    // At most a thousand ids: the primary key finds them.
    isSearch:
      filter.ids === undefined && (isText || context.places.length > 0 || employers !== undefined),
  }
}

/**
 * The condition that a text of a job matches a tree. Jobs without a word are all active jobs except the ones that the index
 * finds with it; otherwise PostgreSQL would read the words of every job.
 */
function textOf(
  column: PgColumn,
  tree: SearchTree | undefined,
  indexedColumn: SQLWrapper = column,
  options?: TermOptions,
): (TextCondition & { whole: SQL; terms: SQL | undefined }) | undefined {
  if (tree === undefined) return undefined
  const whole = wholeText(column, tree, options)
  const excluded = excludedOnly(tree)
  if (excluded === undefined) {
    const text = textCondition(indexedColumn, tree, options)
    const inRow = indexedColumn === column ? text : textCondition(column, tree, options)
    return { whole, terms: inRow.indexed, ...text }
  }
  const { indexed, unindexed } = textCondition(indexedColumn, excluded, options)
  // The inner query has no other name for its jobs.
  return {
    whole,
    terms: whole,
    indexed: sql`not exists (select from (select ${jobs.id} as other from ${ACTIVE_JOBS} where ${and(indexed, unindexed)})
      as excluded where other = ${jobs.id})`,
  }
}

/** The whole condition, checked job by job. */
export function wholeCondition({ country, dates, plain, searched }: FilterCondition): SQL {
  return every(country, dates, plain, searched)
}
