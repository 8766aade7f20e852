import { expect, test } from 'bun:test'
import { gem } from '../../../src/collect/systems/gem'
import { answering, boardOf, listedFrom } from './answers'
import { recordedRows } from './boards'

const [PLANNER] = recordedRows(gem)

const KEEPER = {
  ...PLANNER,
  id: 'am9icG9zdDoxMg',
  absolute_url: 'https://jobs.gem.com/acme/am9icG9zdDoxMg',
  title: 'Keeper',
  employment_type: 'something else',
  location_type: 'hybrid',
  location: { name: '' },
  offices: [
    { id: '3', name: 'Reno, NV', location: { name: '' } },
    { id: '4', name: 'South', location: { name: 'Miami, Florida, United States' } },
    { id: '5', name: 'Reno, NV', location: null },
  ],
}

test('entries that cannot be read are named', async () => {
  const { postings, unreadable } = await listedFrom(gem, [PLANNER, { ...KEEPER, title: '' }, null])
  expect(postings).toHaveLength(1)
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual([KEEPER.id, undefined])
})

const LIST = 'https://api.gem.com/job_board/v0/acme/job_posts/'
const PAGE = 'https://jobs.gem.com/acme'

test.each([
  [{ body: '<html>Open roles</html>' }, { kind: 'listed', postings: [], unreadable: [] }],
  [{ status: 404 }, { kind: 'missing', reason: `${PAGE} answered 404` }],
])('an empty list counts only with the page of the board: %p', async (page, listing) => {
  const { fetch, requests } = answering(gem, { [LIST]: { body: [] }, [PAGE]: page })
  expect(await gem.list(boardOf(gem), fetch)).toEqual(listing as never)
  expect(requests.map(({ url }) => url)).toEqual([LIST, PAGE])
})

test('the page of a board proves nothing while it fails', async () => {
  const { fetch } = answering(gem, { [LIST]: { body: [] }, [PAGE]: { status: 503 } })
  await expect(gem.list(boardOf(gem), fetch)).rejects.toThrow('status 503')
})
