import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import journal from '../../drizzle/meta/_journal.json'
import { callCommand, runCommand } from '../support/run-command'
import { dropDatabase } from '../support/test-database'
import { timeLimit } from '../support/until'
import { useTestDatabase } from '../support/use-test-database'
import { freePort } from './support/free-port'
import { startCommand } from './support/running-command'

const versions = journal.entries.length

const own = useTestDatabase()

/** A name of a database that is not there yet, and its address. */
async function createEmptyDatabase(options = sql``): Promise<string> {
  const name = `${own.url.slice(own.url.lastIndexOf('/') + 1)}_empty`
  await own.database.run(sql`create database ${sql.identifier(name)} ${options}`)
  return own.url.replace(/\/[^/]*$/, `/${name}`)
}

test('migrate applies what a database lacks, and a second time nothing', async () => {
  const url = await createEmptyDatabase()
  expect(await runCommand('commands/migrate.ts', [], { url })).toEqual({
    output: `applied ${versions} migrations\n`,
    errors: '',
    status: 0,
  })
  expect(await callCommand('migrate.ts', [], { url })).toEqual({
    output: 'nothing to apply\n',
    errors: '',
    status: 0,
  })
  await dropDatabase(url)
})

test('migrate takes no arguments', async () => {
  const { errors, status } = await callCommand('migrate.ts', ['all'], { url: own.url })
  expect([status, errors]).toEqual([1, "migrate: unexpected argument 'all'; see --help\n"])
})

test('what PostgreSQL refuses is one clear line', async () => {
  const url = await createEmptyDatabase()
  const name = sql.identifier(url.slice(url.lastIndexOf('/') + 1))
  await own.database.run(sql`alter database ${name} set default_transaction_read_only = on`)
  const { errors, status } = await callCommand('migrate.ts', [], { url })
  await dropDatabase(url)
  expect(status).toBe(1)
  expect(errors).toMatch(/^migrate: cannot execute CREATE \w+ in a read-only transaction\n$/)
})

describe('an address that is not that of a PostgreSQL is one clear line', () => {
  /** Answers each connection and each message with these texts, and closes nothing. */
  const listen = (first: string, answer: string) =>
    Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open: (socket) => void socket.write(first),
        data: (socket) => void socket.write(answer),
      },
    })
  const address = '127\\.0\\.0\\.1:\\d+'

  // Each waits for the time limit of a connection.
  test.concurrent.each([
    ['that is silent', '', '', '', `CONNECT_TIMEOUT ${address}`],
    ['that speaks HTTP', '', 'HTTP/1.1 400 Bad Request\r\n\r\n', '', `CONNECT_TIMEOUT ${address}`],
    ['that speaks first', 'SSH-2.0-OpenSSH_9.6\r\n', '', '', `CONNECT_TIMEOUT ${address}`],
    ['that accepts TLS only', '', 'S', '?sslmode=require', `CONNECT_TIMEOUT ${address}`],
  ])('a server %s', async (_, first, answer, options, issue) => {
    const server = listen(first, answer)
    const url = `postgres://user@127.0.0.1:${server.port}/jobs${options}`
    const start = performance.now()
    const { errors, status } = await runCommand('commands/migrate.ts', [], { url })
    server.stop(true)
    expect(status).toBe(1)
    expect(errors).toMatch(
      new RegExp(`^migrate: the database cannot be reached: write ${issue}\n$`),
    )
    expect(performance.now() - start).toBeLessThan(timeLimit(20_000))
  })

  test.each([
    ['two hosts', '127.0.0.1:1,127.0.0.1:2', 'connect ECONNREFUSED 127\\.0\\.0\\.1:2'],
    ['a socket', '%2Fnowhere%2F,:5432', 'connect ENOENT /nowhere/,:5432/\\.s\\.PGSQL\\.\\d+'],
  ])('%s without a server', async (_, host, issue) => {
    const url = `postgres://user@${host}/jobs`
    const { errors, status } = await callCommand('migrate.ts', [], { url })
    expect(status).toBe(1)
    expect(errors).toMatch(new RegExp(`^migrate: the database cannot be reached: ${issue}\n$`))
  })
})

test.each([
  ['migrate', 'migrate.ts'],
  ['start', '../main.ts'],
])('%s refuses a database that cannot hold all characters', async (name, file) => {
  const url = await createEmptyDatabase(sql`encoding 'LATIN1' locale 'C' template template0`)
  const run = await callCommand(file, [], { url })
  await dropDatabase(url)
  expect(run).toEqual({
    output: '',
    errors: `${name}: the encoding of the database is LATIN1; create it with ENCODING 'UTF8' TEMPLATE template0\n`,
    status: 1,
  })
})

describe('a database of another version', () => {
  beforeEach(async () => {
    await own.database.run(sql`delete from drizzle.__drizzle_migrations where hash like 'later%'`)
  })

  const later = (count: number) =>
    own.database.run(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'later ' || number, ${Date.now()}::bigint + number
      from generate_series(1, ${count}::integer) as number`)

  const ahead = (count: string) =>
    `the database is ${count} ahead of this version; run a newer version\n`

  test('is served by each worker when it is ahead, with one warning', async () => {
    await later(2)
    const env = { DATABASE_URL: own.url, PORT: freePort(), WORKERS: '2' }
    const { child, until, errors } = startCommand('main.ts', { env })
    await until(/^serving/gm)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    expect((await errors()).split(`warning: ${ahead('2 migrations')}`)).toEqual([
      '',
      expect.any(String),
    ])
  })

  test('is not written when it is ahead', async () => {
    await later(1)
    const { errors, status } = await callCommand('import.ts', ['/dev/null'], { url: own.url })
    expect([status, errors]).toEqual([1, `import: ${ahead('1 migration')}`])
  })

  test.each([
    ['keys', ['list']],
    ['usage', []],
  ])('lets %s look after keys when it is ahead', async (name, args) => {
    await later(1)
    const { errors, status } = await callCommand(`${name}.ts`, args, { url: own.url })
    expect([status, errors]).toEqual([0, ''])
  })

  test('is not served when it is behind', async () => {
    const url = await createEmptyDatabase()
    const { output, errors, status } = await callCommand('../main.ts', [], { url })
    expect([status, output, errors]).toEqual([
      1,
      '',
      `start: the database is ${versions} migrations behind; run: bun run migrate\n`,
    ])
    await dropDatabase(url)
  })
})
