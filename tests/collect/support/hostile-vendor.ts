import type { BoardRow, KnownPosting } from '../../../src/collect/board/board-state'
import { type Collected, changesOf, removedOf } from '../../../src/collect/board/collected'
import { newBoardRow } from '../../../src/collect/board/new-board-row'
import { collectBoard } from '../../../src/collect/collect-board'
import { FetchFailure } from '../../../src/collect/failures'
import type { HttpClient } from '../../../src/collect/http/client'
import type { Fetch, HttpResponse, System } from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import { HOUR_MS } from '../../../src/values/instant'
import { isRequest, type RecordedBoard, toResponse } from '../systems/boards'
import type { Attack } from './attacks'

const NOW = new Date('2026-10-05T12:00:00Z')

/** Requests after which a vendor refuses more. */
const MAX_REQUESTS = 60

const resolver = new LocationResolver()

/** What a collector makes of a board whose vendor attacks, which it has read before. */
export class HostileVendor {
  private row: BoardRow
  private known: KnownPosting[] = []

  private constructor(
    private readonly system: System,
    private readonly recorded: RecordedBoard,
  ) {
    this.row = newBoardRow({ source: system.source, ...recorded.board }, NOW)
  }

  /** Reads the board once as it is. */
  static async of(system: System, recorded: RecordedBoard): Promise<HostileVendor> {
    const vendor = new HostileVendor(system, recorded)
    const collected = await vendor.collect({ name: 'none', answer: (response) => response })
    // Each absence confirms an earlier one, so that a complete list that lacks a posting removes it.
    const unlistedSince = new Date(NOW.getTime() - 2 * HOUR_MS)
    vendor.known = changesOf(collected).map(({ posting }) => ({
      ...posting,
      ...(posting.dueAt && { dueAt: NOW }),
      unlistedSince,
    }))
    if (vendor.known.length !== recorded.postings.length) throw new Error(JSON.stringify(collected))
    return vendor
  }

  /** What is read of the board when one of its answers, or all, are those of the attack. Throws when the collector would end. */
  async attacked(attack: Attack, target: number | undefined): Promise<Collected> {
    return await this.collect(attack, target)
  }

  /** The postings that would leave the catalogue. Where an id is another one now, it is that of another posting. */
  lost(collected: Collected): string[] {
    if (collected.kind === 'missing' || collected.kind === 'replaced') return ['the board']
    const changes = changesOf(collected)
    const before = new Set(this.known.map(({ externalId }) => externalId))
    const isReplaced = changes.some(({ posting }) => !before.has(posting.externalId))
    const removed = isReplaced ? [] : removedOf(collected).map(({ externalId }) => externalId)
    const closed = changes.filter(({ posting }) => posting.closedAt !== null)
    return [...removed, ...closed.map(({ posting }) => posting.externalId)]
  }

  private async collect(attack: Attack, target?: number): Promise<Collected> {
    let requests = 0
    const fetch: Fetch = async (request) => {
      requests += 1
      if (requests > MAX_REQUESTS) throw new FetchFailure('too many requests')
      const { exchanges } = this.recorded
      const found = exchanges.findIndex((exchange) => isRequest(request, exchange))
      // Whatever a reader asks for that the board does not have is answered as the list was.
      const index = found === -1 ? (attack.isEndless ? 0 : undefined) : found
      const exchange = exchanges[index ?? -1]
      if (exchange === undefined) throw new FetchFailure('status 500', { status: 500 })
      const response = toResponse(exchange.answer)
      const isTarget = target === undefined || target === index
      const answer: HttpResponse = isTarget ? attack.answer(response, requests) : response
      if (answer.status !== 200 && !request.accept?.includes(answer.status)) {
        throw new FetchFailure(`status ${answer.status}`, { status: answer.status })
      }
      return answer
    }
    const client = { session: () => ({ fetch, validators: {} }) }
    return await collectBoard(this.row, this.known, {
      system: this.system,
      systems: SYSTEMS,
      resolver,
      now: () => NOW,
      // Its session is all that a reading uses of it.
      client: client as unknown as HttpClient,
    })
  }
}
