import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { createKey } from '../../../src/service/keys/api-keys'
import { callCommand, runCommand } from '../../support/run-command'
import { useTestDatabase } from '../../support/use-test-database'
import { startCommand } from '../support/running-command'

const database = useTestDatabase()
let key: string
beforeAll(async () => {
  key = (await createKey(database.database, 'test')) ?? ''
})

/** Starts the service on the database, and waits until it serves. */
async function serve(options: Parameters<typeof startCommand>[1] = {}) {
  const running = startCommand('main.ts', {
    ...options,
    env: { DATABASE_URL: database.url, ...options.env },
  })
  const [url] = await running.until(/^serving (http:\S+)$/gm)
  return { ...running, url }
}

test('answers name the port that was bound; SIGTERM lets the request in flight finish, and ends with 0', async () => {
  const { child, url } = await serve()
  expect(url).not.toEndWith(':0')
  const refused = await fetch(`${url}/v1/stats`)
  expect(await refused.json()).toMatchObject({ type: `${url}/problems/unauthenticated` })
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

test('usage that cannot be written down is told, and ends it with 1', async () => {
  const { child, url, errors } = await serve()
  await database.database.run(
    sql`alter table api_key_usage add constraint refused check (requests < 0) not valid`,
  )
  const headers = { Authorization: `Bearer ${key}` }
  expect((await fetch(`${url}/v1/active-ats`, { headers })).status).toBe(200)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(1)
  await database.database.run(sql`alter table api_key_usage drop constraint refused`)
  expect((await errors()).trim().split('\n').at(-1)).toBe(
    'the usage of the last second is lost: new row for relation "api_key_usage" violates check constraint "refused"',
  )
})

test('what fails in the background is a sentence, also when the log is silent', async () => {
  const blocker = postgres(database.url, { max: 1 })
  const lines = await blocker.begin(async (transaction) => {
    await transaction`lock table vocabularies`
    const env = { LOG_LEVEL: 'silent', QUERY_TIMEOUT_MS: '1000' }
    const { child, errors, until } = await serve({ env })
    await until(/^the vocabulary .*$/gm)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    return (await errors()).trim().split('\n')
  })
  await blocker.end()
  // On a busy machine other work may be late too, and the report of the limit.
  for (const line of lines.slice(1)) {
    expect(line).toMatch(
      /^the .+ could not be renewed, next attempt in 1 minute: (the query ran longer than 1 s|the database does not answer)$/,
    )
  }
})

test('it outlives its log, and says once why that ended', async () => {
  const { child, url, errors } = await serve({ stdout: Bun.file('/dev/full') })
  for (const _ of [1, 2, 3]) expect((await fetch(`${url}/healthz/none`)).status).toBe(404)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect((await errors()).split('\n').slice(1)).toEqual([
    'the log cannot be written: ENOSPC: no space left on device, write',
    '',
  ])
})

test('every wrong setting is named at once, and nothing starts', async () => {
  const env = { PORT: 'high', QUERY_TIMEOUT_MS: '1' }
  expect(await callCommand('../main.ts', [], { url: 'mysql://x', env })).toEqual({
    output: '',
    errors: `start: the settings are wrong
PORT: expected an integer from 0 to 65535, got 'high'
DATABASE_URL: expected an address such as postgres://user:password@host/database; write '/', '?', '#' and '%' in a password as %2F, %3F, %23 and %25
QUERY_TIMEOUT_MS: expected an integer from 100 to 240000, got '1'
`,
    status: 1,
  })
})

test.each(['PORT', 'METRICS_PORT'])('a taken %s is named, with another one', async (setting) => {
  const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const port = Number(holder.port)
  const env = { PORT: '0', [setting]: String(port) }
  const { errors, status } = await runCommand('main.ts', [], { url: database.url, env })
  await holder.stop(true)
  const lines = errors.split('\n').filter((line) => !line.startsWith('serving'))
  expect([status, lines]).toEqual([
    1,
    [
      `start: port ${port} is taken by another process; set ${setting}, such as ${setting}=${port + 1}`,
      '',
    ],
  ])
})

test.each(['192.0.2.1', 'none.invalid'])(
  'a HOST that is not of this machine is named: %s',
  async (host) => {
    const env = { PORT: '0', HOST: host }
    expect(await callCommand('../main.ts', [], { url: database.url, env })).toEqual({
      output: '',
      errors: `start: HOST: '${host}' is no address of this machine; set one, such as HOST=127.0.0.1 or HOST=0.0.0.0\n`,
      status: 1,
    })
  },
)

test.each([
  ['nosuchrole', 'postgres', 'role "nosuchrole" does not exist'],
  [undefined, 'nosuchdatabase', 'database "nosuchdatabase" does not exist'],
])('a database that refuses is not one that cannot be reached: %s %s', async (user, name, why) => {
  const url = new URL(database.url)
  if (user !== undefined) url.username = user
  url.pathname = name
  for (const [file, command] of [
    ['../main.ts', 'start'],
    ['migrate.ts', 'migrate'],
  ] as const) {
    const { errors, status } = await callCommand(file, [], { url: url.href })
    expect([status, errors]).toEqual([1, `${command}: DATABASE_URL: PostgreSQL refused: ${why}\n`])
  }
})

test('an option that is a setting is answered with the setting', async () => {
  const { errors } = await callCommand('../main.ts', ['--port', '3300'], { url: database.url })
  expect(errors).toBe(
    'start: unknown option --port; it is the setting PORT, an environment variable\n',
  )
})

test('a database that cannot be reached is one clear line', async () => {
  const url = 'postgres://nobody@127.0.0.1:9/none'
  const { errors, status } = await callCommand('../main.ts', [], { url })
  expect(status).toBe(1)
  expect(errors.split('\n')[0]).toStartWith('start: the database cannot be reached')
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
