/** How many postings are written before the work begins again, so that each time is worth it. */
const POSTINGS_OF_A_TIME = 2_000

/** Work that goes on beside an import now and then, on a connection of its own. */
export class WorkBeside {
  private postings = 0
  private working: Promise<void> | undefined
  private failure: { error: unknown } | undefined

  constructor(private readonly work: () => Promise<void>) {}

  /** To be told how many more are written. Throws what has stopped the work. */
  written(postings: number): void {
    this.demandSuccess()
    this.postings += postings
    if (this.postings < POSTINGS_OF_A_TIME || this.working !== undefined) return
    this.postings = 0
    this.working = this.work()
      .catch((error: unknown) => {
        this.failure = { error }
      })
      .finally(() => {
        this.working = undefined
      })
  }

  /** Waits for what is under way. Throws what has stopped the work. */
  async end(): Promise<void> {
    await this.working
    this.demandSuccess()
  }

  private demandSuccess(): void {
    if (this.failure !== undefined) throw this.failure.error
  }
}
