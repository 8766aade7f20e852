import { symlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')

/**
 * The command line of a file of src/. `bun run test` runs its bundle, as the image does, because the start of one takes half of
 * the CPU.
 */
export function program(file: string): string[] {
  const { TEST_PROGRAMS: folder } = process.env
  const path =
    folder === undefined ? join(ROOT, 'src', file) : join(folder, 'dist', file.replace(/ts$/, 'js'))
  return [process.execPath, path]
}

/** Bundles the programs of src/ into the folder, with the files of the project beside them, as the image has them. */
export async function buildPrograms(folder: string): Promise<void> {
  for (const name of await readdir(ROOT)) {
    if (name !== 'dist') symlinkSync(join(ROOT, name), join(folder, name))
  }
  const build = Bun.spawn([process.execPath, 'run', 'build', '--outdir', join(folder, 'dist')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, status] = await Promise.all([new Response(build.stderr).text(), build.exited])
  if (status !== 0) throw new Error(`the programs cannot be bundled: ${errors}`)
}
