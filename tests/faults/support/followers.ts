import { floorToHour, HOUR_MS, MINUTE_MS } from '../../../src/values/instant'
import { ChangesMirror, FeedMirror, type MirroredJob } from '../../support/mirror'
import type { TestApp } from '../../support/test-app'
import { readCatalogue, withoutStatus, withoutText } from '../../support/whole-catalogue'

/** Keeps what each number and id was seen to stand for, whoever saw it and on whichever server. */
export class Registry {
  readonly conflicts: string[] = []
  private readonly meanings = new Map<string, string>()

  /** Returns a function for the changes that a mirror reads. */
  readonly note = (
    country: string,
    {
      seq,
      event,
      job_id,
      job,
    }: { seq: number; event: string; job_id: number; job: MirroredJob | null },
  ): void => {
    this.add(`${country} ${seq}`, `${event} of ${job_id}`)
    if (job !== null) this.noteJob(job)
  }

  noteJob({ id, url, country }: MirroredJob): void {
    this.add(`job ${id}`, `${url} in ${country}`)
  }

  private add(name: string, meaning: string): void {
    const known = this.meanings.get(name) ?? meaning
    if (known !== meaning) this.conflicts.push(`${name}: ${known}, then ${meaning}`)
    this.meanings.set(name, known)
  }
}

/** Two copies of a catalogue: one follows the feeds, the other the change log. */
export class Followers {
  readonly feeds: FeedMirror
  readonly changes: ChangesMirror

  constructor(
    private readonly app: TestApp,
    private readonly registry: Registry,
  ) {
    this.feeds = new FeedMirror(app)
    this.changes = new ChangesMirror(app, registry.note)
  }

  async begin(): Promise<void> {
    await this.feeds.backfill(50)
    await this.changes.follow(50)
  }

  /** Follows up to the last full hour, after an hour or after a longer time. */
  async follow(isUnreachable: boolean): Promise<void> {
    await (isUnreachable ? this.feeds.recover() : this.feeds.hourly())
    await this.feeds.daily()
    await this.changes.follow(50)
    for (const job of this.feeds.copy.values()) this.registry.noteJob(job)
  }

  async equalCatalogue(): Promise<{ feeds: boolean; changes: boolean }> {
    const catalogue = await readCatalogue(this.app)
    return {
      feeds: Bun.deepEquals(withoutStatus(this.feeds.copy), withoutStatus(catalogue)),
      changes: Bun.deepEquals(withoutText(this.changes.copy), withoutText(catalogue)),
    }
  }
}

/** Lets the hour of the clock end. */
export function endHour({ clock }: TestApp): void {
  const end = floorToHour(clock.now()).getTime() + HOUR_MS
  clock.set(new Date(end + 5 * MINUTE_MS).toISOString())
}
