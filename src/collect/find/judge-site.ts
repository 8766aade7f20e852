import type { LocationResolver } from '../../text/locations/location-resolver'
import { boardTitle } from '../board/board-state'
import type { NewBoard } from '../board/boards'
import { newBoardRow } from '../board/new-board-row'
import type { HttpClient } from '../http/client'
import type { RequestBudget } from '../http/request-budget'
import { SYSTEM_TIME } from '../pace/time'
import type { System } from '../system'
import {
  boardOfText,
  crowded,
  domainOf,
  type FoundBoard,
  findBoards,
  type SiteReport,
} from './find-boards'
import { type BoardProof, proveBoard } from './prove-board'
import { SITE_LIMITS, SiteBudget } from './site-budget'

/** A board in the result of a site. */
export interface FoundLine {
  board: string
  address: string
  on: string
  verdict: 'found' | 'unsure' | 'nothing'
  /** Postings, or pages of an employer's own site. */
  listed?: number | undefined
  inCountries: number
  read: number
  issue?: string | undefined
}

export interface Judged {
  named: NewBoard
  line: FoundLine
}

export interface SiteResult {
  site: string
  boards: Judged[]
  pages: SiteReport['pages']
  endedBy?: SiteReport['endedBy']
  /** Boards that the site names beyond the limit: nothing is known of them. */
  more: number
}

export interface Finder {
  systems: readonly System[]
  client: HttpClient
  resolver: LocationResolver
  /** The memory that a list may take. */
  listMb?: number
  /** For tests: in place of `SITE_LIMITS`. */
  limits?: typeof SITE_LIMITS
}

/** The boards of a site, or the one of a board's address, with what each lists and whether it is the employer's. */
export async function findOf(name: string, finder: Finder): Promise<SiteResult> {
  const given = boardOfText(name, finder.systems)
  const domain = domainOf(name) ?? name
  const { limits = SITE_LIMITS } = finder
  const budget = new SiteBudget(limits, SYSTEM_TIME.now)
  const site: SiteReport =
    given === undefined
      ? await findBoards(domain, finder, budget.pages)
      : { domain, boards: [given], names: [], pages: [] }
  const ofOthers = new Set(crowded(site.boards))
  const boards: Judged[] = []
  for (const found of site.boards.slice(0, limits.boards)) {
    const { source } = found.board
    const requests = ofOthers.has(source) ? undefined : budget.forBoard(found.board)
    const issue = ofOthers.has(source)
      ? `the site names many boards of ${source}, as sites do that list other employers`
      : `the site names more than ${limits.boardsOfEmployer} boards of this employer or host`
    boards.push(
      requests === undefined
        ? notAsked(found, issue)
        : await judge(found, { site, requests, isGiven: given !== undefined }, finder),
    )
  }
  const { pages, endedBy } = site
  const more = site.boards.length - boards.length
  return {
    site: name,
    boards: withoutOwnHosts(boards),
    pages,
    ...(endedBy !== undefined && { endedBy }),
    more,
  }
}

/** A page on an employer's own host names its board on the vendor's host too: they are the same one. */
function withoutOwnHosts(boards: readonly Judged[]): Judged[] {
  const isOnOwnHost = ({ named }: Judged) => named.slug.split('/')[0]?.includes('.') === true
  const onVendors = boards.filter((each) => !isOnOwnHost(each) && each.line.verdict === 'found')
  const sources = new Set(onVendors.map(({ named }) => named.source))
  return boards.filter((each) => !isOnOwnHost(each) || !sources.has(each.named.source))
}

function lineOf({ board, address, on }: FoundBoard) {
  return { board: boardTitle(board), address, on }
}

function notAsked(found: FoundBoard, issue: string): Judged {
  const line = { ...lineOf(found), verdict: 'unsure' as const, inCountries: 0, read: 0, issue }
  return { named: found.board, line }
}

async function judge(
  found: FoundBoard,
  { site, requests, isGiven }: { site: SiteReport; requests: RequestBudget; isGiven: boolean },
  finder: Finder,
): Promise<Judged> {
  const row = newBoardRow(found.board, new Date())
  const proof = await proveBoard(row, site, { ...finder, requests })
  if (proof.listed === undefined && requests.isSpent) {
    return notAsked(found, `it takes more than a site may cost: ${proof.issue}`)
  }
  return { named: found.board, line: { ...lineOf(found), ...verdictOf(proof, isGiven) } }
}

function verdictOf(
  proof: BoardProof,
  isGiven: boolean,
): Omit<FoundLine, 'board' | 'address' | 'on'> {
  const { listed, inCountries, read, isEmployers } = proof
  const counts = { listed, inCountries, read }
  if (listed === undefined) return { verdict: 'nothing', ...counts, issue: proof.issue }
  if (isGiven || isEmployers) return { verdict: 'found', ...counts }
  return { verdict: 'unsure', ...counts, issue: 'nothing that it says names the employer' }
}
