import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeEvent, Job } from './catalogue-client'
import type { Checkpoint, Copy } from './mirror'

/** The lengths of files in bytes: a snapshot of the jobs, then the events of each day, in the order in which they apply. */
type Files = Record<string, number>

/** The content of `checkpoint.json`. */
interface Stored extends Checkpoint {
  files: Files
  /** The snapshot that is being filled. */
  newFiles?: Files
}

/**
 * A copy as NDJSON files in a folder. `checkpoint.json` names them, and is replaced as a whole: what a file has beyond
 * the length in there is not part of the copy, and is overwritten.
 */
export class FolderCopy implements Copy {
  constructor(private readonly folder: string) {}

  async read(): Promise<Stored> {
    const file = Bun.file(join(this.folder, 'checkpoint.json'))
    return (await file.exists()) ? await file.json() : { files: {} }
  }

  async begin(checkpoint: Checkpoint): Promise<void> {
    const { files } = await this.read()
    const newFiles = { [`jobs-${new Date().toISOString().replaceAll(':', '')}.ndjson`]: 0 }
    await this.store({ ...checkpoint, files, newFiles })
  }

  async add(jobs: readonly Job[], checkpoint: Checkpoint): Promise<void> {
    const { files, newFiles = {} } = await this.read()
    for (const name of Object.keys(newFiles)) await this.append(newFiles, name, jobs)
    await this.store({ ...checkpoint, files, newFiles })
  }

  async swap(checkpoint: Checkpoint): Promise<void> {
    const { newFiles = {} } = await this.read()
    await this.store({ ...checkpoint, files: newFiles })
  }

  async apply(events: readonly ChangeEvent[], checkpoint: Checkpoint): Promise<void> {
    const { files } = await this.read()
    const today = `events-${new Date().toISOString().slice(0, 10)}.ndjson`
    // After a clock was set back, the newest file goes on.
    const days = Object.keys(files).filter((name) => name.startsWith('events-'))
    if (events.length > 0) await this.append(files, [...days, today].sort().at(-1) ?? today, events)
    await this.store({ ...checkpoint, files })
  }

  private async append(files: Files, name: string, lines: readonly object[]): Promise<void> {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const length = files[name] ?? 0
    await using file = await open(join(this.folder, name), length === 0 ? 'w' : 'r+')
    await file.truncate(length)
    await file.write(bytes, 0, bytes.length, length)
    await file.datasync()
    files[name] = length + bytes.length
  }

  private async store(stored: Stored): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const path = join(this.folder, 'checkpoint.json')
    await Bun.write(`${path}.new`, `${JSON.stringify(stored, null, 2)}\n`)
    await rename(`${path}.new`, path)
    // Snapshots and events of an earlier copy.
    const named = { ...stored.files, ...stored.newFiles }
    for (const name of await readdir(this.folder)) {
      if (name.endsWith('.ndjson') && !(name in named)) await rm(join(this.folder, name))
    }
  }
}
