import { existsSync, readFileSync, renameSync, statSync } from 'node:fs'

const KEPT_BYTES = 10 * 1024 * 1024
const TAIL_LINES = 15

/** Sets a log that has grown large aside; the one set aside before is lost. */
export function rotateLog(path: string): void {
  if (existsSync(path) && statSync(path).size > KEPT_BYTES) renameSync(path, `${path}.old`)
}

/** Reads what has been logged since. */
export function followLog(path: string): () => string {
  const begin = existsSync(path) ? statSync(path).size : 0
  return () => readLog(path).subarray(begin).toString()
}

/** The end of the log, as the end of an error message. */
export function quoteLog(path: string): string {
  const text = readLog(path).toString().trimEnd()
  if (text === '') return ''
  const lines = text.split('\n').slice(-TAIL_LINES)
  return `\nThe end of ${path}:\n${lines.map((line) => `  ${line}`).join('\n')}`
}

function readLog(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    // Missing, or another user's; the error that it would explain matters more.
    return Buffer.alloc(0)
  }
}
