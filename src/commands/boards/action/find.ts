import { readFile, stat } from 'node:fs/promises'
import type { Database } from '../../../catalogue/database/client/connection'
import { addBoard } from '../../../collect/board/boards'
import { domainOf } from '../../../collect/find/find-boards'
import { type FoundLine, findOf, type SiteResult } from '../../../collect/find/judge-site'
import { quoteValue } from '../../../values/errors'
import { CAREER_PAGE } from '../../../values/source'
import { CommandError } from '../../terminal/command'
import {
  addCommand,
  createProgress,
  printError,
  printLine,
  printMessage,
} from '../../terminal/output'
import type { Shutdown } from '../../terminal/shutdown'
import { agreeToMix } from '../agree-to-mix'
import { openFinder } from '../open-finder'
import { appendResult, namesIn } from '../results-file'
import { boardsAction } from './action'

export const find = boardsAction({
  name: 'find',
  usage: ['find [--add [--into-sample]] [--results FILE] DOMAIN|FILE...'],
  help: `find    finds the boards of employers from their sites (acme.com), or from a FILE with one
        site a line. It reads the home page, the career pages that it links to, those at the
        usual addresses, the pages that these redirect to, and last pages that the sitemaps
        name: at most twelve requests a site, as its robots.txt allows, and five minutes with
        the boards that it names. Says how each board was found, what it lists, and how many
        of its postings are in Canada and the United States. A board is unsure if nothing on
        it names the employer, or if it is beyond the limits of a site. --add adds the boards
        that have such postings, and asks about unsure ones at a terminal; with --into-sample
        to a catalogue of sample jobs without asking. --results appends a line of JSON for
        each site to FILE, and skips the sites that FILE has. Needs COLLECT_CONTACT`,
  options: {
    add: { type: 'boolean', default: false },
    'into-sample': { type: 'boolean', default: false },
    results: { type: 'string' },
  },
  count: () => [1, 1000],
  run: async ({ names, values: { add, results, 'into-sample': intoSample }, shutdown }) =>
    await findBoardsOf(names, { add, results, intoSample }, shutdown),
})

interface FindOptions {
  /** Adds the boards that are the employer's and have postings in Canada or the United States. */
  add: boolean
  /** Whether they may be added to a catalogue of sample jobs. */
  intoSample: boolean
  /** A file to which the result of each site is appended; the sites in it are not asked again. */
  results: string | undefined
}

/** Finds the boards of employers from their sites, and says how. */
async function findBoardsOf(
  names: readonly string[],
  { add, intoSample, results }: FindOptions,
  shutdown: Shutdown,
): Promise<void> {
  const sites = (await Promise.all(names.map(readSites))).flat()
  const known = await namesIn(results, 'site')
  const { database, finder } = await openFinder(shutdown)
  if (add) await agreeToMix(database, intoSample)
  const remaining = sites.filter((name) => !known.has(name))
  if (remaining.length < sites.length)
    printMessage(`${sites.length - remaining.length} are in ${results}`)
  // On a terminal the lines of the sites are the progress.
  const progress = process.stdout.isTTY === true ? undefined : createProgress(remaining.length)
  const totals = { found: 0, added: 0 }
  for (const [index, name] of remaining.entries()) {
    progress?.show(index, name)
    const result = await findOf(name, finder)
    report(result)
    if (result.boards.some(({ line }) => line.verdict === 'found')) totals.found += 1
    if (add) totals.added += await addFound(result, database)
    await appendResult(results, resultLine(result))
  }
  progress?.end()
  const addedText = add ? `  added ${totals.added}` : ''
  printLine(`sites ${remaining.length}  found ${totals.found}${addedText}`)
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
  throw new CommandError(`${place}expected a domain such as acme.com, got ${quoteValue(text)}`)
}

function report(result: SiteResult): void {
  const { site, boards } = result
  if (boards.length === 0) printLine(`${site}: ${noneOf(result)}`)
  for (const { line } of boards) {
    const { board, on, verdict, issue } = line
    const words = [countsOf(line), verdict === 'found' ? issue : `${verdict}: ${issue}`]
    const text = words.filter((word) => word !== undefined && word !== '').join('; ')
    printLine(`${site}: ${board}  ${text}  (on ${on})`)
  }
  for (const line of limitsOf(result)) printLine(`${site}: ${line}`)
}

/** `none; looked at https://acme.com/ names no board` */
export function noneOf({ pages }: SiteResult): string {
  return `none; looked at ${pages.map(({ address, result }) => `${address} ${result}`).join(', ')}`
}

/** What the limits of a site left out. */
export function limitsOf({ endedBy, more }: SiteResult): string[] {
  return [
    ...(endedBy === undefined ? [] : [`the search took ${endedBy}: more pages may name boards`]),
    ...(more === 0 ? [] : [`names ${more} more boards, which are unsure and were not asked`]),
  ]
}

/** `120 postings, 34 in Canada and the United States` */
export function countsOf({ board, listed, inCountries, read }: FoundLine): string {
  if (listed === undefined) return ''
  const count = `${listed} ${board.startsWith(`${CAREER_PAGE}/`) ? 'pages' : 'postings'}`
  if (listed > 0 && read === 0) return count
  const ofRead = read < listed ? `of ${read} that were read, ${inCountries}` : `${inCountries}`
  return `${count}, ${ofRead} in Canada and the United States`
}

/** A line of the file of results. */
export function resultLine({ boards, ...result }: SiteResult) {
  return { ...result, boards: boards.map(({ line }) => line) }
}

/** Adds the boards that are certain, and asks about the others at a terminal. */
async function addFound({ boards }: SiteResult, database: Database): Promise<number> {
  let added = 0
  for (const { named, line } of boards) {
    const { board, address, verdict, inCountries } = line
    if (verdict === 'nothing' || (verdict === 'found' && inCountries === 0)) continue
    if (verdict === 'unsure' && !isAgreed(board)) {
      const command = addCommand(named.source, address)
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
