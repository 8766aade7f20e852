import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connect } from '../../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../../src/catalogue/database/migrations/migrations'
import { runImport } from './import-run'
import { createOwnPostgres } from './own-postgres'
import type { Report } from './report'

/** Imports 20,000 postings where there is room for some, then, with room for all, again. */
export async function fullDisk(report: Report, file: string): Promise<void> {
  const disk = mkdtempSync(join(tmpdir(), 'catalogue-small-disk-'))
  if (!mount('-t', 'tmpfs', '-o', 'size=170m,mode=755', 'small', disk)) {
    report.figure('not tried', 'this process may not mount a file system')
    rmSync(disk, { recursive: true })
    return
  }
  try {
    const settings = {
      fsync: 'off',
      max_wal_size: '64MB',
      min_wal_size: '32MB',
      wal_level: 'minimal',
      max_wal_senders: '0',
    }
    const server = await createOwnPostgres(settings, disk)
    try {
      await applyMigrations(server.url)
      const full = await runImport(server.url, file)
      report.figure('on the full disk', full)
      report.promise(
        'the import ends with 1 and says why',
        full.status === 1 && full.issues.length > 0,
      )
      mount('-o', 'remount,size=2g', disk)
      if (!server.isRunning()) await server.start()
      report.figure('jobs written before', await whole(server.url, report))
      const again = await runImport(server.url, file)
      report.figure('again with room', again)
      report.promise('run again it finishes', again.status === 0)
      report.promise('with every posting once', (await whole(server.url, report)) === 20_000)
    } finally {
      await server.drop()
    }
  } finally {
    Bun.spawnSync(['umount', disk])
    rmSync(disk, { recursive: true })
  }
}

/** Counts the jobs; every one must have its document and its event, and the counter must be the last number. */
async function whole(url: string, report: Report): Promise<number> {
  const database = connect({ url, poolSize: 1 })
  const [row] = await database.run<{ jobs: bigint; broken: bigint }>(sql`
    select count(*) as jobs,
      count(*) filter (where not exists (select from job_documents where job_id = jobs.id)
        or not exists (select from changes where job_id = jobs.id and event = 'created'))
      + (select count(*) from change_counters counter where last_seq <>
          (select count(*) from changes where changes.country = counter.country)) as broken
    from jobs`)
  await database.close()
  report.promise('batches are whole', row?.broken === 0n)
  return Number(row?.jobs)
}

/** Whether it could: only root may mount. */
export function mount(...args: string[]): boolean {
  return Bun.spawnSync(['mount', ...args]).exitCode === 0
}
