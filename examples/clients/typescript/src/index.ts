import {
  areIds,
  type Check,
  isChangesPage,
  isCount,
  isFeedPage,
  isJob,
  isList,
  isSearchPage,
  PAGE,
} from './checks.js'
import { type ConnectionOptions, connect, type Parameters } from './connection.js'
import { CatalogueError, CatalogueRestored } from './errors.js'
import type { components, operations } from './interface.js'

export type { ConnectionOptions, Notice } from './connection.js'
export { CatalogueError, CatalogueRestored, UnexpectedAnswer } from './errors.js'

type Schemas = components['schemas']
export type Job = Schemas['Job']
export type JobWithStatus = Schemas['JobWithStatus']
export type ModifiedJob = Schemas['ModifiedJob']
export type Change = Schemas['Change']
export type Organization = Schemas['Organization']
export type Stats = Schemas['Stats']
export type Country = Stats['country']

/** The parameters of an operation of the interface, without those that the client sends itself. */
type Query<Name extends keyof operations, Own extends string = never> = Omit<
  NonNullable<operations[Name]['parameters']['query']>,
  Own
>

/** What the jobs of a copy carry. */
export type Content = Pick<Query<'getChanges'>, 'description' | 'source_fields'>

/** Where a copy of a country stands. Store it in the transaction that stores the jobs; it is plain JSON. */
export interface Checkpoint {
  country: Country
  /** The last number of the change log that is in the copy. */
  since: number
  generation: string
  /** Whether the copy has all that the catalogue had in this generation. */
  isLevel: boolean
}

export type Catalogue = ReturnType<typeof openCatalogue>

/**
 * A catalogue and its operations. Each one waits as long as the catalogue asks it to (429, 503), asks again after an
 * answer that did not arrive, and throws `CatalogueError` when `patienceMs` have passed or the request is wrong,
 * and `UnexpectedAnswer` when the answer is not as documented. What is
 * read with `for await` is asked for page by page: stop reading, and no further page is asked for or billed.
 */
export function openCatalogue(options: ConnectionOptions) {
  const get = connect(options)

  /** The body of an answer. */
  async function read<Body>(path: string, query: Parameters = {}, check?: Check): Promise<Body> {
    return (await get<Body>(path, query, check)).body
  }

  /** The jobs of a feed, all pages. Its cursor is the last id of a page; a page that is not full is the last one. */
  async function* walk<Listed extends Job>(path: string, query: Parameters, generation?: string) {
    let known = generation
    for (let cursor = 0; ; ) {
      const page = await get<Listed[]>(path, { ...query, limit: PAGE, cursor }, isFeedPage(cursor))
      known = sameGeneration(known, page.generation)
      yield* page.body
      const last = page.body.at(-1)
      if (last === undefined || page.body.length < PAGE) return
      cursor = last.id
    }
  }

  /** The pages of a search. */
  async function* pages(query: Parameters) {
    const check = isSearchPage(query, new Set())
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await get<Schemas['SearchPage']>('/v1/jobs', { ...query, cursor }, check)
      yield page
      cursor = page.body.next_cursor
    }
  }

  return {
    /** The active jobs of a country that match, newest first. `limit` is the size of a page. */
    async *jobs(query: Query<'getJobs', 'cursor'> = {}): AsyncGenerator<JobWithStatus, void> {
      for await (const { body } of pages(query)) yield* body.jobs
    },

    /** A job, also one that has left; null when there is none with this id. */
    async job(id: number): Promise<JobWithStatus | null> {
      return read<JobWithStatus>(`/v1/jobs/${id}`, {}, isJob).catch((error: unknown) => {
        if (error instanceof CatalogueError && error.status === 404) return null
        throw error
      })
    },

    /** The jobs that were collected in the time frame. Throws `CatalogueRestored` when an answer is not of `generation`. */
    activeAts: (
      query: Query<'getActiveAts', 'cursor' | 'limit' | 'offset'> = {},
      generation?: string,
    ) => walk<Job>('/v1/active-ats', query, generation),

    /** How many jobs `activeAts` has. */
    async activeAtsCount(query: Query<'getActiveAtsCount'> = {}): Promise<number> {
      return (await read<Schemas['JobCount']>('/v1/active-ats-count', query, isCount)).count
    },

    /** The jobs that changed. Throws as `activeAts` does. */
    modifiedAts: (
      query: Query<'getModifiedAts', 'cursor' | 'limit' | 'offset'> = {},
      generation?: string,
    ) => walk<ModifiedJob>('/v1/modified-ats', query, generation),

    /** The ids of jobs that left in the time frame. */
    expiredAts: (query: Query<'getExpiredAts'> = {}) =>
      read<number[]>('/v1/expired-ats', query, areIds),

    /** The employers. */
    organizations: (query: Query<'getAtsOrganizations', 'format'> = {}) =>
      read<Organization[]>('/v1/ats-organizations', query, isList),

    stats: (country: Country) => read<Stats>('/v1/stats', { country }),

    /** The number of the catalogue's generation, to store with a copy that is made with the feeds. */
    generation: async () => (await get('/v1/stats', {})).generation,

    /**
     * All active jobs of a country, in pages. Store them in a copy beside the one in use, and put it in its place, with
     * the checkpoint of its pages, after the last one. Throws `CatalogueRestored`: begin again.
     */
    async *snapshot(country: Country, content: Content = {}) {
      // The end of the change log first: what changes while the jobs are read is read from there afterwards.
      const start = await get<Schemas['ChangesPage']>(
        '/v1/changes',
        { country, limit: 1 },
        isChangesPage({ country, since: 0, limit: 1 }),
      )
      const { generation } = start
      const checkpoint: Checkpoint = {
        country,
        since: start.body.latest_seq,
        generation,
        isLevel: false,
      }
      for await (const page of pages({ ...content, country, limit: PAGE })) {
        sameGeneration(generation, page.generation)
        yield { jobs: page.body.jobs, checkpoint }
      }
    },

    /**
     * The events after a checkpoint, in pages, until there are no more. Store each page with its checkpoint. Throws
     * `CatalogueRestored` when the copy may have what the catalogue lost: fill it again with `snapshot`.
     */
    async *changes({ country, ...checkpoint }: Checkpoint, content: Content = {}) {
      for (let { since, generation, isLevel } = checkpoint, more = true; more; ) {
        const query = { ...content, country, since, limit: PAGE }
        const page = await get<Schemas['ChangesPage']>('/v1/changes', query, isChangesPage(query))
        // An event shows the job as it is now. A copy that was behind may have content that the catalogue lost.
        if (!isLevel) sameGeneration(generation, page.generation)
        more = page.body.more
        ;[since, generation, isLevel] = [page.body.next_since, page.generation, !more]
        const reached: Checkpoint = { country, since, generation, isLevel }
        yield { events: page.body.events, checkpoint: reached }
      }
    },
  }
}

/** The generation of an answer. Throws unless it is the one that is known. */
function sameGeneration(known: string | undefined, generation: string): string {
  if (known === undefined || known === generation) return generation
  throw new CatalogueRestored(
    `the catalogue is of generation ${generation}, the copy of ${known}: fill it again`,
  )
}
