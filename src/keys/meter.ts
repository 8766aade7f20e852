import { Unauthenticated } from '../values/errors'
import type { Account } from './account'

/** What stands between the requests of one caller and its limits. */
export interface Meter {
  /**
   * Lets a request in; throws `LimitReached`. One that is let in counts against the rate whatever becomes of it, one
   * that is refused counts nowhere.
   */
  admit(): Promise<void>
  /**
   * Counts a request that was let in and the jobs that it returned. The response waits for the promise, which comes
   * only when the counts must be known to other processes first.
   */
  finish(jobs: number): Promise<void> | undefined
  /** The headers that tell the caller of its limits as they are now. */
  headers(): Readonly<Record<string, string>>
}

/** `settleAccount` lets the account learn from the database how it stands, and tell it. */
export function createMeter(
  account: Account,
  settleAccount: () => Promise<void>,
  now: () => Date,
): Meter {
  return {
    async admit() {
      if (account.mustLearn(now())) await settleAccount()
      account.demandAllowance(now())
      while (!account.lease.take()) {
        account.demandRate(now())
        account.lease.waiting += 1
        await settleAccount().finally(() => {
          account.lease.waiting -= 1
        })
        if (!account.isValid) throw new Unauthenticated(true)
      }
      account.inFlight += 1
    },
    finish(jobs) {
      const mustSettle = account.count(jobs, now())
      // The response is made already: what cannot be settled now is settled later.
      return mustSettle ? settleAccount().catch(() => undefined) : undefined
    },
    headers: () => account.headers(now()),
  }
}
