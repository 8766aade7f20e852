import type { LocationResolver } from '../../locations/location-resolver'
import { boardTitle } from '../board/board-state'
import type { NewBoard } from '../board/boards'
import { newBoardRow } from '../board/new-board-row'
import type { HttpClient } from '../http/client'
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

/** What a site's result says of a board. */
export interface FoundLine {
  board: string
  address: string
  on: string
  verdict: 'found' | 'unsure' | 'nothing'
  /** Postings, or pages of an employer's own site. */
  listed?: number | undefined
  here: number
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
}

export interface Finder {
  systems: readonly System[]
  client: HttpClient
  resolver: LocationResolver
}

/** The boards of a site, or the one of a board's address, with what each lists and whether it is the employer's. */
export async function findOf(name: string, finder: Finder): Promise<SiteResult> {
  const given = boardOfText(name, finder.systems)
  const domain = domainOf(name) ?? name
  const site =
    given === undefined
      ? await findBoards(domain, finder)
      : { domain, boards: [given], names: [], pages: [] }
  const ofOthers = new Set(crowded(site.boards))
  const boards: Judged[] = []
  for (const found of site.boards) {
    const issue = ofOthers.has(found.board.source)
      ? `the site names many boards of ${found.board.source}, as sites do that list other employers`
      : undefined
    boards.push(await judge(found, { site, issue, isGiven: given !== undefined }, finder))
  }
  return { site: name, boards: withoutOwnHosts(boards), pages: site.pages }
}

/** A page on an employer's own host names its board on the vendor's host too: they are the same one. */
function withoutOwnHosts(boards: readonly Judged[]): Judged[] {
  const isOnOwnHost = ({ named }: Judged) => named.slug.split('/')[0]?.includes('.') === true
  const onVendors = boards.filter((each) => !isOnOwnHost(each) && each.line.verdict === 'found')
  const sources = new Set(onVendors.map(({ named }) => named.source))
  return boards.filter((each) => !isOnOwnHost(each) || !sources.has(each.named.source))
}

async function judge(
  found: FoundBoard,
  { site, issue, isGiven }: { site: SiteReport; issue: string | undefined; isGiven: boolean },
  finder: Finder,
): Promise<Judged> {
  const named = found.board
  const row = newBoardRow(named, new Date())
  const line = { board: boardTitle(row), address: found.address, on: found.on }
  if (issue !== undefined) {
    return { named, line: { ...line, verdict: 'unsure', here: 0, read: 0, issue } }
  }
  const proof = await proveBoard(row, site, finder)
  return { named, line: { ...line, ...verdictOf(proof, isGiven) } }
}

function verdictOf(
  proof: BoardProof,
  isGiven: boolean,
): Omit<FoundLine, 'board' | 'address' | 'on'> {
  const { listed, here, read, isEmployers } = proof
  const counts = { listed, here, read }
  if (listed === undefined) return { verdict: 'nothing', ...counts, issue: proof.issue }
  if (isGiven || isEmployers) return { verdict: 'found', ...counts }
  return { verdict: 'unsure', ...counts, issue: 'nothing that it says names the employer' }
}
