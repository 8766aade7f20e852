/**
 * Runs the commands of docs/recover.md, "A PostgreSQL of your own", as they stand there, on Debian's PostgreSQL with a
 * catalogue in it: `bun tests/examples/own-postgres.ts`, as root. They must bring back every row of every table.
 */
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { findServerUser, giveTo } from '../../src/embedded-postgres/server-user'
import { freePort } from '../commands/support/free-port'
import { createOwnPostgres } from '../faults/support/own-postgres'
import { Report } from '../faults/support/report'
import { runCommand } from '../support/run-command'

const [programs] = [
  ...new Glob('/usr/lib/postgresql/*/bin').scanSync({ cwd: '/', onlyFiles: false }),
]
  .toSorted()
  .reverse()
if (programs === undefined)
  throw new Error('there is no PostgreSQL; run apt-get install postgresql')

const page = await Bun.file(join(import.meta.dir, '../../docs/recover.md')).text()
const section = page.split('\n## A PostgreSQL of your own\n')[1]?.split('\n## ')[0] ?? ''
const [create, dump, restore, archive, base, recover, ...more] = [
  ...section.matchAll(/```bash\n(.*?)```/gs),
].map(([, text = '']) => text)
if (recover === undefined || more.length > 0) throw new Error('the section has other commands')

const root = mkdtempSync(join(tmpdir(), 'own-postgres-'))
chmodSync(root, 0o755)
const user = findServerUser(root)
giveTo(root, user)
const port = freePort()
const urlOf = (database: string) => `postgres://job_catalogue@127.0.0.1:${port}/${database}`
const environment = {
  PATH: `/${programs}:/usr/bin:/bin`,
  HOME: root,
  LC_ALL: 'C.UTF-8',
  PGDATA: join(root, 'data'),
  BACKUPS: join(root, 'backups'),
  PGHOST: '127.0.0.1',
  PGPORT: port,
  DATABASE_URL: urlOf('catalogue'),
}
mkdirSync(environment.BACKUPS)
giveTo(environment.BACKUPS, user)

/** Runs commands as the server's user, and stops at the first that fails. */
async function shell(commands = '', env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(['bash', '-euo', 'pipefail', '-c', commands], {
    cwd: root,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    uid: user.uid,
    gid: user.gid,
  })
  const [output, issues] = await Promise.all([child.stdout.text(), child.stderr.text()])
  if ((await child.exited) !== 0) throw new Error(`${commands}\n${output}${issues}`)
  return output
}

async function run(file: string, ...args: string[]): Promise<void> {
  const { errors, status } = await runCommand(file, args, { url: environment.DATABASE_URL })
  if (status !== 0) throw new Error(errors)
}

/** A hash of the rows of each table. A sequence may be ahead after a recovery: PostgreSQL logs 32 values at once. */
const CONTENT = `
  select format('select %L, md5(coalesce(string_agg(t::text, chr(10) order by t::text), %L)) from %I.%I t',
    tablename, '', schemaname, tablename)
  from pg_tables where schemaname in ('public', 'drizzle') order by 1 \\gexec`
const contentOf = (url: string) =>
  shell(
    `psql --no-psqlrc --quiet --no-align --tuples-only --set ON_ERROR_STOP=1 "$URL" <<'END'${CONTENT}\nEND`,
    {
      URL: url,
    },
  )

const report = new Report(`docs/recover.md on ${(await shell('postgres --version')).trim()}`)
const newer = await createOwnPostgres({ fsync: 'off' })
try {
  await shell('initdb --auth trust --encoding UTF8 --locale C.UTF-8 --username postgres')
  appendFileSync(
    join(environment.PGDATA, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${root}'\n`,
  )
  await shell('pg_ctl start --wait --log "$BACKUPS/postgres.log" >/dev/null')
  await shell(create, { PGUSER: 'postgres' })
  const postgres = { PGUSER: 'postgres', PGDATABASE: 'postgres' }
  await run('commands/migrate.ts')
  await run('commands/seed.ts', '--jobs', '1000')
  const first = await contentOf(environment.DATABASE_URL)
  report.figure('tables', first.trim().split('\n').length)

  await shell(dump, postgres)
  await shell(restore, postgres)
  report.promise('a restored dump has every row', (await contentOf(urlOf('restored'))) === first)

  await shell(`${archive}${base}`, postgres)
  await run('commands/seed.ts', '--jobs', '1000', '--random', '2')
  const second = await contentOf(environment.DATABASE_URL)
  const instant = (
    await shell('psql --no-align --tuples-only --command "select now()"', postgres)
  ).trim()
  await shell('sleep 1; psql --command "drop table jobs cascade" "$DATABASE_URL"')
  await shell(recover.replace(/^INSTANT=.*$/m, `INSTANT='${instant}'`), postgres)
  report.promise(
    'recovery brings back the rows of the instant',
    (await contentOf(environment.DATABASE_URL)) === second,
  )
  report.promise('and those of before it differ', first !== second)
  const timeline = await shell(
    'psql --no-align --tuples-only --command "select timeline_id from pg_control_checkpoint()"',
    postgres,
  )
  report.promise('on a new timeline', timeline.trim() === '2', timeline.trim())

  const file = join(root, 'catalogue.tar.zst')
  await run('commands/backup.ts', file)
  await newer.asSuperuser('drop database catalogue')
  await newer.asSuperuser('create database catalogue template template0')
  const { errors, status } = await runCommand('commands/restore.ts', [file], { url: newer.url })
  report.promise('a backup is restored on a newer PostgreSQL', status === 0, errors)
} finally {
  await shell('pg_ctl stop --mode immediate').catch(() => undefined)
  await newer.drop()
  rmSync(root, { recursive: true, force: true })
}
report.end()
