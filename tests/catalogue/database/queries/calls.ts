import { sql } from 'drizzle-orm'
import type { Database } from '../../../../src/catalogue/database/client/connection'
import { toStatement } from '../../../../src/catalogue/database/client/drizzle'
import { readCounters } from '../../../../src/catalogue/database/queries/change-counters'
import { countActiveJobs } from '../../../../src/catalogue/database/queries/count-active-jobs'
import { countFacets } from '../../../../src/catalogue/database/queries/count-facets'
import { countJobs } from '../../../../src/catalogue/database/queries/count-jobs'
import { countUpTo } from '../../../../src/catalogue/database/queries/count-up-to'
import { findGeneration } from '../../../../src/catalogue/database/queries/find-generation'
import {
  findJob,
  findNewestId,
  findRemoval,
} from '../../../../src/catalogue/database/queries/find-job'
import { findJobs } from '../../../../src/catalogue/database/queries/find-jobs'
import { findChangesOf, findEarlier } from '../../../../src/catalogue/database/queries/find-life'
import {
  findPosition,
  runPositioned,
} from '../../../../src/catalogue/database/queries/find-position'
import { findServerState } from '../../../../src/catalogue/database/queries/find-server-state'
import { hashDescriptions } from '../../../../src/catalogue/database/queries/hash-descriptions'
import { listExpiredIds } from '../../../../src/catalogue/database/queries/list-expired-ids'
import { measureCatalogue } from '../../../../src/catalogue/database/queries/measure-catalogue'
import {
  findOrganizationList,
  renewOrganizationList,
} from '../../../../src/catalogue/database/queries/organization-list'
import { readChanges } from '../../../../src/catalogue/database/queries/read-changes'
import { searchByPay } from '../../../../src/catalogue/database/queries/search-by-pay'
import { findLastRepost, searchJobs } from '../../../../src/catalogue/database/queries/search-jobs'
import {
  countDays,
  countRegions,
  countSources,
} from '../../../../src/catalogue/database/queries/statistics'
import { renewVocabulary } from '../../../../src/catalogue/database/queries/vocabulary'
import type { JobFilter } from '../../../../src/catalogue/job-filter'
import { parsePlaces } from '../../../../src/text/search/places/parse-places'
import { parseAdvanced } from '../../../../src/text/search/reading/parse-advanced'
import { MONTH_MS } from '../../../../src/values/window'
import { plain as parsePlain } from '../../../support/plain'

const FROM = new Date('2026-01-14T10:00:00Z')
export const TO = new Date('2026-01-15T10:00:00Z')
const WINDOW = { from: FROM, to: TO }
const MONTH_AGO = new Date(TO.getTime() - MONTH_MS)

export const EVERY: JobFilter = { countries: ['CA', 'US'] }

const NURSE = { kind: 'phrase', words: ['nurse'], prefix: false } as const
const PHRASE = parsePlain('nurse "night shift"')
const PAIR = parsePlain('"of the"')

/** Every member of a filter at once. */
const ALL: Required<Omit<JobFilter, 'notices'>> = {
  countries: ['US'],
  title: parsePlain('nurse -"night shift"'),
  fullText: parseAdvanced('data <3> eng:*'),
  organizationName: parseAdvanced('!acme'),
  places: { kind: 'names', tree: parsePlaces('Ontario OR Que* -Toronto').tree },
  organizations: ['Smith, Jones', 'O"Neil'],
  excludedOrganizations: ['Acme'],
  sources: ['lever'],
  excludedSources: ['workday'],
  posted: { from: FROM, to: undefined },
  created: WINDOW,
  modified: { from: undefined, to: TO },
  hasSalary: true,
  isRemote: false,
  hasLocation: true,
  employmentTypes: ['FULL_TIME', 'INTERN'],
  arrangements: ['hybrid', 'onsite'],
  pay: { kinds: ['CAD HOUR', 'USD HOUR'], atLeast: 45 },
  placeTerms: ['region:on', 'city:toronto,on'],
  ids: [1n, 9_007_199_254_740_993n],
}

const page = { limit: 100, offset: 200 }
const feed = { filter: EVERY, page, parts: {}, isModified: false }
const search = { filter: EVERY, lastRepost: 7n, after: undefined, limit: 100, parts: {} }
const PAID: JobFilter = { ...EVERY, pay: { kinds: ['CAD HOUR'], atLeast: 20 } }
const byPay = { filter: PAID, after: undefined, limit: 100, parts: {} }
const log = { country: 'CA', since: 12n, limit: 500, parts: { sourceFields: true } } as const

/** What each query is asked, by the name of its file. */
export const CALLS: Record<string, Record<string, (database: Database) => Promise<unknown>>> = {
  'change-counters': { all: readCounters },
  'count-active-jobs': { 'the first': (queries) => countActiveJobs(queries) },
  'count-facets': {
    'every filter': (queries) => countFacets(queries, ALL, MONTH_AGO),
    'a sample': (queries) => countFacets(queries, EVERY, MONTH_AGO),
  },
  'count-jobs': {
    'listed jobs': (queries) =>
      countJobs(queries, { ...EVERY, created: WINDOW }, { withExpired: true }),
    'every filter': (queries) => countJobs(queries, ALL, { withExpired: false }),
    phrase: (queries) => countJobs(queries, { ...EVERY, title: PHRASE }, { withExpired: false }),
    'phrase of common words': (queries) =>
      countJobs(queries, { ...EVERY, fullText: PAIR }, { withExpired: false }),
    'exclusion of common words': (queries) =>
      countJobs(
        queries,
        { ...EVERY, fullText: parsePlain('-"of the work"'), created: { from: MONTH_AGO, to: TO } },
        { withExpired: true },
      ),
  },
  'find-job': {
    one: (queries) => findJob(queries, 9_007_199_254_740_993n),
    'the removal of a job': (queries) => findRemoval(queries, 7n),
    'the id of the newest job': (queries) => findNewestId(queries),
  },
  'find-jobs': {
    'newest first': (queries) => findJobs(queries, feed),
    'by id': (queries) => findJobs(queries, { ...feed, page: { limit: 2, cursor: 5n } }),
    'with all parts': (queries) =>
      findJobs(queries, { ...feed, parts: { description: 'both', sourceFields: true } }),
    'last change first': (queries) =>
      findJobs(queries, {
        ...feed,
        filter: { ...EVERY, modified: WINDOW },
        page: { limit: 100 },
        isModified: true,
      }),
    phrase: (queries) => findJobs(queries, { ...feed, filter: { ...EVERY, title: PHRASE } }),
    'phrase of common words': (queries) =>
      findJobs(queries, { ...feed, filter: { ...EVERY, fullText: PAIR } }),
    'locations in turn': (queries) =>
      findJobs(queries, {
        ...feed,
        filter: { ...EVERY, places: { kind: 'each', tree: parseAdvanced('toronto & !quebec') } },
      }),
  },
  'count-up-to': {
    'titles and texts': (queries) => {
      const phrase = { kind: 'phrase', words: ['nurse'], prefix: false } as const
      return countUpTo(queries, [
        { filter: { countries: ['CA'], title: phrase }, limit: 100 },
        { filter: { countries: ['CA', 'US'], fullText: phrase }, limit: 100 },
      ])
    },
    'values of every kind': (queries) =>
      countUpTo(queries, [
        { value: { kind: 'word', field: 'title', phrase: NURSE } },
        { value: { kind: 'word', field: 'text', phrase: { ...NURSE, prefix: true } } },
        { value: { kind: 'word', field: 'employer', phrase: NURSE } },
        { value: { kind: 'word', field: 'place', phrase: NURSE } },
        { value: { kind: 'place', place: { kind: 'place', terms: ['toronto'], prefix: false } } },
        { value: { kind: 'employer', name: 'Smith, Jones' } },
        { value: { kind: 'source', name: 'lever' } },
      ]),
  },
  'find-generation': { all: findGeneration },
  'find-life': {
    'the changes of a job': (queries) => findChangesOf(queries, 7n),
    'earlier postings': (queries) => findEarlier(queries, 9_007_199_254_740_993n),
  },
  'find-position': {
    all: findPosition,
    'beside a statement': (queries) =>
      runPositioned(queries, toStatement(sql`select id from jobs where id = ${7}`)),
  },
  'find-server-state': { all: findServerState },
  'hash-descriptions': { 'two jobs': (queries) => hashDescriptions(queries, [7n, 8n]) },
  'list-expired-ids': {
    'both countries': (queries) => listExpiredIds(queries, ['CA', 'US'], WINDOW),
  },
  'measure-catalogue': { all: measureCatalogue },
  'read-changes': { 'a page': (queries) => readChanges(queries, log) },
  'organization-list': {
    all: findOrganizationList,
    'when there is none': (queries) => renewOrganizationList(queries, { now: TO, maxAgeMs: 1000 }),
  },
  'search-jobs': {
    'the last repost': findLastRepost,
    'the first page': (queries) => searchJobs(queries, search),
    phrase: (queries) => searchJobs(queries, { ...search, filter: { ...EVERY, title: PHRASE } }),
    'phrase of common words': (queries) =>
      searchJobs(queries, { ...search, filter: { ...EVERY, fullText: PAIR } }),
    'after a date': (queries) =>
      searchJobs(queries, { ...search, after: { id: 5n, datePosted: FROM } }),
    'after a job without a date': (queries) =>
      searchJobs(queries, { ...search, after: { id: 5n, datePosted: null } }),
  },
  'search-by-pay': {
    'the first page': (queries) => searchByPay(queries, byPay),
    phrase: (queries) => searchByPay(queries, { ...byPay, filter: { ...PAID, title: PHRASE } }),
    'after a job': (queries) => searchByPay(queries, { ...byPay, after: { payTop: 31.5, id: 5n } }),
  },
  statistics: {
    'days of a month': (queries) => countDays(queries, MONTH_AGO),
    regions: countRegions,
    sources: countSources,
  },
  vocabulary: {
    'when there is none': (queries) => renewVocabulary(queries, { now: TO, maxAgeMs: 1000 }),
  },
}
