import { DAY_MS, floorToHour, HOUR_MS } from '../../src/values/instant'
import type { TestApp } from './test-app'

/** A job as a client keeps it. Ids are small in these tests, so numbers hold them. */
export type MirroredJob = { id: number } & Record<string, unknown>

type Copy = Map<number, MirroredJob>

/** Shows whole jobs, so that copies can be compared field for field. */
const WHOLE = 'description_format=html&include_source_fields=true'

/** What a mirror asks: answers of any status, with their headers. */
type Client = Pick<TestApp, 'request'>

const COUNTRIES = ['CA', 'US'] as const

type Checkpoints = Record<(typeof COUNTRIES)[number], number>

/**
 * A client's copy of both country views that follows the recommended synchronisation pattern: a backfill by
 * cursor, then new and expired jobs every hour and modified jobs once a day, and a replay after an outage. Each run ends
 * with the last numbers of the change log: they tell after a restore of the catalogue whether the copy holds what was lost.
 */
export class FeedMirror {
  readonly copy: Copy = new Map()
  /** The end of the last hour whose new jobs are in the copy. */
  private newUntil = new Date(0)
  private modifiedUntil = new Date(0)
  /** How often the copy was filled because the catalogue was restored. */
  refills = 0
  private lastSeqs: Checkpoints = { CA: 0, US: 0 }
  /** Of the answers of this run. */
  private readonly generations = new Set<string | null>()

  constructor(private readonly app: TestApp) {}

  /** Step 1. The hour in which it runs is read again by the next hourly call. */
  async backfill(limit = 1000): Promise<void> {
    this.lastSeqs = { CA: 0, US: 0 }
    await this.run(() => this.fill(limit))
  }

  private async fill(limit: number): Promise<void> {
    this.copy.clear()
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
    await this.run(() => this.readHour())
  }

  private async readHour(): Promise<void> {
    const floor = floorToHour(this.app.clock.now())
    if (floor.getTime() - this.newUntil.getTime() !== HOUR_MS) throw new Error('an hour was missed')
    await this.storePages('/v1/active-ats?time_frame=1h')
    await this.remove('1h')
    this.newUntil = floor
    if (floor.getTime() - this.modifiedUntil.getTime() >= DAY_MS) await this.readDay()
  }

  async daily(): Promise<void> {
    await this.run(() => this.readDay())
  }

  private async readDay(): Promise<void> {
    await this.replacePages('/v1/modified-ats?')
    this.modifiedUntil = floorToHour(this.app.clock.now())
  }

  /** Step 5: the missed window exactly, then a month of removals, then the changes since the last known. */
  async recover(): Promise<void> {
    await this.run(() => this.replay())
  }

  private async replay(): Promise<void> {
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

  /** Keeps what `work` reads if all of it is of one generation; fills the copy again if it holds what a restore lost. */
  private async run(work: () => Promise<void>): Promise<void> {
    const { newUntil, modifiedUntil } = this
    const before = [...this.copy]
    for (;;) {
      this.generations.clear()
      await work()
      const lastSeqs = await this.readLastSeqs()
      if (lastSeqs !== undefined && this.generations.size === 1) {
        this.lastSeqs = lastSeqs
        return
      }
      if (lastSeqs === undefined) {
        this.refills += 1
        return await this.backfill()
      }
      this.copy.clear()
      for (const [id, job] of before) this.copy.set(id, job)
      Object.assign(this, { newUntil, modifiedUntil })
      await Bun.sleep(100)
    }
  }

  /** The last numbers of the change log; undefined when numbers up to those of the last run are lost. */
  private async readLastSeqs(): Promise<Checkpoints | undefined> {
    const lastSeqs = { ...this.lastSeqs }
    for (const country of COUNTRIES) {
      const target = `/v1/changes?country=${country}&since=${lastSeqs[country]}&limit=1`
      const { page, generation } = await readChanges(this.app, target)
      if (page === undefined) return undefined
      this.generations.add(generation)
      lastSeqs[country] = page.latest_seq
    }
    return lastSeqs
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
    const ids = await this.read<number[]>(`/v1/expired-ats?time_frame=${frame}`)
    for (const id of ids) this.copy.delete(id)
  }

  private list(target: string): Promise<MirroredJob[]> {
    return this.read(`${target}&${WHOLE}`)
  }

  private async read<Body>(target: string): Promise<Body> {
    const response = await this.app.request(target)
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${target} answered ${response.status}: ${body}`)
    this.generations.add(response.headers.get('x-catalogue-generation'))
    return JSON.parse(body)
  }
}

export interface MirroredChange {
  event: string
  seq: number
  job_id: number
  job: MirroredJob | null
}

interface ChangesPage {
  events: MirroredChange[]
  next_since: number
  latest_seq: number
  more: boolean
}

/** A page of the change log; undefined when the catalogue was restored to a state before the checkpoint. */
async function readChanges(
  client: Client,
  target: string,
): Promise<{ page: ChangesPage | undefined; generation: string | null }> {
  const response = await client.request(target)
  const generation = response.headers.get('x-catalogue-generation')
  const body = await response.text()
  if (response.status === 200) return { page: JSON.parse(body), generation }
  const { type, detail }: { type: string; detail: string } = JSON.parse(body)
  // A checkpoint beyond the last number is of another catalogue, or of a lost one that no writer has followed yet.
  const isLost = type.endsWith('/catalogue-restored') || detail.includes('of another catalogue')
  if (response.status === 400 && isLost) return { page: undefined, generation }
  throw new Error(`${target} answered ${response.status}: ${body}`)
}

/** Where numbers may continue after a gap: after a multiple of 2^32. */
const NUMBERS_PER_STRETCH = 2 ** 32

/** A client's copy of both country views that follows nothing but the change log. */
export class ChangesMirror {
  readonly copy: Copy = new Map()
  private readonly since: Checkpoints = { CA: 0, US: 0 }
  /** How often a country was read from the beginning because the catalogue was restored. */
  refills = 0

  constructor(
    private readonly app: Client,
    private readonly onChange: (country: string, change: MirroredChange) => void = () => undefined,
  ) {}

  /**
   * Reads on until no events remain; each number comes once and in order, or it throws. Reads a country again from the
   * beginning when its checkpoint is lost.
   */
  async follow(limit = 500): Promise<void> {
    for (const country of COUNTRIES) {
      let more = true
      while (more) {
        const target = `/v1/changes?country=${country}&since=${this.since[country]}&limit=${limit}&description=html`
        const { page } = await readChanges(this.app, target)
        if (page === undefined) {
          this.startAgain(country)
          continue
        }
        for (const change of page.events) this.apply(country, change)
        if (page.next_since !== this.since[country])
          throw new Error('next_since is not the last seq')
        more = page.more
      }
    }
  }

  private startAgain(country: keyof Checkpoints): void {
    this.refills += 1
    this.since[country] = 0
    for (const [id, job] of this.copy) if (job.country === country) this.copy.delete(id)
  }

  private apply(country: keyof Checkpoints, change: MirroredChange): void {
    const expected = this.since[country] + 1
    const isAfterGap = change.seq > expected && change.seq % NUMBERS_PER_STRETCH === 1
    if (change.seq !== expected && !isAfterGap) throw new Error(`expected ${expected}`)
    this.since[country] = change.seq
    this.onChange(country, change)
    if (change.job === null) this.copy.delete(change.job_id)
    else this.copy.set(change.job_id, change.job)
  }
}
