import type { Posting } from '../../catalogue/import/posting'
import type { LocationResolver } from '../../text/locations/location-resolver'
import { type BoardRow, boardTitle } from '../board/board-state'
import { collectBoard } from '../collect-board'
import type { HttpClient } from '../http/client'
import { ListMemory } from '../http/list-memory'
import type { RequestBudget } from '../http/request-budget'
import { SYSTEM_TIME } from '../pace/time'
import type { System } from '../system'

export interface BoardProof {
  name: string
  /**
   * Postings that the board lists, or pages of a site that may be postings; undefined: it could not be read, and `issue` says
   * why.
   */
  listed: number | undefined
  /** How many of the postings that were read are in Canada or the United States. */
  inCountries: number
  read: number
  /** Whether the board names the employer or its domain. */
  isEmployers: boolean
  issue?: string
}

/** Postings whose details are read for a count of countries. */
const SAMPLE = 5

/** Asks a board for its list, and for a few details where the list has no places. Writes nothing. */
export async function proveBoard(
  row: BoardRow,
  { domain, names }: { domain: string; names: readonly string[] },
  context: {
    systems: readonly System[]
    client: HttpClient
    resolver: LocationResolver
    requests: RequestBudget
    listMb?: number
  },
): Promise<BoardProof> {
  const name = boardTitle(row)
  const nothing = { name, listed: undefined, inCountries: 0, read: 0, isEmployers: false }
  const system = context.systems.find(({ source }) => source === row.source)
  if (system === undefined) return { ...nothing, issue: 'the system is off' }
  const memory = new ListMemory(context.listMb).begin()
  const collected = await collectBoard(row, [], {
    ...context,
    system,
    memory,
    now: SYSTEM_TIME.now,
    budget: { details: SAMPLE, ms: 120_000 },
  })
  if (collected.kind === 'missing') return { ...nothing, issue: collected.reason }
  if (collected.kind === 'failed') return { ...nothing, issue: collected.error }
  if (collected.kind === 'replaced') {
    const boards = collected.boards.map(({ slug }) => `${row.source}/${slug}`)
    return { ...nothing, issue: `the host has the boards ${boards.join(', ')}` }
  }
  if (collected.kind !== 'read') return { ...nothing, issue: `the answer is ${collected.kind}` }
  const { changes, count, boardName } = collected
  const issue = collected.unfinished?.error ?? collected.incompleteReason
  if (count === undefined && issue !== undefined) return { ...nothing, issue }
  const read = changes.filter(({ line, posting }) => line ?? posting.skipped === 'foreign')
  const lines = changes.flatMap(({ line }) => line?.value ?? [])
  const postings = lines.slice(0, SAMPLE).flatMap((line) => ('status' in line ? [] : [line]))
  const called = [row.slug, boardName, ...postings.map(({ organization }) => organization)]
  return {
    name,
    listed: count,
    inCountries: lines.length,
    read: read.length,
    isEmployers:
      called.some((text) => isNamed(text ?? '', names)) ||
      postings.some((posting) => mentions(posting, domain)),
  }
}

/** A short name such as `ab` is part of many others, so it has to be the whole name. */
const LEAST_LETTERS = 4

/** Whether a text has one of the names, whatever its case, accents and signs. */
export function isNamed(text: string, names: readonly string[]): boolean {
  const letters = lettersOf(text)
  return names.map(lettersOf).some((name) => {
    if (name === '') return false
    return letters === name || (name.length >= LEAST_LETTERS && letters.includes(name))
  })
}

/** Whether a posting links to the domain or has an address of mail there. */
function mentions(posting: Posting, domain: string): boolean {
  const { url, apply_url, description_html, description_text } = posting
  return [url, apply_url, description_html, description_text].some(
    (text) => text?.toLowerCase().includes(domain) === true,
  )
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
