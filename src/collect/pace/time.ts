/** The time, for tests to drive. */
export interface Time {
  now(): Date
  wait(ms: number): Promise<void>
}

export const SYSTEM_TIME: Time = { now: () => new Date(), wait: (ms) => Bun.sleep(ms) }
