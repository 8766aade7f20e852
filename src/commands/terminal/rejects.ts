import { open } from 'node:fs/promises'
import type { Reject } from '../../catalogue/import/import-postings'
import { plural } from '../../values/plural'

/** Rejected lines of one kind that are reported one by one; the others are counted. */
export const MAX_REPORTED = 1000

/** Kinds that are told apart; the lines of further kinds count as one kind. */
export const MAX_KINDS = 100

const OTHER = 'of other kinds'

/** Reports rejected lines by `print`, so that a file of bad lines prints thousands of lines, not millions. */
export class RejectReport {
  private readonly kinds = new Map<string, number>()

  constructor(private readonly print: (line: string) => void) {}

  add({ number, issue }: Reject): void {
    const own = kindOf(issue)
    const kind = this.kinds.has(own) || this.kinds.size < MAX_KINDS ? own : OTHER
    const count = (this.kinds.get(kind) ?? 0) + 1
    this.kinds.set(kind, count)
    if (count <= MAX_REPORTED) this.print(`line ${number}: ${issue}`)
  }

  /** Prints the number of unreported lines of each kind. */
  end(): void {
    for (const [kind, count] of this.kinds) {
      const more = count - MAX_REPORTED
      if (more > 0) this.print(`and ${plural(more, 'more line')}: ${kind}`)
    }
    this.kinds.clear()
  }
}

/** The issue without what differs from line to line: the found value, positions in lists, names of source fields. */
function kindOf(issue: string): string {
  return issue
    .replace(/, got .*$/s, '')
    .replace(/^(source_fields\.fields)\..*(?=: )/s, '$1.NAME')
    .replace(/\[\d+\]/g, '[N]')
}

/** Opened before the import, so that no rejected line is lost when FILE cannot be written. */
export async function openRejects(file: string | undefined) {
  if (file === undefined) return { keep: () => Promise.resolve(), close: () => Promise.resolve() }
  const handle = await open(file, 'w')
  return {
    async keep({ text }: Reject): Promise<void> {
      if (text !== undefined) await handle.appendFile(`${text}\n`)
    },
    close: () => handle.close(),
  }
}
