import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { boardTitle } from '../collect/board-state'
import { addBoard, type NewBoard } from '../collect/boards'
import {
  boardOfText,
  crowded,
  domainOf,
  type FoundBoard,
  findBoards,
  type SiteReport,
} from '../collect/find/find-boards'
import { type BoardProof, proveBoard } from '../collect/find/prove-board'
import type { HttpClient } from '../collect/http/client'
import { SYSTEM_TIME, Vendors } from '../collect/http/vendors'
import type { System } from '../collect/system'
import { systemsInUse } from '../collect/systems/index'
import { readConfig } from '../config'
import type { Database } from '../database/client/connection'
import { LocationResolver } from '../locations/location-resolver'
import { openCatalogue } from './catalogue'
import { openClient, requireContact } from './collect-client'
import { CommandError } from './command'
import { createProgress, printError, printLine, printMessage } from './output'
import { newBoardRow } from './print-postings'
import type { Shutdown } from './shutdown'

export interface FindOptions {
  /** Adds the boards that are the employer's and have postings in Canada or the United States. */
  add: boolean
  /** A file to which the result of each site is appended; the sites in it are not asked again. */
  results: string | undefined
}

/** What a site's result says of a board. */
interface FoundLine {
  board: string
  address: string
  on: string
  verdict: 'found' | 'unsure' | 'nothing'
  listed?: number | undefined
  here: number
  read: number
  issue?: string | undefined
}

interface Judged {
  named: NewBoard
  line: FoundLine
}

interface SiteResult {
  site: string
  boards: Judged[]
  pages: SiteReport['pages']
}

interface Finder {
  database: Database
  systems: readonly System[]
  client: HttpClient
  resolver: LocationResolver
}

/** Finds the boards of employers from their sites, and says how. */
export async function findBoardsOf(
  names: readonly string[],
  { add, results }: FindOptions,
  shutdown: Shutdown,
): Promise<void> {
  const sites = (await Promise.all(names.map(readSites))).flat()
  const known = await sitesIn(results)
  const config = readConfig(process.env)
  requireContact(config)
  const { database } = await openCatalogue(shutdown, {
    command: 'boards',
    config,
    log: printMessage,
  })
  const stop = new AbortController()
  shutdown.defer(() => stop.abort())
  const isPaced = config.collectReplayUrl === undefined
  const finder: Finder = {
    database,
    systems: systemsInUse(new Set(config.collectOptIns)),
    client: openClient(config, {
      vendors: new Vendors(database, SYSTEM_TIME, isPaced),
      signal: stop.signal,
    }),
    resolver: new LocationResolver(),
  }
  const asked = sites.filter((name) => !known.has(name))
  if (asked.length < sites.length) printMessage(`${sites.length - asked.length} are in ${results}`)
  // On a terminal the lines of the sites are the progress.
  const progress = process.stdout.isTTY === true ? undefined : createProgress(asked.length)
  const totals = { found: 0, added: 0 }
  for (const [index, name] of asked.entries()) {
    progress?.show(index, name)
    const result = await findOf(name, finder)
    report(result)
    if (result.boards.some(({ line }) => line.verdict === 'found')) totals.found += 1
    if (add) totals.added += await addFound(result, database)
    if (results !== undefined) await appendFile(results, `${JSON.stringify(resultLine(result))}\n`)
  }
  progress?.end()
  const addedText = add ? `  added ${totals.added}` : ''
  printLine(`sites ${asked.length}  found ${totals.found}${addedText}`)
}

/** The domains of a file, a line each, or the name itself. */
async function readSites(name: string): Promise<string[]> {
  const isFile = (await stat(name).catch(() => undefined))?.isFile() === true
  if (!isFile) return [checkedSite(name)]
  const lines = (await readFile(name, 'utf8')).split('\n')
  return lines.flatMap((line, index) => {
    const text = line.trim()
    return text === '' || text.startsWith('#')
      ? []
      : checkedSite(text, `${name}, line ${index + 1}: `)
  })
}

function checkedSite(text: string, place = ''): string {
  if (domainOf(text) !== undefined) return text
  throw new CommandError(`${place}expected a domain such as acme.com, got '${text}'`)
}

/** The sites of earlier results. The end of a line that was cut by a kill is taken away. */
async function sitesIn(results: string | undefined): Promise<Set<string>> {
  if (results === undefined) return new Set()
  const text = await readFile(results, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) await writeFile(results, whole)
  return new Set(whole.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line).site)))
}

async function findOf(name: string, finder: Finder): Promise<SiteResult> {
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
  return { site: name, boards, pages: site.pages }
}

async function judge(
  found: FoundBoard,
  { site, issue, isGiven }: { site: SiteReport; issue: string | undefined; isGiven: boolean },
  finder: Finder,
): Promise<Judged> {
  const named = found.board
  const row = newBoardRow(named)
  const line = { board: boardTitle(row), address: found.sign, on: found.on }
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

function report({ site, boards, pages }: SiteResult): void {
  if (boards.length === 0) {
    const looked = pages.map(({ address, result }) => `${address} ${result}`)
    printLine(`${site}: none; looked at ${looked.join(', ')}`)
  }
  for (const { line } of boards) {
    const { board, on, verdict, issue } = line
    const words = [countsOf(line), verdict === 'found' ? issue : `${verdict}: ${issue}`]
    const text = words.filter((word) => word !== undefined && word !== '').join('; ')
    printLine(`${site}: ${board}  ${text}  (on ${on})`)
  }
}

/** `120 postings, 34 in Canada and the United States` */
function countsOf({ listed, here, read }: FoundLine): string {
  if (listed === undefined || (listed > 0 && read === 0))
    return listed === undefined ? '' : `${listed} postings`
  const ofRead = read < listed ? `of ${read} that were read, ${here}` : `${here}`
  return `${listed} postings, ${ofRead} in Canada and the United States`
}

/** A line of the file of results. */
function resultLine({ site, boards, pages }: SiteResult) {
  return { site, boards: boards.map(({ line }) => line), pages }
}

/** Adds what is certain, and asks a person at a terminal about the rest. */
async function addFound({ boards }: SiteResult, database: Database): Promise<number> {
  let added = 0
  for (const { named, line } of boards) {
    const { board, address, verdict, here } = line
    if (verdict === 'nothing' || (verdict === 'found' && here === 0)) continue
    if (verdict === 'unsure' && !isAgreed(board)) {
      const command = `bun run boards add ${named.source} ${address}`
      printError(`${board} is not added; if it is the employer's: ${command}`)
      continue
    }
    if ((await addBoard(database, named, new Date())) === 'added') added += 1
  }
  return added
}

function isAgreed(board: string): boolean {
  return process.stdin.isTTY === true && confirm(`add ${board}?`)
}
