import { describe, expect, test } from 'bun:test'
import type { Fetch, HttpRequest } from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { answering, checkImportable, listed } from './answers'
import { isRequest, recordedBoards, toResponse } from './boards'

/** Their lists are addresses of pages. */
const OF_PAGES = SYSTEMS.filter(({ readPage }) => readPage !== undefined)

test('each system has a board', () => {
  const named = [...recordedBoards().map(([system]) => system), ...OF_PAGES]
  expect(new Set(named)).toEqual(new Set(SYSTEMS))
})

test.each(
  recordedBoards().map(
    ([system, recorded]) => [system.name, recorded.promise, system, recorded] as const,
  ),
)('%s: %s', async (_name, _promise, system, recorded) => {
  const { source } = system
  const { board: address, exchanges, postings, organization, unreadable = [] } = recorded
  const board = { source, ...address }
  const requests: HttpRequest[] = []
  const fetch: Fetch = async (request) => {
    const { url, method, body, headers } = request
    requests.push({
      url,
      ...(method && { method }),
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
    expect(system.isHost(new URL(url).host, board)).toBe(true)
    const exchange = exchanges.find((candidate) => isRequest(request, candidate))
    if (exchange === undefined) throw new Error(`no answer for ${url}`)
    return toResponse(exchange.answer)
  }
  const listing = await listed(system, board, fetch)
  expect([listing.incompleteReason, listing.organization]).toEqual([undefined, organization])
  expect(listing.unreadable ?? []).toEqual(unreadable)
  const found = []
  for (const entry of listing.postings) {
    const posting = entry.posting ?? (await system.detail?.(board, entry, fetch))
    if (posting === undefined) throw new Error(`${entry.external_id} is gone`)
    checkImportable(board, posting)
    found.push(posting)
  }
  expect(found).toEqual(postings)
  expect(requests).toEqual(exchanges.map(({ request }) => request))
})

describe.each(
  recordedBoards().map(([system, recorded]) => ({ name: system.name, system, recorded })),
)('$name', ({ system, recorded: { addresses = {}, errors = [] } }) => {
  test.each(Object.entries(addresses))('%s', (address, board) => {
    expect(system.boardOf(new URL(address)) ?? null).toEqual(board)
  })

  const answers = errors.flatMap(({ board, url, answers }) =>
    answers.map(([answer, message]) => ({ board, url, answer, message })),
  )
  test.each(answers)('is not missing: %p', async ({ board, url, answer, message }) => {
    const { fetch } = answering(system, { [url]: answer })
    const list = system.list({ source: system.source, ...board }, fetch)
    await expect(list).rejects.toThrow(message)
  })
})
