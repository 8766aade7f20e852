/** The jobs that requests in flight may return. A request that returns none reserves nothing. */
export class Reservation {
  jobs = 0
  private requests = 0
  private waiting = Promise.withResolvers<void>()

  get isEmpty(): boolean {
    return this.requests === 0
  }

  begin(jobs: number): void {
    if (jobs === 0) return
    this.jobs += jobs
    this.requests += 1
  }

  end(jobs: number): void {
    if (jobs === 0) return
    this.jobs -= jobs
    this.requests -= 1
    this.waiting.resolve()
    this.waiting = Promise.withResolvers()
  }

  /** Resolves when a request ends. */
  ended(): Promise<void> {
    return this.waiting.promise
  }
}
