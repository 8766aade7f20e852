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
  private unsettled = new Map<string, Tally>()
  private inSettlement = new Map<string, Tally>()

  add(month: string, jobs: number): void {
    note(this.unsettled, { month, requests: 1, jobs })
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
    return (this.inSettlement.get(month)?.jobs ?? 0) + (this.unsettled.get(month)?.jobs ?? 0)
  }

  get isSettled(): boolean {
    return this.unsettled.size === 0 && this.inSettlement.size === 0
  }

  /** Hands out what is to be settled, until `confirm` or `restore` is called. */
  claim(): readonly Tally[] {
    this.inSettlement = this.unsettled
    this.unsettled = new Map()
    return [...this.inSettlement.values()]
  }

  /** The claim is written, and this many jobs were used in the month in all. */
  confirm(month: string, jobs: number): void {
    this.inSettlement = new Map()
    this.month = month
    this.settled = jobs
  }

  /** The claim was not written. */
  restore(): void {
    for (const tally of this.unsettled.values()) note(this.inSettlement, tally)
    this.unsettled = this.inSettlement
    this.inSettlement = new Map()
  }

  /** The claim is written or not, nobody knows; it is not written twice. */
  forget(): void {
    this.inSettlement = new Map()
  }
}

/** A month stays one tally, whatever the clock does: the database could not add two of it at once. */
function note(tallies: Map<string, Tally>, { month, requests, jobs }: Tally): void {
  const tally = tallies.get(month)
  if (tally === undefined) tallies.set(month, { month, requests, jobs })
  else {
    tally.requests += requests
    tally.jobs += jobs
  }
}
