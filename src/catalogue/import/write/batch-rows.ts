import { eq, sql } from 'drizzle-orm'
import type { RemovalEvent } from '../../../values/change-events'
import type { Transaction } from '../../database/client/connection'
import { anyOf } from '../../database/client/operators'
import { rowsOf } from '../../database/client/rows'
import { keepInstant } from '../../database/history/writer-clock'
import { EMPTY_WORDS, keptWords, wordsHorizon } from '../../database/schema/dropped-words'
import {
  activeJobs,
  jobDocuments,
  jobIds,
  jobs,
  postings,
  reposts,
} from '../../database/schema/jobs'
import { documentHead, documentTail } from '../../resources/job-document'
import type { JobView } from '../job/job-view'
import type { BatchLine, JobRemoval, PostingHistory } from './batch-line'
import { appendChanges, type Change } from './change-log'
import type { KnownJob } from './decide'
import { PlaceIds } from './place-dictionary'

/** A job to insert or rewrite, with its line and its view of the posting. */
interface JobRow {
  id: bigint
  line: BatchLine
  view: JobView
  dateCreated: Date
  dateModified: Date | null
  /** Set for a removed job that an archive restores; such a job never is the active one of its posting. */
  removed: JobRemoval | undefined
}

/** The rows of one transaction, collected line by line and written together, by statements that take arrays. */
export class BatchRows {
  readonly changes: Change[] = []
  private readonly horizon: Date
  private readonly created: JobRow[] = []
  private readonly rewritten: JobRow[] = []
  private readonly lineHashes: { jobId: bigint; lineHash: string }[] = []
  private readonly removals: { id: bigint; status: RemovalEvent; dateRemoved: Date }[] = []
  private readonly reposts: { jobId: bigint; datePosted: Date | null }[] = []

  /** `ids` are for new jobs. */
  constructor(
    private readonly now: Date,
    private readonly ids: bigint[] = [],
  ) {
    this.horizon = wordsHorizon(now)
  }

  create(line: BatchLine, view: JobView): void {
    const id = this.ids.shift()
    if (id === undefined) throw new Error('too few ids were taken')
    const { dateModified = null, removed, ...history } = historyOf(line)
    // An archive may know only when a posting changed or was removed: it existed by then.
    const dateCreated = history.dateCreated ?? dateModified ?? removed?.removedAt ?? this.now
    this.created.push({ id, line, view, dateCreated, dateModified, removed })
    this.log(view.country, 'created', id, dateCreated)
    // An archive does not tell which fields changed.
    if (dateModified) this.log(view.country, 'updated', id, dateModified, [])
    if (removed) this.log(view.country, removed.event, id, removed.removedAt)
  }

  update(line: BatchLine, view: JobView, job: KnownJob, changed: string[]): void {
    const { jobId: id, dateCreated, datePosted } = job
    this.lineHashes.push({ jobId: id, lineHash: line.hash })
    if (changed.length === 0) return
    const history = historyOf(line)
    const dateModified = history.dateModified ?? history.removed?.removedAt ?? this.now
    this.rewritten.push({ id, line, view, dateCreated, dateModified, removed: undefined })
    // Searches in progress keep the order by `date_posted` that they began with.
    if (datePosted?.getTime() !== view.datePosted?.getTime()) {
      this.reposts.push({ jobId: id, datePosted })
    }
    this.log(view.country, 'updated', id, dateModified, changed)
  }

  remove({ jobId: id, country }: KnownJob, event: RemovalEvent, removedAt = this.now): void {
    this.removals.push({ id, status: event, dateRemoved: removedAt })
    this.log(country, event, id, removedAt)
  }

  /** The caller holds the writer lock. */
  async write(queries: Transaction, places = new PlaceIds(new Map())): Promise<void> {
    await this.insertReposts(queries)
    await this.deleteRewritten(queries)
    await this.copyJobs(queries, places)
    await this.copyPostings(queries)
    await this.updateLineHashes(queries)
    await this.removeJobs(queries)
    await appendChanges(queries, this.changes)
    await this.keepLastInstant(queries)
  }

  private async insertReposts({ run }: Transaction): Promise<void> {
    if (this.reposts.length === 0) return
    const { from } = rowsOf(reposts, ['jobId', 'datePosted'], this.reposts)
    await run(sql`insert into ${reposts} (job_id, date_posted) select * from ${from}`)
  }

  private async deleteRewritten({ db }: Transaction): Promise<void> {
    if (this.rewritten.length === 0) return
    const ids = this.rewritten.map(({ id }) => id)
    await db.delete(activeJobs).where(anyOf(activeJobs.id, ids))
    await db.delete(jobDocuments).where(anyOf(jobDocuments.jobId, ids))
  }

  private async copyJobs(queries: Transaction, places: PlaceIds): Promise<void> {
    const rows = [...this.created, ...this.rewritten]
    if (rows.length === 0) return
    await queries.copy(
      jobs,
      rows.map(({ id, view, dateCreated, dateModified, removed }) => ({
        ...view,
        id,
        dateCreated,
        dateModified,
        dateRemoved: removed?.removedAt ?? null,
        status: removed?.event ?? 'active',
        places: places.of(view.placeTerms),
        ...(removed && dateCreated < this.horizon && EMPTY_WORDS),
      })),
    )
    await queries.copy(
      jobDocuments,
      rows.map(({ id, view: { texts }, dateCreated }) => ({
        ...texts,
        jobId: id,
        head: documentHead(texts, id, dateCreated),
        tail: documentTail(texts),
      })),
    )
  }

  private async copyPostings(queries: Transaction): Promise<void> {
    if (this.created.length === 0) return
    await queries.copy(
      postings,
      this.created.map(({ id, line, view, removed }) => ({
        jobId: id,
        key: line.key,
        country: view.country,
        board: line.board,
        lineHash: line.hash,
        isActive: removed === undefined,
      })),
    )
  }

  private async updateLineHashes({ db }: Transaction): Promise<void> {
    if (this.lineHashes.length === 0) return
    const { from, row } = rowsOf(postings, ['jobId', 'lineHash'], this.lineHashes)
    await db
      .update(postings)
      .set({ lineHash: row.lineHash })
      .from(from)
      .where(eq(postings.jobId, row.jobId))
  }

  private async removeJobs({ db }: Transaction): Promise<void> {
    if (this.removals.length === 0) return
    const { from, row } = rowsOf(jobs, ['id', 'status', 'dateRemoved'], this.removals)
    await db
      .update(jobs)
      .set({ status: row.status, dateRemoved: row.dateRemoved, ...keptWords(jobs, this.horizon) })
      .from(from)
      .where(eq(jobs.id, row.id))
    const ids = this.removals.map(({ id }) => id)
    await db.update(postings).set({ isActive: false }).where(anyOf(postings.jobId, ids))
  }

  /** An archive may restore instants that are later than a clock which was set back. */
  private async keepLastInstant(queries: Transaction): Promise<void> {
    if (this.changes.length === 0) return
    const instants = this.changes.map(({ occurredAt }) => occurredAt.getTime())
    const last = instants.reduce((a, b) => Math.max(a, b), this.now.getTime())
    await keepInstant(queries, new Date(last))
  }

  private log(
    country: Change['country'],
    event: Change['event'],
    jobId: bigint,
    occurredAt: Date,
    changed: string[] | null = null,
  ): void {
    this.changes.push({ country, event, jobId, occurredAt, changed })
  }
}

function historyOf({ change }: BatchLine): PostingHistory {
  return change.kind === 'posting' && change.history !== undefined ? change.history : {}
}

/** Takes `count` ids for new jobs, ascending. */
export async function takeIds({ run }: Transaction, count: number): Promise<bigint[]> {
  if (count === 0) return []
  const rows = await run<{ id: bigint }>(
    sql`select nextval(${jobIds.seqName}) as id from generate_series(1, ${count}::integer)`,
  )
  return rows.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1))
}
