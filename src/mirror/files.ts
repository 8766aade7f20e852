import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Puts a written file in the place of another one: after a crash of the machine there is the old file or the new one. */
export async function replace(written: string, file: string): Promise<void> {
  await sync(written)
  await rename(written, file)
  await sync(dirname(file))
}

/** Writes a file, or the names in a folder, to the disk. */
export async function sync(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}

/** For `catch`: undefined for a file that is missing. */
export function unlessMissing(error: Error): undefined {
  if (!('code' in error) || error.code !== 'ENOENT') throw error
}
