import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import postgres from 'postgres'
import { createKey } from '../../src/access/api-keys'
import { createTestDatabase, type TestDatabase } from '../support/test-database'

const START = join(import.meta.dir, '../../src/main.ts')

let database: TestDatabase
let key: string
beforeAll(async () => {
  database = await createTestDatabase()
  key = (await createKey(database.database, 'test')) ?? ''
})
afterAll(() => database.drop())

function start(env: Record<string, string>) {
  return Bun.spawn(['bun', START], {
    env: { ...process.env, PORT: '0', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/** The address that the service prints when it serves. */
async function address(child: ReturnType<typeof start>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of child.stderr) {
    text += decoder.decode(chunk)
    const url = /serving (http:\S+)/.exec(text)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`it does not serve: ${text}`)
}

test('SIGTERM lets the request in flight finish, and ends with 0', async () => {
  const child = start({ DATABASE_URL: database.url })
  const url = await address(child)
  const blocker = postgres(database.url, { max: 2 })
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const blocking = blocker.begin(async (transaction) => {
    await transaction`lock table jobs`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const answering = fetch(`${url}/v1/active-ats`, { headers: { Authorization: `Bearer ${key}` } })
  await untilWaiting(blocker)
  child.kill('SIGTERM')
  release.resolve()
  await blocking
  const answer = await answering
  expect([answer.status, await answer.json()]).toEqual([200, []])
  expect(await child.exited).toBe(0)
  await blocker.end()
})

test('every wrong setting is named at once, and nothing starts', async () => {
  const child = start({ DATABASE_URL: 'mysql://x', PORT: 'high', QUERY_TIMEOUT_MS: '1' })
  expect(await child.exited).toBe(1)
  expect(await new Response(child.stderr).text()).toBe(
    `start: the settings are wrong
PORT: expected an integer from 0 to 65535, got 'high'
DATABASE_URL: expected an address such as postgres://user:password@host/database; write '/', '?', '#' and '%' in a password as %2F, %3F, %23 and %25
QUERY_TIMEOUT_MS: expected an integer from 100 to 240000, got '1'
`,
  )
})

test('a database that cannot be reached is one clear line', async () => {
  const child = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
  expect(await child.exited).toBe(1)
  const text = await new Response(child.stderr).text()
  expect(text.split('\n')[0]).toStartWith('start: the database cannot be reached')
})

/** Waits until a statement waits for a lock. */
async function untilWaiting(observer: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await observer`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' limit 1`
    if (row !== undefined) return
  }
}
