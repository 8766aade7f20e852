import { afterAll, beforeAll } from 'bun:test'

/** What the tests of the file that calls it share: it starts before them, and stops after them. */
export function startOnce<T extends object>(
  start: () => Promise<T>,
  stop: (started: T) => Promise<unknown>,
): T {
  // Its members come before the first test.
  const started = {} as T
  let hasStarted = false
  beforeAll(async () => {
    Object.assign(started, await start())
    hasStarted = true
  })
  afterAll(async () => {
    if (hasStarted) await stop(started)
  })
  return started
}
