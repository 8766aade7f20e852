import { beforeAll } from 'bun:test'
import { startOnce } from './start-once'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app'

/** The service for the tests of the file that calls it, with what `fill` writes. */
export function useTestApp(
  options: TestAppOptions = {},
  fill?: (app: TestApp) => Promise<unknown>,
): TestApp {
  const app = startOnce(
    () => createTestApp(options),
    ({ stop }) => stop(),
  )
  if (fill !== undefined) beforeAll(() => fill(app))
  return app
}
