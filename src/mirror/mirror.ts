import type { Country } from '../values/country'
import { type CatalogueClient, type ChangeEvent, type Job, Refused } from './catalogue-client'

/** What jobs were read from: the last number of the change log in them, the catalogue's generation, their descriptions. */
interface Origin {
  since: number
  generation: string
  description: string
}

/** Where a copy stands. It is stored together with the jobs, so that the two never differ. */
export interface Checkpoint {
  /** The copy that people read; undefined until the first filling ends. */
  inUse?: Origin & { isLevel: boolean }
  /** A new copy that is filled beside it, and the page that comes next. */
  filling?: Origin & { cursor: string | null; jobs: number }
}

/** The copy of a country. Each method is one transaction: killed in the middle, it has done nothing. */
export interface Copy {
  read(): Promise<Checkpoint>
  /** Begins an empty copy beside the one in use. */
  begin(checkpoint: Checkpoint): Promise<void>
  /** Adds jobs to the new copy. */
  add(jobs: readonly Job[], checkpoint: Checkpoint): Promise<void>
  /** Replaces the copy in use by the new one. */
  swap(checkpoint: Checkpoint): Promise<void>
  apply(events: readonly ChangeEvent[], checkpoint: Checkpoint): Promise<void>
}

export interface Report {
  say(line: string): void
  /** How far a filling is. */
  filled(jobs: number, total: number): void
}

/** Keeps the copy of one country in step. */
export class Mirror {
  constructor(
    private readonly country: Country,
    private readonly catalogue: CatalogueClient,
    private readonly copy: Copy,
    private readonly report: Report,
  ) {}

  /** Ends when the copy has everything that the catalogue has. */
  async synchronise(): Promise<void> {
    for (;;) {
      const { inUse, filling } = await this.copy.read()
      try {
        const description = (filling ?? inUse)?.description ?? this.catalogue.description
        if (description !== this.catalogue.description) {
          throw new Refused(`the copy has the descriptions '${description}'`)
        }
        if (inUse !== undefined && filling === undefined) return await this.follow(inUse)
        await this.fill(inUse, filling ?? (await this.begin(inUse)))
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        this.report.say(`${error.message}; filling the copy again`)
        await this.begin(inUse)
      }
    }
  }

  /** Reads the change log from the checkpoint to its end. */
  private async follow(inUse: NonNullable<Checkpoint['inUse']>) {
    let { since, generation, isLevel } = inUse
    for (;;) {
      const page = await this.catalogue.changes(this.country, since)
      // An event shows the job as it is now. A copy that was behind may have content that the catalogue lost.
      if (page.generation !== generation && !isLevel) {
        throw new Refused('the catalogue was restored while the copy was behind it')
      }
      ;({ generation, next_since: since } = page)
      isLevel = !page.more
      await this.copy.apply(page.events, { inUse: { ...inUse, since, generation, isLevel } })
      if (page.events.length > 0) this.report.say(`${page.events.length} events`)
      if (isLevel) return
    }
  }

  /** Notes the end of the change log: what changes while the jobs are read is read from there afterwards. */
  private async begin(inUse: Checkpoint['inUse']): Promise<NonNullable<Checkpoint['filling']>> {
    const { latest_seq: since, generation } = await this.catalogue.changes(this.country, 0, 1)
    const { description } = this.catalogue
    const filling = { since, generation, description, cursor: null, jobs: 0 }
    await this.copy.begin({ ...(inUse && { inUse }), filling })
    return filling
  }

  /** Reads all active jobs, from the first page or the one at which it was stopped. */
  private async fill(inUse: Checkpoint['inUse'], filling: NonNullable<Checkpoint['filling']>) {
    const { active_jobs: total } = await this.catalogue.stats(this.country)
    let { cursor, jobs, ...origin } = filling
    do {
      const page = await this.catalogue.jobs(this.country, cursor)
      if (page.generation !== origin.generation) throw new Refused('the catalogue was restored')
      cursor = page.next_cursor
      jobs += page.jobs.length
      const checkpoint = { ...(inUse && { inUse }), filling: { ...origin, cursor, jobs } }
      await this.copy.add(page.jobs, checkpoint)
      this.report.filled(jobs, total)
    } while (cursor !== null)
    await this.copy.swap({ inUse: { ...origin, isLevel: false } })
    this.report.say(`${jobs} jobs`)
  }
}
