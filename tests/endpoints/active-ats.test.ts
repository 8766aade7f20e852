import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { posting } from '../support/posting-builder'
import { createTestApp, type TestApp } from '../support/test-app'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

describe('200', () => {
  test('a job created in the last full hour is in its feed', async () => {
    app.clock.set('2026-01-15T09:30:00Z')
    await app.write(posting({ title: 'Nurse' }))
    app.clock.set('2026-01-15T10:05:00Z')
    const jobs = await app.get<{ title: string }[]>('/v1/active-ats?time_frame=1h')
    expect(jobs.map(({ title }) => title)).toEqual(['Nurse'])
  })
})
