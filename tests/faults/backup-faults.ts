/**
 * Backups of an embedded catalogue while postings are imported, backups and restores that are killed at any moment, and those
 * that fill a disk: `bun tests/faults/backup-faults.ts [rounds]`. Every file that exists is restored and held against itself.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connect } from '../../src/catalogue/database/client/connection'
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'
import { mount } from './support/full-disk'
import { Report } from './support/report'

const ROUNDS = Number(process.argv[2] ?? 10)
const COMMANDS = join(import.meta.dir, '../../src/commands')

const report = new Report(`${ROUNDS} backups during imports`)
const root = mkdtempSync(join(tmpdir(), 'backup-faults-'))
chmodSync(root, 0o755)
const original = join(root, 'original')

function spawn(
  command: string,
  dataDir: string,
  ...args: string[]
): Bun.Subprocess<'ignore', 'ignore', 'inherit'> {
  return Bun.spawn([process.execPath, join(COMMANDS, `${command}.ts`), ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Kills a command after up to `limitMs`; whether it had ended by itself. */
async function killed(child: Bun.Subprocess, limitMs: number): Promise<boolean> {
  const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * limitMs)
  const status = await child.exited
  clearTimeout(timer)
  return status === 0
}

interface Figures {
  jobs: number
  issues: number
}

/**
 * The jobs, and how many rows contradict others: gaps of the change log that no generation left, jobs without a document, pages
 * that are damaged.
 */
async function examine(dataDir: string): Promise<Figures> {
  const server = await startEmbedded({ dataDir })
  const database = connect({ url: server.url, poolSize: 1 })
  try {
    const [figures] = await database.run<Figures>(sql`
      select (select count(*)::integer from jobs) as jobs,
        ((select count(*) from change_counters c
          where last_seq <> (select count(*) from changes where country = c.country)
            + (select coalesce(sum(skipped_to - last_seq), 0) from change_gaps where country = c.country))
        + (select count(*) from jobs full join job_documents on job_id = id where id is null or job_id is null)
        + (select count(*) from jobs full join postings on job_id = id where id is null or job_id is null)
        + (select count(*) from jobs where not exists (select from changes where job_id = id))
        + (select case when max(id) > (select last_value from jobs_id_seq) then 1 else 0 end from jobs)
        )::integer as issues`)
    return figures ?? { jobs: -1, issues: -1 }
  } finally {
    await database.close()
    await server.stop()
  }
}

/** Whether a data directory has a catalogue. */
async function isWholeIn(dataDir: string): Promise<boolean> {
  const server = await startEmbedded({ dataDir })
  const database = connect({ url: server.url, poolSize: 1 })
  try {
    const found = await database.run(sql`select from pg_tables where schemaname = 'public' limit 1`)
    return found.length > 0
  } finally {
    await database.close()
    await server.stop()
  }
}

/** The status of a command, and what it says of an error. */
async function outcome(command: string, dataDir: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, join(COMMANDS, `${command}.ts`), ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const errors = await child.stderr.text()
  const issue = errors.split('\n').findLast((line) => line.startsWith(`${command}: `))
  return { status: await child.exited, issue }
}

/** Enough for a start, which may need 16 MB of WAL, and less than a thousand jobs take. */
const ROOM_BYTES = 22 * 1024 * 1024

/** Writes a backup, and then restores one, where the disk has too little room, and again where it has enough. */
async function onSmallDisks(file: string): Promise<void> {
  const disk = join(root, 'small')
  mkdirSync(disk)
  if (!mount('-t', 'tmpfs', '-o', 'size=256k,mode=755', 'small', disk)) {
    report.figure('a full disk', 'not tried: this process may not mount a file system')
    return
  }
  try {
    const backup = await outcome('backup', original, join(disk, 'backup'))
    const left = readdirSync(disk)
    report.promise(
      'a backup for which the disk has no room says so and leaves nothing',
      backup.status === 1 && backup.issue?.includes('no space left') === true && left.length === 0,
      { ...backup, left },
    )
    const restored = join(disk, 'restored')
    mount('-o', 'remount,size=2g', disk)
    report.promise('a new database is empty', !(await isWholeIn(restored)))
    const { blocks, bfree, bsize } = statfsSync(disk)
    mount('-o', `remount,size=${(blocks - bfree) * bsize + ROOM_BYTES}`, disk)
    const full = await outcome('restore', restored, file)
    report.promise(
      'a restore for which the disk has no room says so',
      full.status === 1 && full.issue?.includes('did not start') === false,
      full,
    )
    mount('-o', 'remount,size=2g', disk)
    report.promise('and leaves an empty database', !(await isWholeIn(restored)))
    const again = await outcome('restore', restored, file)
    const figures = await examine(restored)
    report.promise(
      'with room it restores everything',
      again.status === 0 && figures.jobs > 0 && figures.issues === 0,
      { ...again, ...figures },
    )
  } finally {
    Bun.spawnSync(['umount', disk])
  }
}

try {
  await spawn('migrate', original).exited
  const held = await startEmbedded({ dataDir: original })
  const counts = { whole: 0, killed: 0, restores: 0, killedRestores: 0 }
  const wrong: string[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const importing = spawn('seed', original, '--jobs', '500', '--random', String(round))
    await Bun.sleep(Math.random() * 2_000)
    const file = join(root, `round-${round}`)
    const child = spawn('backup', original, file)
    const isWhole = round % 2 === 0 ? (await child.exited) === 0 : await killed(child, 1_500)
    if (isWhole && !existsSync(file)) wrong.push(`round ${round}: there is no backup`)
    counts[isWhole ? 'whole' : 'killed'] += 1
    await importing.exited
    // One that was killed at its very end is whole too.
    if (!existsSync(file)) continue

    const restored = join(root, `restored-${round}`)
    if (!(await killed(spawn('restore', restored, file), 3_000))) counts.killedRestores += 1
    // One that was killed leaves an empty database or a whole catalogue.
    if (!(await isWholeIn(restored)) && (await spawn('restore', restored, file).exited) !== 0) {
      wrong.push(`round ${round}: a restore cannot be repeated: ${readdirSync(restored)}`)
    }
    const { jobs, issues } = await examine(restored)
    counts.restores += 1
    if (jobs < 0 || issues !== 0) wrong.push(`round ${round}: ${jobs} jobs, ${issues} issues`)
    report.figure(`round ${round}`, `${jobs} jobs`)
    rmSync(restored, { recursive: true })
  }
  const file = join(root, 'last')
  await spawn('backup', original, file).exited
  await onSmallDisks(file)
  await held.stop()
  const parts = readdirSync(root).filter((name) => name.endsWith('.unfinished'))
  report.promise('a backup removes the parts of those that were killed', parts.length === 0, parts)
  report.figure('backups and restores', counts)
  report.promise(
    'every backup that exists is restored, and agrees with itself',
    wrong.length === 0,
    wrong,
  )
  const last = await examine(original)
  report.promise('so does the catalogue that was copied', last.issues === 0, last)
} finally {
  rmSync(root, { recursive: true, force: true })
}
report.end()
