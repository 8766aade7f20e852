import { describe, expect, test } from 'bun:test'
import type { Fetch } from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { listed, testEach } from './answers'
import { recordedBoards } from './boards'
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
