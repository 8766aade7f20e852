import { eq } from 'drizzle-orm'
import type { RemovalEvent } from '../../../values/change-events'
import { FIRST_MS } from '../../../values/instant'
import type { Queries } from '../../database/client/drizzle'
import { anyOf } from '../../database/client/operators'
import { jobs, postings } from '../../database/schema/jobs'
import { retention } from '../../database/schema/single-rows'
import type { JobView } from '../job/job-view'
import type { BatchLine, PostingHistory } from './batch-line'

/** A job of a posting, active or removed. */
export type KnownJob = Awaited<ReturnType<typeof findKnownJobs>>[number]

/** All jobs, active and removed, of the postings with these keys, oldest first. */
export async function findKnownJobs({ db }: Queries, keys: readonly string[]) {
  return await db
    .select({
      key: postings.key,
      country: postings.country,
      jobId: postings.jobId,
      lineHash: postings.lineHash,
      isActive: postings.isActive,
      dateCreated: jobs.dateCreated,
      datePosted: jobs.datePosted,
      dateModified: jobs.dateModified,
      dateRemoved: jobs.dateRemoved,
    })
    .from(postings)
    .innerJoin(jobs, eq(jobs.id, postings.jobId))
    .where(anyOf(postings.key, keys))
    .orderBy(postings.jobId)
}

/** Jobs that left before this instant may be pruned; undefined when no job was. */
export async function findPrunedBefore({ db }: Queries): Promise<Date | undefined> {
  const [row] = await db.select({ prunedBefore: retention.prunedBefore }).from(retention)
  return row?.prunedBefore ?? undefined
}

/** The effect of a line on the jobs of its posting, before contents are compared. */
export interface Decision {
  /** Views that become new jobs. */
  create: JobView[]
  /** Views with an active job, whose content may differ. */
  compare: { view: JobView; job: KnownJob }[]
  /** Jobs to remove, now or at an instant of the past. */
  remove: { job: KnownJob; event: RemovalEvent; removedAt: Date | undefined }[]
  /** The posting is in neither country and has no active job. */
  hasNoCountry: boolean
}

const NOTHING: Decision = { create: [], compare: [], remove: [], hasNoCountry: false }

/**
 * Compares a line with the known jobs of its posting; jobs that left before `prunedBefore` may be unknown. An archive's
 * line does not restore such a job: it may have been pruned.
 */
export function decide(
  { change, hash }: BatchLine,
  known: readonly KnownJob[],
  prunedBefore = new Date(FIRST_MS),
): Decision {
  const active = known.filter((job) => job.isActive)
  if (change.kind === 'removal') {
    const { event, removedAt } = change
    const removed = active.filter(
      (job) => removedAt === undefined || ends(removedAt, job, known, prunedBefore),
    )
    return { ...NOTHING, remove: removed.map((job) => ({ job, event, removedAt })) }
  }
  if (active.length > 0 && active.every((job) => job.lineHash === hash)) return NOTHING
  const views = change.views()
  const { history } = change
  const outside = active.filter(
    (job) => !views.some(({ country }) => country === job.country) && !isOutdated(history, job),
  )
  const decision: Decision = {
    create: [],
    compare: [],
    remove: outside.map((job) => ({ job, event: 'excluded', removedAt: lastInstant(history) })),
    hasNoCountry: views.length === 0 && active.length === 0,
  }
  for (const view of views) {
    const ofCountry = known.filter((job) => job.country === view.country)
    if (history !== undefined && ofCountry.some((job) => isRestored(history, job))) continue
    const job = ofCountry.find(({ isActive }) => isActive)
    if (job === undefined || isEarlierJob(history, job)) {
      const isPruned = history?.removed !== undefined && history.removed.removedAt < prunedBefore
      if (!isPruned) decision.create.push(view)
    } else {
      decision.compare.push({ view, job })
      if (history?.removed) decision.remove.push({ job, ...history.removed })
    }
  }
  return decision
}

/**
 * Whether an archive's removal ends this active job: the job did not change later, and no earlier job of the posting
 * was removed at that instant or later. One that was pruned may have been, at the instant at which this job was created.
 */
function ends(
  removedAt: Date,
  job: KnownJob,
  known: readonly KnownJob[],
  prunedBefore: Date,
): boolean {
  const isOfAnother = known.some(
    ({ country, dateRemoved }) =>
      country === job.country && dateRemoved !== null && dateRemoved >= removedAt,
  )
  const changedAt = job.dateModified ?? job.dateCreated
  if (isOfAnother || changedAt > removedAt) return false
  return removedAt >= prunedBefore || changedAt < removedAt
}

/** Whether an archive's line is older than the stored state of a job. */
function isOutdated(history: PostingHistory | undefined, job: KnownJob): boolean {
  return history !== undefined && (isRestored(history, job) || isEarlierJob(history, job))
}

/**
 * Whether a job already has all that an archive's line tells of it. So an archive can be restored twice, and again
 * after an interrupted restoration.
 */
function isRestored(history: PostingHistory, job: KnownJob): boolean {
  const latest = lastInstant(history)
  if (latest === undefined || isEarlierJob(history, job) || isLaterJob(history, job)) return false
  return latest <= (job.dateRemoved ?? job.dateModified ?? job.dateCreated)
}

function lastInstant(history: PostingHistory | undefined): Date | undefined {
  return history?.removed?.removedAt ?? history?.dateModified ?? history?.dateCreated
}

/** Whether an archive's line restores a removed job that was created before this one. */
function isEarlierJob(history: PostingHistory | undefined, job: KnownJob): boolean {
  const { dateCreated, removed } = history ?? {}
  return removed !== undefined && dateCreated !== undefined && dateCreated < job.dateCreated
}

/** Whether an archive's line restores a job that was created when this one had been removed, or at that instant. */
function isLaterJob(history: PostingHistory, job: KnownJob): boolean {
  const { dateCreated } = history
  if (dateCreated === undefined || job.dateRemoved === null) return false
  return dateCreated >= job.dateRemoved && dateCreated > job.dateCreated
}
