/**
 * Runs commands and the service, with two workers, behind PgBouncer, in session and in transaction mode:
 * `bun tests/examples/pooler.ts`, with Debian's `pgbouncer`. `FAULTS_POSTGRES_BIN=/usr/lib/postgresql/15/bin` runs it on Debian's PostgreSQL.
 */
import { Database } from 'bun:sqlite'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findServerUser, giveTo } from '../../src/embedded-postgres/server-user'
import { freePort } from '../commands/support/free-port'
import { startCommand } from '../commands/support/running-command'
import { createOwnPostgres } from '../faults/support/own-postgres'
import { Report } from '../faults/support/report'
import { runCommand } from '../support/run-command'

const pgbouncer = Bun.which('pgbouncer') ?? Bun.which('pgbouncer', { PATH: '/usr/sbin' })
if (pgbouncer === null) throw new Error('there is no PgBouncer; run apt-get install pgbouncer')

const PATHS = [
  'jobs?limit=100',
  'jobs?country=US&title=nurse&limit=20',
  'active-ats?title_advanced=manager%20%26%20!senior&time_frame=6m',
  'active-ats?time_frame=6m&limit=100',
  'active-ats-count?time_frame=6m&country=CA',
  'no-such-path',
]
const POSTING = {
  source: 'careerpage',
  title: 'Welder',
  countries: ['CA'],
}

const server = await createOwnPostgres({ fsync: 'off', max_connections: '100' })
const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
chmodSync(folder, 0o755)
const user = findServerUser(folder)
giveTo(folder, user)

/** A board of Lever with one posting. */
const vendor = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () =>
    Response.json([
      {
        id: 'posting',
        text: 'Nurse',
        hostedUrl: 'https://jobs.lever.co/acme/posting',
        categories: { location: 'Boston, MA' },
        description: '<p>Nights</p>',
      },
    ]),
})

/** Starts PgBouncer in front of the server. */
async function startPooler(mode: string, port: string) {
  const direct = new URL(server.url)
  const file = join(folder, `${mode}.ini`)
  writeFileSync(
    file,
    `[databases]
${direct.username} = host=127.0.0.1 port=${direct.port} user=${direct.username} password=${direct.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 30 : 4}
`,
  )
  const child = Bun.spawn([pgbouncer ?? '', '--quiet', file], {
    stdio: ['ignore', 'ignore', 'ignore'],
    uid: user.uid,
    gid: user.gid,
  })
  await Bun.sleep(500)
  return child
}

/** The statuses and bodies of `PATHS`, all asked at once. */
const answers = (base: string, key: string) =>
  Promise.all(
    PATHS.map(async (path) => {
      const headers = { authorization: `Bearer ${key}` }
      const response = await fetch(`${base}/v1/${path}`, { headers })
      const text = await response.text()
      return `${response.status} ${response.ok ? text : ''}`
    }),
  )

async function serve(url: string, workers: number) {
  const settings = { LOG_LEVEL: 'warn', WORKERS: String(workers), PORT: await freePort() }
  const env = { DATABASE_URL: url, ...settings }
  const service = startCommand('main.ts', { env })
  const [base = ''] = await service.until(/^serving (\S+)$/gm)
  return { service, base }
}

const report = new Report('the service behind PgBouncer')
try {
  for (const mode of ['session', 'transaction']) {
    report.section(`${mode} mode`)
    const port = await freePort()
    const pooled = new URL(server.url)
    pooled.port = port
    const url = pooled.href
    let pooler = await startPooler(mode, port)
    const run = (file: string, ...args: string[]) =>
      runCommand(`commands/${file}.ts`, args, {
        url,
        env: { COLLECT_CONTACT: 'pooler@example.com', COLLECT_REPLAY_URL: vendor.url.origin },
        input: JSON.stringify({ ...POSTING, url: `https://acme.example/${mode}` }),
      })

    const migrate = await run('migrate')
    if (mode === 'session') report.promise('migrate', migrate.status === 0, migrate.errors)
    else report.promise('migrate is refused', migrate.errors.includes('hold a lock'))
    const seed = await run('seed', '--jobs', '300')
    if (mode === 'session') report.promise('seed', seed.status === 0, seed.output.trim())
    const imported = await run('import', '-')
    report.promise('import', imported.status === 0, imported.output.trim())
    const added = await run('boards', 'add', '--into-sample', `https://jobs.lever.co/acme-${mode}`)
    report.promise('boards add', added.status === 0, added.errors)
    const collected = await run('collect', '--once')
    const isCollected = collected.output.includes('created 1')
    report.promise('collect', isCollected, collected.output.trim())
    const backup = await run('backup', join(folder, `${mode}.tar.zst`))
    report.promise('backup', backup.status === 0, backup.errors)
    const key = (await run('keys', 'create', mode)).output.trim()

    const [direct, behind] = [await serve(server.url, 1), await serve(url, 2)]
    await behind.service.until(/behind a connection pooler/g)
    const expected = await answers(direct.base, key)
    let equal = 0
    for (let round = 0; round < 10; round += 1) {
      if (Bun.deepEquals(await answers(behind.base, key), expected)) equal += 1
    }
    report.promise('answers are those of the direct address, ten times', equal === 10, equal)
    report.figure('statuses', expected.map((answer) => answer.slice(0, 3)).join(' '))

    const copy = join(folder, `${mode}.sqlite`)
    const args = ['--from', behind.base, '--into', copy, '--once', '--country', 'CA']
    const env = { CATALOGUE_KEY: key }
    const mirror = await runCommand('commands/mirror.ts', args, { url, env })
    using database = new Database(copy, { readonly: true })
    const count = database.query('select count(*) as jobs from jobs').get()
    report.promise('mirror', mirror.status === 0, count ?? mirror.errors)

    pooler.kill('SIGKILL')
    await pooler.exited
    pooler = await startPooler(mode, port)
    await answers(behind.base, key)
    await Bun.sleep(1_000)
    const again = await answers(behind.base, key)
    report.promise('answers after PgBouncer was killed', Bun.deepEquals(again, expected))
    for (const { service } of [direct, behind]) {
      service.child.kill('SIGTERM')
      report.promise('the service ends', (await service.child.exited) === 0)
    }
    pooler.kill('SIGKILL')
    await pooler.exited
  }
} finally {
  await vendor.stop(true)
  await server.drop()
  rmSync(folder, { recursive: true, force: true })
}
report.end()
