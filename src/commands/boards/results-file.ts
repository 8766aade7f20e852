import { appendFile, readFile, writeFile } from 'node:fs/promises'

/**
 * The names (`member`) of the results that a file has, a line of JSON each. The end of a line that was cut by a kill is taken
 * away.
 */
export async function namesIn(file: string | undefined, member: string): Promise<Set<string>> {
  if (file === undefined) return new Set()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) await writeFile(file, whole)
  const lines = whole.split('\n').filter((line) => line !== '')
  return new Set(lines.map((line) => String(JSON.parse(line)[member])))
}

export async function appendResult(file: string | undefined, result: object): Promise<void> {
  if (file !== undefined) await appendFile(file, `${JSON.stringify(result)}\n`)
}
