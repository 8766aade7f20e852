import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint, Copy } from './mirror'

/** The lengths of files in bytes: a snapshot of the jobs, then the events of each day, in the order in which they apply. */
type Files = Record<string, number>

/** The content of `checkpoint.json`; `newFiles` has the snapshot that is being filled. */
type Stored = Checkpoint & { files: Files; newFiles?: Files }

/**
 * A copy as NDJSON files in a folder. `checkpoint.json` names them, and is replaced as a whole: what a file has beyond
 * the length in there is not part of the copy, and is overwritten.
 */
export function folderCopy(folder: string): Copy {
  const checkpointFile = join(folder, 'checkpoint.json')

  async function read(): Promise<Stored> {
    const file = Bun.file(checkpointFile)
    return (await file.exists()) ? await file.json() : { files: {} }
  }

  async function append(files: Files, name: string, lines: readonly object[]): Promise<void> {
    await using file = await open(join(folder, name), 'a')
    await file.truncate(files[name])
    await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await file.datasync()
    files[name] = (await file.stat()).size
  }

  async function store(stored: Stored): Promise<void> {
    await Bun.write(`${checkpointFile}.new`, `${JSON.stringify(stored, null, 2)}\n`)
    await rename(`${checkpointFile}.new`, checkpointFile)
    // Snapshots and events of an earlier copy.
    const named = { ...stored.files, ...stored.newFiles }
    for (const name of await readdir(folder)) {
      if (name.endsWith('.ndjson') && !(name in named)) await rm(join(folder, name))
    }
  }

  return {
    read,
    async fill(jobs, checkpoint) {
      await mkdir(folder, { recursive: true })
      const { files, newFiles: begun = {} } = await read()
      const newFile = `jobs-${new Date().toISOString().replaceAll(':', '')}.ndjson`
      const newFiles = checkpoint.filling?.jobs === 0 ? { [newFile]: 0 } : begun
      for (const name of Object.keys(newFiles)) await append(newFiles, name, jobs)
      const stored = checkpoint.filling ? { files, newFiles } : { files: newFiles }
      await store({ ...checkpoint, ...stored })
    },
    async apply(events, checkpoint) {
      const { files } = await read()
      const today = `events-${new Date().toISOString().slice(0, 10)}.ndjson`
      // After a clock was set back, the newest file goes on.
      const days = Object.keys(files).filter((name) => name.startsWith('events-'))
      if (events.length > 0) await append(files, [...days, today].sort().at(-1) ?? today, events)
      await store({ ...checkpoint, files })
    },
  }
}
