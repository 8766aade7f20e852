import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { connect } from '../../../src/catalogue/database/client/connection'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import { LOCKS } from '../../../src/catalogue/database/client/locks'
import { documentedPaths } from '../../support/contract'
import { posting } from '../../support/posting-builder'
import { createTestApp, startLimitedApp, type TestApp } from '../../support/test-app'
import { createTestDatabase, dropDatabase, GRACE_MS } from '../../support/test-database'
import { timeLimit } from '../../support/until'

const QUERY_LIMIT_MS = timeLimit(150)

/** What may run out of time, and how a client avoids it. */
const FEED_TIMEOUTS = [
  ['/v1/active-ats', 'narrow it by country, location or a shorter time_frame'],
  ['/v1/active-ats-count', 'narrow it by country, location or a shorter time_frame'],
  ['/v1/modified-ats', 'narrow it by country, location or a later date_modified_gte'],
  ['/v1/expired-ats', 'narrow it by country or a shorter time_frame'],
] as const
const OTHER_TIMEOUTS = [
  ['/v1/jobs', 'narrow it by province, state, city or a shorter window, or try again'],
  ['/v1/jobs/1', 'try again'],
  ['/v1/changes', 'narrow it by a smaller limit, or try again'],
] as const
const PATHS = [...FEED_TIMEOUTS, ...OTHER_TIMEOUTS].map(([path]) => path)

/** The names of all parameters of all paths. */
const PARAMETERS = new Set(documentedPaths.flatMap(({ parameters }) => parameters))

/** What a client sees of a failure. */
async function failure(app: TestApp, target: string) {
  const response = await app.request(target)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  }
}

describe('a query that runs out of time', () => {
  let own: TestApp
  let app: TestApp
  let locked: Promise<unknown>
  const release = Promise.withResolvers<void>()
  beforeAll(async () => {
    own = await createTestApp()
    await own.write(posting())
    app = await startLimitedApp(own, QUERY_LIMIT_MS)
    const blocker = postgres(app.url, { max: 1 })
    const isLocked = Promise.withResolvers<void>()
    locked = blocker
      .begin(async (transaction) => {
        await transaction`lock table jobs in access exclusive mode`
        isLocked.resolve()
        await release.promise
      })
      .finally(() => blocker.end())
    await isLocked.promise
  })
  afterAll(async () => {
    release.resolve()
    await locked
    await app.stop()
    await own.stop()
  })

  test.each(FEED_TIMEOUTS)('is a 504 of %s: %s', async (path, hint) => {
    expect(await failure(app, path)).toEqual({
      status: 504,
      type: 'application/problem+json',
      retryAfter: null,
      body: {
        type: 'http://localhost/problems/query-timeout',
        title: 'Query timeout',
        status: 504,
        detail: `the query ran longer than ${QUERY_LIMIT_MS / 1000} s; ${hint}`,
        instance: path,
      },
    })
  })

  test.each(OTHER_TIMEOUTS)('is a 503 of %s, which documents no 504: %s', async (path, hint) => {
    expect(await failure(app, path)).toMatchObject({
      status: 503,
      type: 'application/problem+json',
      retryAfter: '30',
      body: {
        type: 'http://localhost/problems/query-timeout',
        status: 503,
        detail: `the query ran longer than ${QUERY_LIMIT_MS / 1000} s; ${hint}`,
      },
    })
  })

  test.each([...FEED_TIMEOUTS, ...OTHER_TIMEOUTS])(
    'is avoided on %s by its own parameters: %s',
    (path, hint) => {
      const own = documentedPaths.find((each) => each.path === path)?.parameters ?? []
      const words = hint.match(/\w+/g) ?? []
      expect(words.filter((word) => PARAMETERS.has(word) && !own.includes(word))).toEqual([])
    },
  )

  test('bills nothing', async () => {
    const response = await app.request('/v1/jobs/1')
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
  })
})

test('a writer that keeps its lock is no slow query of the client', async () => {
  const on = await createTestDatabase()
  const limited = connect({
    url: on.url,
    poolSize: 1,
    timeoutMs: QUERY_LIMIT_MS,
    graceMs: GRACE_MS,
  })
  let isLimited = true
  // Only the statement that waits for the writer has the time limit.
  const queries = createQueries((statement, signal) => {
    const waits = isLimited && statement.text.includes('writer_clock" (')
    return (waits ? limited : on.database).send(statement, signal)
  })
  const app = await createTestApp({ on: { ...on, database: { ...on.database, ...queries } } })
  const blocker = postgres(app.url, { max: 1 })
  await blocker.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${String(LOCKS.writer)}::bigint)`
    expect(await failure(app, '/v1/active-ats')).toMatchObject({
      status: 503,
      retryAfter: '5',
      body: { detail: 'the database is unavailable; try again' },
    })
  })
  await blocker.end()
  isLimited = false
  expect(app.log.at(-1)?.error).toMatchObject({ message: 'a writer keeps its lock' })
  expect(await app.get('/v1/active-ats')).toEqual([])
  await limited.close()
  await app.stop()
})

describe('a database that is unreachable', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    await app.get('/v1/active-ats')
    await dropDatabase(app.url)
  })

  test.each(PATHS)('is a 503 of %s that says when to try again', async (path) => {
    expect(await failure(app, path)).toEqual({
      status: 503,
      type: 'application/problem+json',
      retryAfter: '5',
      body: {
        type: 'http://localhost/problems/database-unavailable',
        title: 'Database unavailable',
        status: 503,
        detail: 'the database is unavailable; try again',
        instance: path,
      },
    })
  })

  test('does not keep the service from saying what is wrong with a request', async () => {
    expect(await failure(app, '/v1/active-ats?limit=0')).toMatchObject({ status: 400 })
  })
})

describe('a database that is being restored', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    await app.write(posting())
  })
  afterAll(() => app.stop())

  const detail =
    'the database lacks a table or column: a restore or a migration is under way, or migrations are due; try again'

  test.each([
    ['alter table jobs rename to away', 'alter table away rename to jobs'],
    ['alter table active_jobs rename to away', 'alter table away rename to active_jobs'],
    [
      'alter table job_documents rename column tail to away',
      'alter table job_documents rename column away to tail',
    ],
    ['alter schema public rename to away', 'alter schema away rename to public'],
  ])('is a 503 that says when to try again: %s', async (away, back) => {
    await app.database.run(sql.raw(away))
    const answers = await Promise.all(
      [...PATHS, '/v1/stats', '/v1/ats-organizations'].map((path) => failure(app, path)),
    )
    await app.database.run(sql.raw(back))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).not.toEqual([])
    for (const answer of refused) {
      expect(answer).toMatchObject({
        status: 503,
        type: 'application/problem+json',
        retryAfter: '5',
        body: { type: 'http://localhost/problems/database-unavailable', detail },
      })
    }
    expect(await failure(app, '/v1/jobs/1')).toMatchObject({ status: 200 })
  })

  test('is not ready, and says why', async () => {
    await app.database.run(sql`alter table jobs rename to away`)
    const probe = await app.handle(new Request('http://localhost/readyz'))
    expect([probe.status, probe.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await probe.json()).toMatchObject({ detail })
    await app.database.run(sql`alter table away rename to jobs`)
    expect((await app.handle(new Request('http://localhost/readyz'))).status).toBe(200)
  })
})
