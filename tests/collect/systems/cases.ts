import { expect } from 'bun:test'
import type {
  Board,
  CollectedPosting,
  Fetch,
  ListEntry,
  PostingList,
  System,
} from '../../../src/collect/system'
import { accepted, checkImportable, listed } from './answers'
import {
  type Case,
  type Exchange,
  isRequest,
  type RecordedAnswer,
  type RecordedBoard,
  type Table,
  toResponse,
} from './boards'
import { type Change, changeAt, changedAnswer } from './changed-answer'

/** All cases of a board, one for each row of its tables. */
export function casesOf({ cases = [] }: RecordedBoard): Case[] {
  return cases.flatMap((one) => ('rows' in one ? rowsOf(one) : one))
}

function rowsOf({ name, board, in: places, answers = {}, expected, rows }: Table): Case[] {
  return rows.map((row) => {
    // A row leaves an answer as it is with `{}`.
    const changes = places.flatMap((place, index) =>
      (Bun.deepEquals(row[index], {}) ? [] : [place].flat()).map((target): [string, Change] => {
        const [exchange = '', path = ''] = target.split(' ')
        return [exchange, changeAt(path, row[index])]
      }),
    )
    const changed: Record<string, Change[]> = {}
    for (const [exchange, change] of [...Object.entries(answers), ...changes]) {
      changed[exchange] = [...(changed[exchange] ?? []), ...[change].flat()]
    }
    const [first = '', ...path] = expected.split('.')
    const last = path.reduceRight((value, member) => ({ [member]: value }), row.at(-1) as unknown)
    const shown = row.slice(0, places.length).map((change) => JSON.stringify(change))
    return {
      name: `${name}: ${shown.join(', ')}`,
      ...(board && { board }),
      answers: changed,
      [first]: last,
    }
  })
}

/** The answers of a vendor after the changes of a case, and the names of the requests. */
export function changedVendor(
  system: System,
  { board: address, exchanges }: RecordedBoard,
  { board: changes, answers = {} }: Pick<Case, 'board' | 'answers'>,
) {
  const board: Board = { source: system.source, ...address, ...changes }
  const names = new Set(exchanges.map(({ name }) => name))
  const others = Object.keys(answers).filter((key) => !names.has(key))
  const wrong = others.find((key) => !key.startsWith('https://'))
  if (wrong !== undefined) throw new Error(`${wrong} is neither an exchange nor an address`)
  const asked: string[] = []
  const changed = (answer: RecordedAnswer, name: string) => {
    const changes = [answers[name] ?? []].flat()
    const other = changes.reduce(changedAnswer, answer)
    if (changes.length > 0 && Bun.deepEquals(toResponse(other), toResponse(answer))) {
      throw new Error(`nothing changes in the answer of ${name}`)
    }
    return other
  }
  const all = [
    ...exchanges.map(({ name, request, answer }) => ({
      name,
      request,
      answer: changed(answer, name),
    })),
    ...others.map(
      (url): Exchange => ({
        name: url,
        request: { url },
        answer: changed({ text: [] }, url),
      }),
    ),
  ]
  const fetch: Fetch = async (request) => {
    const { host } = new URL(request.url)
    if (!system.isHost(host, board)) throw new Error(`${host} is not a host of ${system.name}`)
    const exchange = all.find((one) => isRequest(request, one))
    if (exchange === undefined) throw new Error(`no answer for ${request.url}`)
    asked.push(exchange.name)
    return accepted(request, toResponse(exchange.answer))
  }
  return { board, fetch, asked }
}

/** Reads a board with the changed answers of a case, and compares the result with the case. */
export async function checkCase(system: System, recorded: RecordedBoard, one: Case): Promise<void> {
  const { board, fetch, asked } = changedVendor(system, recorded, one)
  const { incomplete, unreadable, ids, postings, gone, requests } = one
  const unknown = Object.keys(one).find((name) => !CASE_MEMBERS.includes(name))
  if (unknown !== undefined) throw new Error(`${unknown} is no member of a case`)
  const missing = withAddresses(one.missing, recorded)
  const error = withAddresses(one.error, recorded)
  if (error !== undefined) {
    await expect(readBoard(system, board, fetch)).rejects.toThrow(error)
  } else if (missing !== undefined) {
    expect(await system.list(board, fetch)).toEqual({ kind: 'missing', reason: missing })
  } else {
    const listing = await listed(system, board, fetch)
    expect(listing.incompleteReason).toBe(incomplete)
    const unread = (listing.unreadable ?? []).map(({ external_id = null }) => external_id)
    const usual = (recorded.unreadable ?? []).map(({ external_id = null }) => external_id)
    expect(unread).toEqual(unreadable ?? usual)
    if (one.organization !== undefined) expect(listing.organization ?? null).toBe(one.organization)
    if (ids) expect(listing.postings.map(({ external_id }) => external_id)).toEqual(ids)
    if (one.fingerprint) {
      const usual = changedVendor(system, recorded, { ...one, answers: one.beside ?? {} })
      const before = fingerprints(await listed(system, board, usual.fetch))
      const isSame = Bun.deepEquals(fingerprints(listing), before)
      expect(isSame ? 'same' : 'changed').toBe(one.fingerprint)
    }
    if (gone) {
      const [entry] = listing.postings
      expect(entry && (await system.detail?.(board, entry, fetch))).toBeUndefined()
    }
    if (one.posting || postings) {
      const read = await readPostings(system, board, listing.postings, fetch)
      const expected = postings ?? read.map((_, at) => (at === 0 ? one.posting : {}))
      expect(read.map((posting, index) => named(posting, expected[index] ?? {}))).toEqual(expected)
    }
  }
  if (requests) expect(asked).toEqual(requests)
}

const CASE_MEMBERS =
  `name board answers missing error incomplete organization unreadable ids postings
  posting gone fingerprint beside requests`.split(/\s+/)

/** A text with the addresses of exchanges for their names in braces. */
function withAddresses(text: string | undefined, { exchanges }: RecordedBoard): string | undefined {
  return text?.replaceAll(
    /\{([\w-]+)\}/g,
    (_, name) => exchanges.find((exchange) => exchange.name === name)?.request.url ?? name,
  )
}

function fingerprints({ postings }: PostingList): string[] {
  return postings.map(({ fingerprint }) => fingerprint)
}

async function readBoard(system: System, board: Board, fetch: Fetch) {
  const listing = await listed(system, board, fetch)
  return await readPostings(system, board, listing.postings, fetch)
}

/** The postings of entries, with their details, after `import` accepted their lines. */
export async function readPostings(
  system: System,
  board: Board,
  entries: readonly ListEntry[],
  fetch: Fetch,
): Promise<CollectedPosting[]> {
  const postings: CollectedPosting[] = []
  for (const entry of entries) {
    const posting = entry.posting ?? (await system.detail?.(board, entry, fetch))
    if (posting === undefined) throw new Error(`${entry.external_id} is gone`)
    checkImportable(board, posting)
    postings.push(posting)
  }
  return postings
}

/** The members of a value that another one names; null for those that it lacks. Arrays are taken whole. */
function named(value: unknown, expected: unknown): unknown {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) {
    return value === undefined ? null : JSON.parse(JSON.stringify(value))
  }
  return Object.fromEntries(
    Object.entries(expected).map(([name, member]) => [name, named(Object(value)[name], member)]),
  )
}
