/** Wakes all that wait for the next change. */
export class ChangeSignal {
  private pending = Promise.withResolvers<void>()

  get next(): Promise<void> {
    return this.pending.promise
  }

  notify(): void {
    this.pending.resolve()
    this.pending = Promise.withResolvers()
  }
}
