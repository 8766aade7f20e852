import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { connect } from '../../../src/catalogue/database/client/connection'
import { posting } from '../../support/posting-builder'
import { createTestApp, type TestApp } from '../../support/test-app'
import { until } from '../../support/until'

let app: TestApp
let server: ReturnType<typeof Bun.serve>
beforeAll(async () => {
  app = await createTestApp({ windowFreshMs: 60_000 })
  await app.write(posting())
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.handle })
})
afterAll(async () => {
  await server.stop(true)
  await app.stop()
})

const PAGE = '/v1/active-ats?time_frame=6m&cursor=0'

/** Sends a request as a client does, and says how to vanish. */
function send(target = PAGE) {
  const vanishing = new AbortController()
  const answer = fetch(new URL(target, server.url), {
    headers: { Authorization: `Bearer ${app.key}` },
    signal: vanishing.signal,
  })
  return { answer: answer.then(({ status }) => status), vanish: () => vanishing.abort() }
}

test('what vanished clients asked for is not begun; what others asked for is answered', async () => {
  expect(await send().answer).toBe(200)
  const { size } = app.database.load()
  const blocker = connect({ url: app.url, poolSize: 1 })
  const staying = await blocker.transaction(async (queries) => {
    await queries.run(sql`lock table jobs in access exclusive mode`)
    const vanishing = Array.from({ length: size + 20 }, () => send())
    const others = [send(), send()]
    await until(() => app.database.load().waiting === 22)
    app.log.length = 0
    for (const { vanish } of vanishing) vanish()
    const answers = await Promise.allSettled(vanishing.map(({ answer }) => answer))
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
    await until(() => app.database.load().waiting === 2 && app.log.length >= 20)
    expect(app.log.map(({ status, jobs }) => ({ status, jobs }))).toEqual(
      Array(20).fill({ status: 499, jobs: 0 }),
    )
    return others
  })
  await blocker.close()
  expect(await Promise.all(staying.map(({ answer }) => answer))).toEqual([200, 200])
  // PostgreSQL still answers the queries of vanished clients; no pages are made of the answers.
  await until(() => app.log.length === size + 22)
  expect(app.log.filter(({ status }) => status === 499)).toHaveLength(size + 20)
})

test('what others wait for goes on when the client has gone that asked first', async () => {
  app.log.length = 0
  const blocker = connect({ url: app.url, poolSize: 1 })
  const other = await blocker.transaction(async (queries) => {
    await queries.run(sql`lock table jobs in access exclusive mode`)
    // The page keeps statements waiting, so that those of the figures have not begun when their client goes.
    const { size } = app.database.load()
    const pages = Array.from({ length: size }, () => send())
    await until(() => app.database.load().inUse === size)
    const first = send('/v1/stats')
    await until(() => app.database.load().waiting > 0)
    const second = send('/v1/stats')
    first.vanish()
    await expect(first.answer).rejects.toThrow()
    for (const { vanish, answer } of pages) {
      vanish()
      await answer.catch(() => undefined)
    }
    return second
  })
  await blocker.close()
  expect(await other.answer).toBe(200)
  // The usage of all of them can be written when they have ended.
  await until(() => app.log.length === app.database.load().size + 2)
})
