import type { BatchLine } from './batch'
import { postingIdentity } from './posting-key'

/** What a full listing names: its boards, and the postings that are still on them. */
export class CompleteBoards {
  readonly boards: Set<string>
  private readonly keys = new Set<string>()
  private unread = 0

  /** `boards` are listed in full also when the file names nothing of them. */
  constructor(boards: readonly string[]) {
    this.boards = new Set(boards)
  }

  name({ board, key }: Pick<BatchLine, 'board' | 'key'>): void {
    this.boards.add(board)
    this.keys.add(key)
  }

  /** A line that is not taken names its posting all the same, when it can be made out. */
  nameRejected(text: string | undefined): void {
    const identity = text === undefined ? undefined : looseIdentity(text)
    if (identity === undefined) this.unread += 1
    else this.name(identity)
  }

  isNamed(key: string): boolean {
    return this.keys.has(key)
  }

  /** Lines that may have named any posting; while there are any, none can be said to be missing. */
  get unreadLines(): number {
    return this.unread
  }
}

function looseIdentity(text: string): ReturnType<typeof postingIdentity> | undefined {
  let line: Record<string, unknown>
  try {
    line = Object(JSON.parse(text))
  } catch {
    // Not JSON: it was reported as such, and here it names nothing.
    return undefined
  }
  const { source, source_slug: slug = null, external_id, url } = line
  const id = external_id ?? url
  if (typeof source !== 'string' || typeof id !== 'string') return undefined
  if (typeof slug !== 'string' && slug !== null) return undefined
  return postingIdentity({ source, source_slug: slug, external_id: id })
}
