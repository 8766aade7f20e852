import { messageOf } from '../values/errors'
import { SUPERUSER } from './cluster'
import { EmbeddedPostgresError } from './embedded-postgres-error'
import { ReplicationClient } from './replication-client'

/** `total` is an estimate: the catalogue changes meanwhile. */
type Progress = (doneBytes: number, totalBytes: number) => void

/**
 * Copies a running cluster as pg_basebackup does: a tar archive with the WAL that makes the copy consistent. Throws at the
 * first page whose checksum is wrong, and when `signal` aborts.
 */
export async function* readBaseBackup(
  socketDirectory: string,
  signal: AbortSignal,
  onProgress: Progress,
): AsyncGenerator<Buffer> {
  const client = await ReplicationClient.open(socketDirectory, SUPERUSER).catch(explainRefusal)
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => client.close())
    // The server keeps the WAL from here on until the connection closes.
    const slot = `backup_${process.pid}_${Date.now()}`
    for await (const _ of client.query(
      `CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`,
    ));
    const options = "LABEL 'job-catalogue', PROGRESS, CHECKPOINT 'fast', WAL, WAIT false"
    let doneBytes = 0
    let totalBytes = 0
    for await (const { type, body } of client.query(`BASE_BACKUP (${options}, MANIFEST 'no')`)) {
      if (type === 'D') totalBytes = lastNumber(body) * 1024 || totalBytes
      // In the copy, a first byte tells the tar archive (d) from its name and from reports of progress.
      if (type !== 'd' || body[0] !== 0x64) continue
      const data = body.subarray(1)
      doneBytes += data.length
      onProgress(doneBytes, totalBytes)
      yield data
    }
  } finally {
    client.close()
  }
}

function explainRefusal(error: unknown): never {
  const message = messageOf(error)
  if (!message.includes('max_wal_senders')) throw error
  throw new EmbeddedPostgresError(
    `${message}; wait until other backups have ended, or restart the service if it was started by version 1.0.0`,
    { cause: error },
  )
}

/** The last column of a row; the rows before the copy end with the size in kilobytes. */
function lastNumber(row: Buffer): number {
  let position = 2
  let text = ''
  while (position < row.length) {
    const length = Math.max(0, row.readInt32BE(position))
    text = row.toString('utf8', position + 4, position + 4 + length)
    position += 4 + length
  }
  return Number(text)
}
