import { describe, expect, test } from 'bun:test'
import type { Fetch } from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { listed, testEach } from './answers'
import { type RecordedBoard, recordedBoards } from './boards'
import { casesOf, changedVendor, checkCase, readPostings } from './cases'

/** Their lists are addresses of pages. */
const OF_PAGES = SYSTEMS.filter(({ readPage }) => readPage !== undefined)

/** They redirect to a page that says whether a posting is gone. */
const READ_REDIRECTS = ['jobvite', 'paylocity']

test('each system has a board', () => {
  const systems = [...recordedBoards().map(([system]) => system), ...OF_PAGES]
  expect(new Set(systems)).toEqual(new Set(SYSTEMS))
})

const boards = recordedBoards().map(([system, recorded]) => ({
  name: system.name,
  system,
  recorded,
}))

describe.each(boards)('$name', ({ system, recorded }) => {
  const { promise, exchanges, organization, unreadable = [] } = recorded

  test(promise, async () => {
    const { board, fetch: send } = changedVendor(system, recorded, {})
    const requests: object[] = []
    const fetch: Fetch = async (request) => {
      const { accept, ...sent } = request
      requests.push(sent)
      return await send(request)
    }
    const listing = await listed(system, board, fetch)
    expect([listing.incompleteReason, listing.organization]).toEqual([undefined, organization])
    expect(listing.unreadable ?? []).toEqual(unreadable)
    expect(await readPostings(system, board, listing.postings, fetch)).toEqual(recorded.postings)
    expect(requests).toEqual(exchanges.map(({ request }) => request))
  })

  testEach(shortLists(recorded))(
    'a list that lacks a row of its %s is not complete',
    async (_, answers) => {
      const { board, fetch } = changedVendor(system, recorded, { answers })
      const listing = await listed(system, board, fetch).catch((error: Error) => error)
      const reason = listing instanceof Error ? listing.message : listing.incompleteReason
      expect(reason).toBeString()
    },
  )

  const { addresses = {}, ownAddresses = {}, hosts = {} } = recorded

  testEach(Object.entries(addresses))('%s', (address, board) => {
    expect(system.boardOf(new URL(address)) ?? null).toEqual(board)
  })

  testEach(Object.entries(ownAddresses))('named by the operator: %s', (address, board) => {
    expect(system.ownBoardOf?.(new URL(address)) ?? null).toEqual(board)
  })

  testEach(Object.entries(hosts))('requests may go to %s: %p', (host, isHost) => {
    expect(system.isHost(host, recorded.board)).toBe(isHost)
  })

  testEach(casesOf(recorded).map((one) => [one.name, one] as const))('%s', async (_, one) => {
    await checkCase(system, recorded, one)
  })

  const posting = exchanges.find(({ name }) => name.startsWith('posting'))?.name

  testEach([404, 410].flatMap((status) => (posting ? [[posting, status] as const] : [])))(
    'a %s that answers %d is gone',
    async (name, status) => {
      const answers = { [name]: { status } }
      await checkCase(system, recorded, { name, answers, gone: true })
    },
  )

  testEach([302, 403, 503].flatMap((status) => (posting ? [[posting, status] as const] : [])))(
    'a %s that answers %d is not proved to be gone',
    async (name, status) => {
      const isRead = status === 302 && READ_REDIRECTS.includes(system.source)
      const error = isRead ? 'redirects to' : `status ${status}`
      await checkCase(system, recorded, { name, answers: { [name]: { status } }, error })
    },
  )
})

/** Answers of a list of JSON that say how many rows they have, without the last row. */
function shortLists({ exchanges }: RecordedBoard) {
  return exchanges.flatMap(({ name, answer: { json } }) => {
    if (name.startsWith('posting') || !isObject(json)) return []
    const members = Object.entries(json)
    return members.flatMap(([key, rows]) => {
      if (!Array.isArray(rows) || rows.length === 0) return []
      const counts = members.filter(
        ([count, number]) => /total|count/i.test(count) && number === rows.length,
      )
      const answers = { [name]: { json: { ...json, [key]: rows.slice(0, -1) } } }
      return counts.map(([count]) => [`${count} of ${name}`, answers] as const)
    })
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
