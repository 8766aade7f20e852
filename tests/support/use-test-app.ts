import { afterAll, beforeAll } from 'bun:test'
import { createTestApp, type TestApp, type TestAppOptions } from './test-app'

/** The service for the tests of the file that calls it: it starts before them, with what `fill` writes, and stops after them. */
export function useTestApp(
  options: TestAppOptions = {},
  fill?: (app: TestApp) => Promise<unknown>,
): TestApp {
  // Its members come before the first test.
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await createTestApp(options))
    await fill?.(app)
  })
  afterAll(() => app.stop())
  return app
}
