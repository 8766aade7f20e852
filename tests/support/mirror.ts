import { DAY_MS, floorToHour, HOUR_MS } from '../../src/values/instant'
import type { TestApp } from './test-app'

/** A job as a client keeps it. Ids are small in these tests, so numbers hold them. */
export type MirroredJob = { id: number } & Record<string, unknown>

type Copy = Map<number, MirroredJob>

/** Shows whole jobs, so that copies can be compared field for field. */
const WHOLE = 'description_format=html&include_source_fields=true'

/**
 * A client's copy of both country views that follows the recommended synchronisation pattern: a backfill by
 * cursor, then new and expired jobs every hour and modified jobs once a day, and a replay after an outage.
 */
export class FeedMirror {
  readonly copy: Copy = new Map()
  /** The end of the last hour whose new jobs are in the copy. */
  private newUntil = new Date(0)
  private modifiedUntil = new Date(0)

  constructor(private readonly app: TestApp) {}

  /** Step 1. The hour in which it runs is read again by the next hourly call. */
  async backfill(limit = 1000): Promise<void> {
    this.newUntil = floorToHour(this.app.clock.now())
    this.modifiedUntil = this.newUntil
    let cursor = 0
    for (;;) {
      const page = await this.list(`/v1/active-ats?time_frame=6m&limit=${limit}&cursor=${cursor}`)
      this.store(page)
      cursor = page.at(-1)?.id ?? cursor
      if (page.length < limit) return
    }
  }

  /** Steps 2 to 4, a few minutes past an hour: exactly the last hour, and the last day once a day. */
  async hourly(): Promise<void> {
    const floor = floorToHour(this.app.clock.now())
    if (floor.getTime() - this.newUntil.getTime() !== HOUR_MS) throw new Error('an hour was missed')
    await this.storePages('/v1/active-ats?time_frame=1h')
    await this.remove('1h')
    this.newUntil = floor
    if (floor.getTime() - this.modifiedUntil.getTime() >= DAY_MS) await this.daily()
  }

  async daily(): Promise<void> {
    await this.replacePages('/v1/modified-ats?')
    this.modifiedUntil = floorToHour(this.app.clock.now())
  }

  /** Step 5: the missed window exactly, then a month of removals, then the changes since the last known. */
  async recover(): Promise<void> {
    const floor = floorToHour(this.app.clock.now())
    const [from, to] = [this.newUntil.toISOString(), floor.toISOString()]
    const frame = floor.getTime() - this.newUntil.getTime() < 6 * DAY_MS ? '7d' : '6m'
    await this.storePages(
      `/v1/active-ats?time_frame=${frame}&date_created_gte=${from}&date_created_lt=${to}`,
    )
    await this.remove('1m')
    const since = this.modifiedUntil.toISOString()
    await this.replacePages(`/v1/modified-ats?date_modified_gte=${since}`)
    this.newUntil = floor
    this.modifiedUntil = floor
  }

  private async storePages(target: string): Promise<void> {
    await this.eachPage(target, (page) => this.store(page))
  }

  private async replacePages(target: string): Promise<void> {
    await this.eachPage(target, (page) => {
      for (const { date_modified: _, modified_fields: __, ...job } of page) {
        if (this.copy.has(job.id)) this.copy.set(job.id, job)
      }
    })
  }

  private async eachPage(target: string, take: (page: MirroredJob[]) => void): Promise<void> {
    const limit = 100
    for (let offset = 0; ; offset += limit) {
      const page = await this.list(`${target}&limit=${limit}&offset=${offset}`)
      take(page)
      if (page.length < limit) return
    }
  }

  private store(page: readonly MirroredJob[]): void {
    for (const job of page) this.copy.set(job.id, job)
  }

  private async remove(frame: string): Promise<void> {
    const ids = await this.app.get<number[]>(`/v1/expired-ats?time_frame=${frame}`)
    for (const id of ids) this.copy.delete(id)
  }

  private list(target: string): Promise<MirroredJob[]> {
    return this.app.get(`${target}&${WHOLE}`)
  }
}

interface ChangesPage {
  events: { event: string; seq: number; job_id: number; job: MirroredJob | null }[]
  next_since: number
  more: boolean
}

/** A client's copy of both country views that follows nothing but the change log. */
export class ChangesMirror {
  readonly copy: Copy = new Map()
  private readonly since = { CA: 0, US: 0 }

  constructor(private readonly app: Pick<TestApp, 'get'>) {}

  /** Reads on until no events remain; each number comes once and in order, or it throws. */
  async follow(limit = 500): Promise<void> {
    for (const country of ['CA', 'US'] as const) {
      let more = true
      while (more) {
        const page = await this.app.get<ChangesPage>(
          `/v1/changes?country=${country}&since=${this.since[country]}&limit=${limit}&description=html`,
        )
        for (const change of page.events) this.apply(country, change)
        if (page.next_since !== this.since[country])
          throw new Error('next_since is not the last seq')
        more = page.more
      }
    }
  }

  private apply(country: 'CA' | 'US', change: ChangesPage['events'][number]): void {
    this.since[country] += 1
    if (change.seq !== this.since[country]) throw new Error(`expected ${this.since[country]}`)
    if (change.job === null) this.copy.delete(change.job_id)
    else this.copy.set(change.job_id, change.job)
  }
}
