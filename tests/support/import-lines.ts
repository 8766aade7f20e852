import { CompleteBoards } from '../../src/catalogue/import/complete-boards'
import { type Counts, importPostings } from '../../src/catalogue/import/import-postings'
import { readLines } from '../../src/catalogue/import/line/read-lines'
import { boardName } from '../../src/catalogue/import/posting'
import type { Writer } from '../../src/catalogue/import/write/writer'

export interface ImportedLines {
  counts: Counts
  /** `line 17: what was wrong`, in the order in which they were told. */
  rejects: string[]
  /** The rejected lines themselves, as far as they are text. */
  rejected: (string | undefined)[]
  /** How far it came and how many lines were created, each time that it was told. */
  progress: { position: number; created: number }[]
  /** Lines that stopped the expiry. */
  unreadLines: number
}

/** Imports lines, texts or values, as the command does. With `boards` the file is a full listing. */
export async function importLines(
  writer: Writer,
  lines: readonly unknown[],
  { history = false, boards }: { history?: boolean; boards?: readonly string[] } = {},
): Promise<ImportedLines> {
  const complete = boards && new CompleteBoards(boards.map(boardName))
  const found: Omit<ImportedLines, 'counts' | 'unreadLines'> = {
    rejects: [],
    rejected: [],
    progress: [],
  }
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  const counts = await importPostings(writer, readLines(new Blob([texts.join('\n')]).stream()), {
    history,
    ...(complete && { complete }),
    async onReject({ number, issue, text }) {
      found.rejects.push(`line ${number}: ${issue}`)
      found.rejected.push(text)
    },
    onProgress: (position, { created }) => found.progress.push({ position, created }),
  })
  return { counts, ...found, unreadLines: complete?.unreadLines ?? 0 }
}
