import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder with package.json, above the sources and above a bundle of them. */
const ROOT = findRoot(import.meta.dir)

/** The path of a file that is named from the folder of the project, such as `drizzle`. */
export function projectFile(path: string): string {
  return join(ROOT, path)
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('package.json must be in a folder above the program')
  return findRoot(parent)
}
