import { createTarPacker, type TarPackController } from 'modern-tar'
import { formatInstant } from '../../values/instant'
import { type BackupTransaction, inBackupTransaction } from '../database/backup/backup-connection'
import {
  copyOut,
  Digester,
  listSequences,
  listTables,
  type TableDigest,
} from '../database/backup/tables'
import { findLastMigration } from '../database/migrations/migrations'
import { writeArchive } from './archive'
import { BackupError } from './backup-error'
import { MANIFEST, type Manifest } from './manifest'

/** Bytes of a file of an archive; a table is several files. */
const PART_BYTES = 4 * 1024 * 1024

/** A row comes from a line of an import, of 16 MB at most, and has less than four times as many bytes. */
const MAX_ROW_BYTES = 64 * 1024 * 1024
/** No file of an archive is larger: it ends with the row that reaches `PART_BYTES`. */
export const MAX_PART_BYTES = PART_BYTES + MAX_ROW_BYTES

export interface BackupOptions {
  signal: AbortSignal
  /** The share that is done, from 0 to 1, and the bytes so far. */
  onProgress: (share: number, bytes: number) => void
}

/**
 * Copies all tables of a catalogue, as they are at one moment, into a new archive. Writers and readers go on meanwhile.
 * Returns the size of the archive and its contents.
 */
export async function writeBackup(
  url: string,
  path: string,
  options: BackupOptions,
): Promise<{ bytes: number; manifest: Manifest }> {
  const { signal } = options
  return await inBackupTransaction(url, { kind: 'read', signal }, async (transaction) => {
    const lastMigration = await findLastMigration(transaction)
    if (lastMigration === undefined)
      throw new BackupError('the database has no catalogue; run: bun run migrate')
    const header = { createdAt: formatInstant(new Date()), lastMigration }
    const { readable, controller } = createTarPacker()
    const packing = packTables(transaction, controller, options)
    packing.catch((error: unknown) => controller.error(error))
    // It fails with the error of the tables too, once its file is removed.
    const bytes = await writeArchive(path, header, readable)
    return { bytes, manifest: await packing }
  })
}

async function packTables(
  transaction: BackupTransaction,
  controller: TarPackController,
  { signal, onProgress }: BackupOptions,
): Promise<Manifest> {
  const tables = await listTables(transaction)
  const all = tables.reduce((sum, { diskBytes }) => sum + diskBytes, 0)
  const digests: TableDigest[] = []
  let [finished, bytes] = [0, 0]
  for (const table of tables) {
    const digester = new Digester(table)
    let number = 0
    for await (const part of parts(copyOut(transaction, table))) {
      signal.throwIfAborted()
      digester.add(part)
      number += 1
      await add(controller, `tables/${table.name}/${String(number).padStart(6, '0')}.copy`, part)
      bytes += part.length
      onProgress((finished + Math.min(digester.bytes, table.diskBytes)) / all, bytes)
    }
    finished += table.diskBytes
    digests.push(digester.digest())
  }
  const [server] = await transaction<{ version: string }[]>`
    select current_setting('server_version') as version`
  const manifest = {
    postgres: server?.version ?? '',
    tables: digests,
    // Read last: a sequence is never behind the rows that its numbers are in.
    sequences: await listSequences(transaction),
  }
  await add(controller, MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
  controller.finalize()
  return manifest
}

async function add(
  controller: TarPackController,
  name: string,
  content: Uint8Array,
): Promise<void> {
  const writer = controller
    .add({ name, size: content.length, mode: 0o600, mtime: new Date(0) })
    .getWriter()
  await writer.write(content)
  await writer.close()
}

/** The chunks of a copy, joined to parts of at least `PART_BYTES`; the last is shorter. */
async function* parts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    yield Buffer.concat(waiting)
    ;[waiting, length] = [[], 0]
  }
  if (length > 0) yield Buffer.concat(waiting)
}
