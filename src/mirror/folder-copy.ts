import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CryptoHasher } from 'bun'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { calendarDay } from '../values/instant'
import { Checkpoint, DamagedCopy, parseJson } from './checkpoint'
import { replace, sync, unlessMissing } from './files'
import { type Copy, leftJobs } from './mirror'

/** The lengths of files in bytes: a snapshot of the jobs, then the events of each day, in the order in which they apply. */
const Lengths = Type.Record(Type.String(), Type.Integer({ minimum: 0 }))

/**
 * The version of the format of a folder. Increase it when an earlier mirror could not go on with the copy, or this one with
 * its.
 */
const FORMAT = 2

/**
 * The content of `checkpoint.json`; `newFiles` has the snapshot that is being filled, `sha256` the hash of each file. The first
 * format had no hashes, and neither it nor the first mirror of the second says its number.
 */
const Stored = Type.Intersect([
  Checkpoint,
  Type.Object({
    format: Type.Optional(Type.Literal(FORMAT)),
    files: Lengths,
    newFiles: Type.Optional(Lengths),
    sha256: Type.Record(Type.String(), Type.String()),
  }),
])
type Stored = Static<typeof Stored>

const storedValidator = Compile(Stored)

/** The part of a file that belongs to the copy: its first `bytes`, and their hash. */
type Part = { bytes: number; hash: CryptoHasher }
const NOTHING: Part = { bytes: 0, hash: new CryptoHasher('sha256') }

type Parts = Map<string, Part>

type Content = { checkpoint: Checkpoint; files: Parts; newFiles: Parts }

/** The jobs that left before the copy was begun; only with a history. */
const LEFT = 'left.ndjson'

const empty = (): Content => ({ checkpoint: {}, files: new Map(), newFiles: new Map() })

/**
 * A copy as NDJSON files in a folder. `checkpoint.json` names them with their lengths, and is replaced as a whole. Bytes beyond
 * that length do not belong to the copy and are overwritten. The first use compares the files with their hashes.
 */
export function folderCopy(folder: string): Copy {
  let content: Content | undefined

  async function current(): Promise<Content> {
    content ??= await readContent(folder)
    return content
  }

  async function store(next: Content): Promise<void> {
    // If it fails, the next use reads what there is.
    content = undefined
    await storeContent(folder, next)
    content = next
  }

  return {
    async read() {
      return (await current()).checkpoint
    },
    async fill(jobs, checkpoint) {
      await mkdir(folder, { recursive: true })
      const isFirst = checkpoint.filling?.jobs === 0
      const { files, newFiles: begun } = await (isFirst ? current().catch(forget) : current())
      const newFile = `jobs-${new Date().toISOString().replaceAll(':', '')}.ndjson`
      const newFiles: Parts = new Map()
      for (const [name, part] of isFirst ? [[newFile, NOTHING] as const] : begun) {
        newFiles.set(name, await append(folder, name, part, jobs))
      }
      const isWhole = checkpoint.filling === undefined
      const parts = isWhole ? { files: newFiles, newFiles: new Map() } : { files, newFiles }
      await store({ checkpoint, ...parts })
    },
    async recall(events, checkpoint) {
      const { files } = await current()
      const left = leftJobs(events)
      const part = await append(folder, LEFT, files.get(LEFT) ?? NOTHING, left)
      await store({ checkpoint, files: new Map(files).set(LEFT, part), newFiles: new Map() })
    },
    async apply(events, checkpoint) {
      const { files } = await current()
      const next = new Map(files)
      if (events.length > 0) {
        const today = `events-${calendarDay(new Date())}.ndjson`
        // After a clock was set back, the newest file goes on.
        const days = [...files.keys()].filter((name) => name.startsWith('events-'))
        const name = [...days, today].sort().at(-1) ?? today
        next.set(name, await append(folder, name, files.get(name) ?? NOTHING, events))
      }
      await store({ checkpoint, files: next, newFiles: new Map() })
    },
  }
}

/** A copy that is filled anew keeps nothing of a damaged one. */
function forget(error: unknown): Content {
  if (error instanceof DamagedCopy) return empty()
  throw error
}

async function append(
  folder: string,
  name: string,
  part: Part,
  lines: readonly object[],
): Promise<Part> {
  const added = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await using file = await open(join(folder, name), 'a')
  await file.truncate(part.bytes)
  await file.appendFile(added)
  await file.datasync()
  return { bytes: part.bytes + added.length, hash: part.hash.copy().update(added) }
}

/** Reads `checkpoint.json` and the files that it names. */
async function readContent(folder: string): Promise<Content> {
  const path = join(folder, 'checkpoint.json')
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  if (text === undefined) return empty()
  const stored = parseJson(text)
  if (!storedValidator.Check(stored)) throw new DamagedCopy(path, issueOf(stored))
  const { format: _, files, newFiles = {}, sha256, ...checkpoint } = stored
  const readParts = async (lengths: Record<string, number>): Promise<Parts> => {
    const parts: Parts = new Map()
    for (const [name, bytes] of Object.entries(lengths)) {
      parts.set(name, await readPart(join(folder, name), bytes, sha256[name]))
    }
    return parts
  }
  return { checkpoint, files: await readParts(files), newFiles: await readParts(newFiles) }
}

/** Why a content of `checkpoint.json` is not read. */
function issueOf(stored: unknown): string {
  if (typeof stored !== 'object' || stored === null || !('files' in stored))
    return 'it is no checkpoint'
  const format = 'format' in stored ? Number(stored.format) : 'sha256' in stored ? FORMAT : 1
  if (format === FORMAT) return 'it is no checkpoint'
  const writer = format > FORMAT ? 'a later' : 'an earlier'
  return `${writer} mirror wrote it, in format ${format}; this one reads format ${FORMAT}`
}

async function readPart(path: string, bytes: number, expected: string | undefined): Promise<Part> {
  const { size } = (await stat(path).catch(unlessMissing)) ?? {}
  if (size === undefined) throw new DamagedCopy(path, 'the file is missing')
  if (size < bytes) {
    throw new DamagedCopy(path, `the file is cut off, it has ${size} of ${bytes} bytes`)
  }
  const hash = new CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).slice(0, bytes).stream()) hash.update(chunk)
  if (hash.copy().digest('hex') === expected) return { bytes, hash }
  throw new DamagedCopy(path, 'the file has another content than was written')
}

async function storeContent(
  folder: string,
  { checkpoint, files, newFiles }: Content,
): Promise<void> {
  const all = [...files, ...newFiles]
  const lengths = (parts: Parts) =>
    Object.fromEntries([...parts].map(([name, { bytes }]) => [name, bytes]))
  const stored: Stored = {
    ...checkpoint,
    format: FORMAT,
    files: lengths(files),
    ...(newFiles.size > 0 && { newFiles: lengths(newFiles) }),
    sha256: Object.fromEntries(all.map(([name, { hash }]) => [name, hash.copy().digest('hex')])),
  }
  await replaceFile(folder, 'checkpoint.json', `${JSON.stringify(stored, null, 2)}\n`)
  // Snapshots and events of an earlier copy.
  const named = new Set(all.map(([name]) => name))
  for (const name of await readdir(folder)) {
    if (name.endsWith('.ndjson') && !named.has(name)) await rm(join(folder, name))
  }
}

/**
 * Replaces a file so that after a crash of the machine there is the old content or the new one, and all other files of the
 * folder.
 */
async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  // The names of files that were just made.
  await sync(folder)
  const path = join(folder, name)
  await Bun.write(`${path}.new`, text)
  await replace(`${path}.new`, path)
}
