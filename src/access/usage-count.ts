export interface Tally {
  /** `2026-11`. */
  month: string
  requests: number
  jobs: number
}

/** What one key used here and the database has not been told, beside what the database said it used. */
export class UsageCount {
  private month = ''
  private settled = 0
  private unsettled: Tally[] = []
  private inSettlement: Tally[] = []

  add(month: string, jobs: number): void {
    const last = this.unsettled.at(-1)
    if (last?.month === month) {
      last.requests += 1
      last.jobs += jobs
    } else this.unsettled.push({ month, requests: 1, jobs })
  }

  /** Whether the database has said what was used in this month. */
  knows(month: string): boolean {
    return this.month === month
  }

  /** Jobs used in this month, as far as this process knows. */
  used(month: string): number {
    return (this.knows(month) ? this.settled : 0) + this.here(month)
  }

  /** Jobs that only this process knows of. */
  here(month: string): number {
    return jobsOf(month, this.inSettlement) + jobsOf(month, this.unsettled)
  }

  get isSettled(): boolean {
    return this.unsettled.length === 0 && this.inSettlement.length === 0
  }

  /** Hands out what is to be settled, until `confirm` or `restore` is called. */
  claim(): readonly Tally[] {
    this.inSettlement = this.unsettled
    this.unsettled = []
    return this.inSettlement
  }

  /** The claim is written, and this many jobs were used in the month in all. */
  confirm(month: string, jobs: number): void {
    this.inSettlement = []
    this.month = month
    this.settled = jobs
  }

  /** The claim was not written. A month stays one tally: the database could not add two of it at once. */
  restore(): void {
    const [first, ...rest] = this.unsettled
    const last = this.inSettlement.at(-1)
    if (first !== undefined && first.month === last?.month) {
      last.requests += first.requests
      last.jobs += first.jobs
      this.unsettled = [...this.inSettlement, ...rest]
    } else this.unsettled = [...this.inSettlement, ...this.unsettled]
    this.inSettlement = []
  }

  /** The claim is written or not, nobody knows; it is not written twice. */
  forget(): void {
    this.inSettlement = []
  }
}

function jobsOf(month: string, tallies: readonly Tally[]): number {
  let jobs = 0
  for (const tally of tallies) if (tally.month === month) jobs += tally.jobs
  return jobs
}
