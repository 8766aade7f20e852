/** Collects keys while a batch runs, and runs them as the next batch. One batch runs at a time. */
export class Batcher {
  private next: { keys: Set<string>; done: PromiseWithResolvers<void> } | undefined
  private isRunning = false

  /** `run` returns the delay of the next batch in milliseconds. */
  constructor(private readonly run: (keys: string[]) => Promise<number>) {}

  /** Keys in the next batch. */
  get waiting(): number {
    return this.next?.keys.size ?? 0
  }

  /** Resolves after the next batch, which has this key; rejects with the error of the batch. */
  add(key: string): Promise<void> {
    this.next ??= { keys: new Set(), done: Promise.withResolvers() }
    this.next.keys.add(key)
    const { promise } = this.next.done
    if (!this.isRunning) void this.runAll()
    return promise
  }

  private async runAll(): Promise<void> {
    this.isRunning = true
    // Keys that are added in the current turn of the event loop join the first batch.
    await undefined
    while (this.next !== undefined) {
      const { keys, done } = this.next
      this.next = undefined
      try {
        const delayMs = await this.run([...keys])
        done.resolve()
        if (delayMs > 0) await Bun.sleep(delayMs)
      } catch (error) {
        done.reject(error)
      }
    }
    this.isRunning = false
  }
}
