import type { BoardRow, KnownPosting } from '../board/board-state'
import { type Collected, failure } from '../board/collected'
import { missing } from '../board/missing-board'
import { type HostGone, hostGone } from '../failures'
import type { ListMemoryShare } from '../http/list-memory'
import { type SitemapResult, SiteTurn, type TurnContext } from './site-turn'

/** One turn of an employer's site: its sitemaps, when they are due, and the pages that are new or due, within limits. */
export async function collectPages(
  row: BoardRow,
  known: readonly KnownPosting[],
  context: TurnContext & { isListDue: boolean; memory?: ListMemoryShare | undefined },
): Promise<Collected> {
  const turn = new SiteTurn(row, known, context)
  let list: SitemapResult | undefined
  let gone: HostGone | undefined
  try {
    if (context.isListDue || known.length === 0) {
      const found = await context.system.list(context.board, context.fetch)
      if (found.kind === 'missing') throw new Error(found.reason)
      turn.pages.compare(found)
      list = { count: found.postings.length, incompleteReason: found.incompleteReason }
    }
  } catch (error) {
    // The pages that are known are still read, unless the host is not to be asked.
    const failed = failure(error, context.system)
    gone = hostGone(error)
    const isOver = failed.isStopped || failed.blockedUntil !== undefined
    if (isOver || (known.length === 0 && gone === undefined)) return failed
    list = { error: failed.error }
  }
  context.memory?.keep()
  try {
    await turn.read()
  } catch (error) {
    return failure(error, context.system)
  }
  if (gone !== undefined && turn.understood === 0) {
    return missing(row, known, gone.message, context)
  }
  return turn.result(list)
}
