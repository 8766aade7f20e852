import { createReadStream, fstatSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type FileLine, readLines } from '../../catalogue/import/line/read-lines'
import { FILE_FORMATS, type FileFormat, readPostingFile } from '../../collect/files/posting-file'
import type { Board } from '../../collect/system'
import { CommandError } from '../terminal/command'

export interface ImportInput {
  stream: ReadableStream<Uint8Array>
  stats: Stats
}

export async function openInput(file: string): Promise<ImportInput> {
  if (file === '-') return { stream: Bun.stdin.stream(), stats: fstatSync(0) }
  const stats = await stat(file).catch(() => undefined)
  if (stats === undefined) throw new CommandError(`there is no file ${file}`)
  if (stats.isDirectory()) throw new CommandError(`${file} is a folder`)
  // Bun's reader is faster, but reads no devices.
  const stream = stats.isFile() ? Bun.file(file).stream() : Readable.toWeb(createReadStream(file))
  return { stream: stream as ReadableStream<Uint8Array>, stats }
}

/** Reads the lines of a stream in the format of `--as`, as postings of `--source`. */
export type LineReader = (stream: ReadableStream<Uint8Array>) => AsyncGenerator<FileLine>

export function lineReader(as: string | undefined, source: string | undefined): LineReader {
  if (as === undefined) {
    if (source !== undefined) throw new CommandError('--source is for files that --as reads')
    return readLines
  }
  const format = FILE_FORMATS.find((name) => name === as)
  if (format === undefined) {
    throw new CommandError(`--as: expected ${FILE_FORMATS.join(' or ')}, got '${as}'`)
  }
  const board = boardOf(source, format)
  return (stream) => readPostingFile(stream, format, board, new Date())
}

/** A feed names no board of its own. */
function boardOf(text: string | undefined, format: FileFormat): Board | undefined {
  if (text === undefined && format === 'jobposting') return undefined
  const [, source, slug] = /^([^/]+)\/(.+)$/s.exec(text ?? '') ?? []
  if (source !== undefined && slug !== undefined) return { source, slug }
  const found = text === undefined ? 'it is missing' : `got '${text}'`
  throw new CommandError(
    `--source: expected SOURCE/SLUG for the postings of the file, such as feed/acme; ${found}`,
  )
}
