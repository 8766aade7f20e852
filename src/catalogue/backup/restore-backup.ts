import { Readable } from 'node:stream'
import { createTarDecoder } from 'modern-tar'
import { type BackupTransaction, inBackupTransaction } from '../database/backup/backup-connection'
import {
  digestTables,
  emptyTables,
  finishTables,
  TableLoader,
} from '../database/backup/load-tables'
import {
  findSequenceBehind,
  listSequences,
  listTables,
  type Table,
} from '../database/backup/tables'
import { applyMigrationsUntil, isEmptyDatabase } from '../database/migrations/migrations'
import type { Archive } from './archive'
import { BackupError } from './backup-error'
import { MANIFEST, type Manifest, readManifest } from './manifest'
import { MAX_PART_BYTES } from './write-backup'

export interface RestoreOptions {
  signal: AbortSignal
  /** What is done (`restored`, `checked`), and the share, from 0 to 1. */
  onProgress: (done: string, share: number) => void
}

/**
 * Fills an empty database from an archive, in one transaction: killed at any moment, it leaves nothing or all. Reads
 * everything back and compares it with the archive before it commits. The migrations are the ones of the archive.
 */
export async function restoreBackup(
  url: string,
  archive: Archive,
  options: RestoreOptions,
): Promise<Manifest> {
  const { signal } = options
  return await inBackupTransaction(url, { kind: 'write', signal }, async (transaction) => {
    if (!(await isEmptyDatabase(transaction))) {
      throw new BackupError('the database is not empty; restore into a new one')
    }
    const { lastMigration } = archive.header
    if (!(await applyMigrationsUntil(transaction, lastMigration))) {
      throw new BackupError(
        'the backup is of a newer version of this service; restore it with that version',
      )
    }
    const deferred = await emptyTables(transaction)
    const manifest = await loadTables(transaction, archive, options)
    await finishTables(transaction, deferred, manifest.sequences)
    const behind = await findSequenceBehind(transaction)
    if (behind !== undefined) {
      const { name, last, greatest } = behind
      throw new BackupError(
        `the manifest of the backup sets the sequence ${name} to ${last}, and a row has ${greatest}; nothing was kept`,
      )
    }
    await compare(transaction, manifest, options)
    return manifest
  })
}

async function loadTables(
  transaction: BackupTransaction,
  archive: Archive,
  { signal, onProgress }: RestoreOptions,
): Promise<Manifest> {
  const tables = await listTables(transaction)
  const sequences = await listSequences(transaction)
  const byName = new Map(tables.map((table) => [table.name, table]))
  const loader = new TableLoader(transaction)
  const tar = Readable.toWeb(
    Readable.from(archive.read((bytes) => onProgress('restored', bytes / archive.bytes))),
  )
  let manifest: Manifest | undefined
  try {
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      signal.throwIfAborted()
      requirePart(header, manifest)
      const content = new Uint8Array(await new Response(body).arrayBuffer())
      if (header.name === MANIFEST) manifest = readManifest(content, { tables, sequences })
      else await loader.write(tableOf(header.name, byName), content)
    }
    await loader.end()
  } catch (error) {
    loader.abandon(error)
    throw error
  }
  if (manifest === undefined) throw new BackupError('the backup has no manifest; nothing was kept')
  return manifest
}

function requirePart(
  { name, size }: { name: string; size: number },
  manifest: Manifest | undefined,
): void {
  if (manifest !== undefined) {
    throw new BackupError(`the backup has ${name} behind its manifest; nothing was kept`)
  }
  if (size <= MAX_PART_BYTES) return
  throw new BackupError(
    `${name} of the backup has ${size} bytes, and bun run backup writes at most ${MAX_PART_BYTES} into a file; nothing was kept`,
  )
}

function tableOf(path: string, tables: ReadonlyMap<string, Table>): Table {
  const [, name = ''] = path.split('/')
  const table = tables.get(name)
  if (table === undefined)
    throw new BackupError(`the backup has a table that is unknown: ${name}; nothing was kept`)
  return table
}

async function compare(
  transaction: BackupTransaction,
  { tables }: Manifest,
  { onProgress }: RestoreOptions,
): Promise<void> {
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const restored = await digestTables(transaction, tables, (bytes) => {
    done += bytes
    onProgress('checked', done / all)
  })
  for (const [at, { name, rows, sha256 }] of tables.entries()) {
    const found = restored[at]
    if (found?.sha256 === sha256 && found.rows === rows) continue
    throw new BackupError(
      `the table ${name} was restored with ${found?.rows} rows, and the backup has ${rows}, or their values differ; nothing was kept`,
    )
  }
}
