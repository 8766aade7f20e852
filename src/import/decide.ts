import type { BatchLine, Departure, KnownJob, PostingHistory } from './batch'
import type { PreparedView } from './prepare-posting'

/** What a line asks of the catalogue, before its content is compared. */
export interface Decision {
  /** Views that become new jobs. */
  create: PreparedView[]
  /** Views whose active job may have other content. */
  compare: { view: PreparedView; job: KnownJob }[]
  /** Jobs that leave, when they are named, at an instant of the past. */
  remove: { job: KnownJob; event: Departure; removedAt: Date | undefined }[]
  /** Neither country has the posting, and it has no job that could be excluded. */
  isNowhere: boolean
}

const NOTHING: Decision = { create: [], compare: [], remove: [], isNowhere: false }

/** Holds a line against the jobs that its posting has or had. */
export function decide({ change, hash }: BatchLine, known: readonly KnownJob[]): Decision {
  const active = known.filter((job) => job.isActive)
  if (change.kind === 'removal') {
    const { event, removedAt } = change
    const leaving = active.filter((job) => removedAt === undefined || ends(removedAt, job, known))
    return { ...NOTHING, remove: leaving.map((job) => ({ job, event, removedAt })) }
  }
  if (active.length > 0 && active.every((job) => job.lineHash === hash)) return NOTHING
  const views = change.views()
  const { history } = change
  const gone = active.filter(
    (job) => !views.some(({ country }) => country === job.country) && !isPast(history, job),
  )
  const decision: Decision = {
    create: [],
    compare: [],
    remove: gone.map((job) => ({ job, event: 'excluded', removedAt: lastInstant(history) })),
    isNowhere: views.length === 0 && active.length === 0,
  }
  for (const view of views) {
    const ofCountry = known.filter((job) => job.country === view.country)
    if (history !== undefined && ofCountry.some((job) => isTold(history, job))) continue
    const job = ofCountry.find(({ isActive }) => isActive)
    if (job === undefined || isEarlierLife(history, job)) decision.create.push(view)
    else {
      decision.compare.push({ view, job })
      if (history?.removed) decision.remove.push({ job, ...history.removed })
    }
  }
  return decision
}

/** Whether a removal of an archive is the end of an active job: neither changed since, nor begun as another ended. */
function ends(removedAt: Date, job: KnownJob, known: readonly KnownJob[]): boolean {
  const isOfAnother = known.some(
    ({ country, dateRemoved }) =>
      country === job.country && dateRemoved !== null && dateRemoved >= removedAt,
  )
  return !isOfAnother && (job.dateModified ?? job.dateCreated) <= removedAt
}

/** Whether a line of an archive is of a time before what the catalogue knows of a job. */
function isPast(history: PostingHistory | undefined, job: KnownJob): boolean {
  return history !== undefined && (isTold(history, job) || isEarlierLife(history, job))
}

/**
 * Whether a line of an archive tells no more than the catalogue knows of a job: it was changed since, or has
 * left. So an archive can be restored twice, and after a restoration that was cut short.
 */
function isTold(history: PostingHistory, job: KnownJob): boolean {
  const latest = lastInstant(history)
  if (latest === undefined || isEarlierLife(history, job) || isLaterLife(history, job)) return false
  return latest <= (job.dateRemoved ?? job.dateModified ?? job.dateCreated)
}

function lastInstant(history: PostingHistory | undefined): Date | undefined {
  return history?.removed?.removedAt ?? history?.dateModified ?? history?.dateCreated
}

/** Whether the line restores a job that had left before this one came. */
function isEarlierLife(history: PostingHistory | undefined, job: KnownJob): boolean {
  const { dateCreated, removed } = history ?? {}
  return removed !== undefined && dateCreated !== undefined && dateCreated < job.dateCreated
}

/** Whether the line restores a job that came when this one had left, or at that instant. */
function isLaterLife(
  { dateCreated }: PostingHistory,
  { dateCreated: before, dateRemoved }: KnownJob,
) {
  if (dateCreated === undefined || dateRemoved === null) return false
  return dateCreated >= dateRemoved && dateCreated > before
}
