import { Compile } from 'typebox/compile'
import type { BatchLine } from './batch'
import { Identity, Removal } from './posting'
import { type PostingIdentity, postingIdentity } from './posting-key'
import { isWebAddress } from './read-line'
import { wellFormed } from './well-formed'

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

const identityValidator = Compile(Identity)

/** Undefined when it is not certain: a member that seems to be missing may stand there under a misspelt name. */
function looseIdentity(text: string): PostingIdentity | undefined {
  let line: unknown
  try {
    line = JSON.parse(wellFormed(text))
  } catch {
    // Not JSON: it was reported as such, and here it names nothing.
    return undefined
  }
  if (!identityValidator.Check(line)) return undefined
  const { source_slug, external_id, url = '' } = line
  if (external_id === undefined && !isWebAddress(url)) return undefined
  const isWhole = source_slug !== undefined && external_id !== undefined
  const isSpelt = Object.keys(line).every((name) => Object.hasOwn(Removal.properties, name))
  return isWhole || isSpelt ? postingIdentity(line) : undefined
}
