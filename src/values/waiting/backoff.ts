import { MINUTE_MS } from '../instant'
import { plural } from '../plural'

const FIRST_DELAY_MS = MINUTE_MS
const MAX_DELAY_MS = 32 * MINUTE_MS

/** Work in the background failed, for the reason in `cause`. The message is the first half of a sentence. */
export class BackgroundFailure extends Error {
  override readonly name = 'BackgroundFailure'
}

/** Attempts work in the background. After a failure it waits a minute, and twice as long after each further failure. */
export class Backoff {
  private failures = 0
  private nextAt = Number.NEGATIVE_INFINITY

  constructor(private readonly now: () => Date) {}

  /** Does nothing while it waits. `issue` is what a failure is called: `the list could not be renewed`. Never rejects. */
  async attempt(
    issue: string,
    onFailure: (failure: BackgroundFailure) => void,
    work: () => Promise<unknown>,
  ): Promise<void> {
    if (this.now().getTime() < this.nextAt) return
    try {
      await work()
      this.reset()
    } catch (cause) {
      const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.failures)
      this.failures += 1
      this.nextAt = this.now().getTime() + delayMs
      const delay = plural(delayMs / MINUTE_MS, 'minute')
      onFailure(new BackgroundFailure(`${issue}, next attempt in ${delay}`, { cause }))
    }
  }

  /** The work was done. */
  reset(): void {
    this.failures = 0
    this.nextAt = Number.NEGATIVE_INFINITY
  }
}
