import { expect, test } from 'bun:test'
import { HostNotFound } from '../../../src/collect/failures'
import type { Fetch } from '../../../src/collect/system'
import { cornerstone } from '../../../src/collect/systems/cornerstone'
import { type Answer, boardOf, listed, listing, pageKey } from './answers'
import { recordedBoard } from './boards'
import { changedVendor } from './cases'

const board = boardOf(cornerstone)
const HOST = 'https://acme.csod.com'
const recorded = recordedBoard(cornerstone)
const exchangeOf = (name: string) => recorded.exchanges.find((exchange) => exchange.name === name)
const search = exchangeOf('list')?.request

test('career sites are read to the first that does not exist; a posting is of the first that has it', async () => {
  const SITE = (site: number) => `${HOST}/services/x/career-site/v1/careersites/${site}`
  const HOME = (site: number) => `${HOST}/ux/ats/careersite/${site}/home?c=acme`
  const page = (site: number) =>
    pageKey(search?.url ?? '', {
      ...Object(search?.body),
      careerSiteId: site,
      careerSitePageId: site,
    })
  const rowsOf = (...ids: number[]): Answer => ({
    body: {
      data: {
        totalCount: ids.length,
        requisitions: ids.map((requisitionId) => ({ requisitionId, displayJobTitle: 'Ice Maker' })),
      },
    },
  })
  const site = (active: boolean): Answer => ({ body: { status: 0, data: { id: 1, active } } })
  const { postings, incompleteReason, asked } = await listing(cornerstone, board, {
    [HOME(1)]: { status: 302, headers: { location: '/ui/error?code=1' } },
    [HOME(2)]: { body: exchangeOf('home')?.answer.text?.join('\n') },
    [SITE(1)]: { status: 500 },
    [page(1)]: rowsOf(),
    [SITE(2)]: site(false),
    [SITE(3)]: site(true),
    [page(3)]: rowsOf(1, 2),
    [SITE(4)]: site(true),
    [page(4)]: rowsOf(2, 3),
    [SITE(5)]: { status: 404, body: {} },
  })
  const sites = postings.map(({ external_id, reference = '' }) => [
    external_id,
    JSON.parse(reference).site,
  ])
  expect([incompleteReason, Object.fromEntries(sites)]).toEqual([undefined, { 1: 3, 2: 3, 3: 4 }])
  // One that is not active is not searched.
  expect(asked.filter((url) => url === search?.url)).toHaveLength(3)
})

test('a client does not exist when its host does not', async () => {
  const fetch: Fetch = () => Promise.reject(new HostNotFound('acme.csod.com'))
  const reason = 'acme.csod.com does not resolve'
  expect(await cornerstone.list(board, fetch)).toEqual({ kind: 'missing', reason })
})

test('a client gets a new token when it is refused', async () => {
  const { fetch, asked } = changedVendor(cornerstone, recorded, {})
  let refused = 0
  const refusing: Fetch = async (request) => {
    if (request.url !== search?.url || refused > 0) return await fetch(request)
    refused += 1
    return { status: 401, headers: new Headers(), text: '' }
  }
  expect((await listed(cornerstone, board, refusing)).postings).toHaveLength(3)
  expect(asked.filter((name) => name === 'home')).toHaveLength(2)
})
