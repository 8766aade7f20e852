import { afterAll, beforeAll } from 'bun:test'

/** What the tests of the file that calls it share: it starts before them, and stops after them. */
export function startOnce<T extends object>(
  start: () => Promise<T>,
  stop: (started: T) => Promise<unknown>,
): T {
  // Its members come before the first test.
  const started = {} as T
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  afterAll(() => stop(started))
  return started
}
