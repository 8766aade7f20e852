import type { BatchLine, Change, Departure, KnownJob, PostingHistory } from './batch'
import type { WrittenJob } from './job-rows'
import type { PreparedView } from './prepare-posting'
import type { LeavingJob } from './remove-jobs'

/** The rows that a batch writes, gathered line by line. */
export class BatchWork {
  readonly created: WrittenJob[] = []
  readonly rewritten: WrittenJob[] = []
  readonly held: { jobId: bigint; hash: string }[] = []
  readonly leaving: LeavingJob[] = []
  readonly changes: Change[] = []

  constructor(
    private readonly now: Date,
    private readonly ids: bigint[],
  ) {}

  create(line: BatchLine, view: PreparedView): void {
    const id = this.ids.shift()
    if (id === undefined) throw new Error('too few ids were taken')
    const { dateModified = null, removed, ...history } = historyOf(line)
    // An archive that only says when a posting changed or left still says that it was there by then.
    const dateCreated = history.dateCreated ?? dateModified ?? removed?.removedAt ?? this.now
    this.created.push({ id, line, view, dateCreated, dateModified, removed })
    this.log(view.country, 'created', id, dateCreated)
    // An archive does not say which fields its changes were.
    if (dateModified) this.log(view.country, 'updated', id, dateModified, [])
    if (removed) this.log(view.country, removed.event, id, removed.removedAt)
  }

  update(line: BatchLine, view: PreparedView, job: KnownJob, changed: string[]): void {
    this.held.push({ jobId: job.jobId, hash: line.hash })
    if (changed.length === 0) return
    const history = historyOf(line)
    const dateModified = history.dateModified ?? history.removed?.removedAt ?? this.now
    const { jobId: id, dateCreated } = job
    this.rewritten.push({ id, line, view, dateCreated, dateModified, removed: undefined })
    this.log(view.country, 'updated', job.jobId, dateModified, changed)
  }

  remove(
    { jobId, country }: Pick<KnownJob, 'jobId' | 'country'>,
    event: Departure,
    removedAt: Date = this.now,
  ): void {
    this.leaving.push({ id: jobId, event, removedAt })
    this.log(country, event, jobId, removedAt)
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
