import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { messageOf } from '../../values/errors'
import { BackupError } from './backup-error'

/**
 * An archive is a file that `tar --zstd` reads: a header, the compressed tar archive, and the SHA-256 of all before it.
 * Header and hash are in skippable frames of zstd: this number, the length and the content.
 */
const SKIPPABLE = 0x184d2a5b
const FRAME_BYTES = 8
const HASH_BYTES = 32
const TRAILER_BYTES = FRAME_BYTES + HASH_BYTES
const MAX_HEADER_BYTES = 4096

/** Raise it when an older version cannot restore what this one writes. Format 1 was a copy of PostgreSQL's files. */
const FORMAT = 2

export interface ArchiveHeader {
  format: number
  createdAt: string
  /** When the last migration of the catalogue was made, in milliseconds, as drizzle/meta/_journal.json has it. */
  lastMigration: number
}

export type Archive = {
  header: ArchiveHeader
  bytes: number
  /** The tar archive. */
  read(onProgress: (bytes: number) => void): AsyncIterable<Buffer>
}

/**
 * Writes an archive under a temporary name beside the path, and renames it when it is whole and on the disk. Returns its size
 * in bytes. A process that is killed leaves `PATH.HOST-PID.unfinished`, which the next one that writes into the folder removes.
 */
export async function writeArchive(
  path: string,
  header: Omit<ArchiveHeader, 'format'>,
  tar: AsyncIterable<Uint8Array>,
): Promise<number> {
  await removeUnfinished(dirname(path))
  const unfinished = `${path}.${HOST}-${process.pid}.unfinished`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    const bytes = await writeFrames(file, { path, header }, tar)
    await file.sync()
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
    return bytes
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

const HOST = hostname().split('.')[0]

/** A running backup writes all the time. */
const ABANDONED_MS = 24 * 60 * 60_000

/**
 * Removes unfinished files of processes of this host that have ended, and files of other hosts that did not change for a day:
 * other hosts may write into the same folder. A file with the number of this process belongs to an earlier one: this one has
 * written nothing yet.
 */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, host, pid] = /\.([^./]+)-(\d{1,9})\.unfinished$/.exec(name) ?? []
    if (host === undefined || pid === undefined) continue
    const path = join(folder, name)
    const isGone = host === HOST && (Number(pid) === process.pid || !isRunning(Number(pid)))
    if (isGone || (await age(path)) > ABANDONED_MS) await rm(path, { force: true })
  }
}

/** Milliseconds since the last write; 0 for a file that is gone. */
async function age(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined)
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function writeFrames(
  file: FileHandle,
  { path, header }: { path: string; header: Omit<ArchiveHeader, 'format'> },
  tar: AsyncIterable<Uint8Array>,
): Promise<number> {
  const hash = createHash('sha256')
  let bytes = 0
  const write = async (chunk: Buffer): Promise<void> => {
    hash.update(chunk)
    await file.writeFile(chunk).catch((cause: unknown) => {
      throw new BackupError(`cannot write ${path}: ${messageOf(cause)}`)
    })
    bytes += chunk.length
  }
  await write(frame(Buffer.from(JSON.stringify({ format: FORMAT, ...header }))))
  await pipeline(Readable.from(tar), createZstdCompress(), async (compressed) => {
    for await (const chunk of compressed) await write(chunk)
  })
  await write(frame(hash.copy().digest()))
  return bytes
}

/** Writes the names of a directory to the disk. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  await directory.sync()
  await directory.close()
}

/** Reads the whole file once and throws if it is not exactly what `writeArchive` wrote. */
export async function openArchive(
  path: string,
  onProgress: (bytes: number, total: number) => void,
): Promise<Archive> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) throw new BackupError(`cannot read ${path}`)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new BackupError(`${path} is not a file`)
    const { size } = stats
    const { header, end } = await readHeader(file, path)
    const hash = createHash('sha256')
    const hashed = createReadStream(path, { end: Math.max(end, size - TRAILER_BYTES) - 1 })
    let done = 0
    for await (const chunk of hashed) {
      hash.update(chunk)
      done += chunk.length
      onProgress(done, size)
    }
    const trailer = await readAt(file, done, TRAILER_BYTES + 1)
    if (!trailer.equals(frame(hash.digest()))) {
      throw new BackupError(`${path} is damaged or cut off`)
    }
    return { header, bytes: size, read: (report) => readTar(path, end, done, report) }
  } finally {
    await file.close()
  }
}

async function readHeader(
  file: FileHandle,
  path: string,
): Promise<{ header: ArchiveHeader; end: number }> {
  const start = await readAt(file, 0, FRAME_BYTES)
  const length = start.length === FRAME_BYTES ? start.readUInt32LE(4) : 0
  if (length === 0 || length > MAX_HEADER_BYTES || start.readUInt32LE(0) !== SKIPPABLE) {
    throw new BackupError(`${path} is not a file that bun run backup wrote`)
  }
  const header = parseHeader((await readAt(file, FRAME_BYTES, length)).toString())
  if (header === undefined) throw new BackupError(`${path} is damaged or cut off`)
  if (header.format < FORMAT) {
    throw new BackupError(
      `${path} is a copy of PostgreSQL's files, which an earlier version wrote; restore it with that version, and back it up with this one`,
    )
  }
  if (header.format > FORMAT) {
    throw new BackupError(
      `${path} has format ${header.format} and this version reads formats up to ${FORMAT}; restore it with a newer version`,
    )
  }
  return { header, end: FRAME_BYTES + length }
}

function parseHeader(text: string): ArchiveHeader | undefined {
  try {
    const { format, createdAt, lastMigration = 0 } = JSON.parse(text)
    const isKnown = Number.isInteger(format) && Number.isInteger(lastMigration)
    return isKnown ? { format, createdAt: String(createdAt), lastMigration } : undefined
  } catch {
    return undefined
  }
}

async function* readTar(
  path: string,
  begin: number,
  end: number,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const compressed = createReadStream(path, { start: begin, end: end - 1 })
  const tar = compressed.pipe(createZstdDecompress())
  compressed.once('error', (error) => tar.destroy(error))
  for await (const chunk of tar) {
    onProgress(begin + compressed.bytesRead)
    yield chunk
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function frame(content: Buffer): Buffer {
  const start = Buffer.alloc(FRAME_BYTES)
  start.writeUInt32LE(SKIPPABLE, 0)
  start.writeUInt32LE(content.length, 4)
  return Buffer.concat([start, content])
}
