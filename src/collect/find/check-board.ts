import { MINUTE_MS } from '../../values/instant'
import { failureMessage } from '../answers/unexpected-answer'
import { type BoardRow, boardTitle } from '../board/board-state'
import { whyUnasked } from '../failures'
import { askList } from './ask-list'
import { type Finder, findOf, type Judged, type SiteResult } from './judge-site'

/** The result of a check of a board that may have moved. */
export interface BoardCheck {
  /** False: no request may be sent to it now, so nothing is known. */
  isAsked: boolean
  /** Why its list cannot be read; undefined: it answers. */
  issue: string | undefined
  /** Postings on its list; undefined: the list was not read to its end. */
  listed: number | undefined
  /** The sites of its employer that were read. */
  sites: SiteResult[]
}

/** A list takes a request, or a few where it wants a token or robots.txt is obeyed. */
const LIMITS = { requests: 4, ms: 2 * MINUTE_MS }

/** Asks a board for the beginning of its list; if it has none, looks for its employer's boards on these domains. */
export async function checkBoard(
  row: BoardRow,
  domains: readonly string[],
  finder: Finder,
): Promise<BoardCheck> {
  const list = await readList(row, finder)
  if (list.issue === undefined || !list.isAsked) return { ...list, sites: [] }
  const sites: SiteResult[] = []
  for (const domain of domains) {
    const site = await findOf(domain, finder)
    sites.push(site)
    if (site.boards.some((found) => isNewAddress(found, row))) break
  }
  return { ...list, sites }
}

/** Whether a board that was found is the employer's, and another one. */
export function isNewAddress({ line }: Judged, row: BoardRow): boolean {
  return line.verdict === 'found' && line.board !== boardTitle(row)
}

async function readList(row: BoardRow, finder: Finder): Promise<Omit<BoardCheck, 'sites'>> {
  const system = finder.systems.find(({ source }) => source === row.source)
  const nothing = { isAsked: true, issue: undefined, listed: undefined }
  if (system === undefined) return { ...nothing, isAsked: false, issue: 'the system is off' }
  try {
    const { answer } = await askList(row, system, finder, LIMITS)
    if (answer.kind === 'host') return { ...nothing, listed: answer.boards.length }
    if (answer.kind === 'missing') {
      return { ...nothing, issue: `there is no such board: ${answer.reason}` }
    }
    const { length } = answer.postings
    // Some systems answer with an empty, incomplete list for boards that do not exist.
    return { ...nothing, issue: length === 0 ? answer.incompleteReason : undefined, listed: length }
  } catch (error) {
    const why = whyUnasked(error)
    if (why === 'requests spent') return nothing
    if (why === 'stopped') throw error
    return { ...nothing, isAsked: why === undefined, issue: failureMessage(error, system) }
  }
}
