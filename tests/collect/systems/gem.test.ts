import { expect, test } from 'bun:test'
import { gem } from '../../../src/collect/systems/gem'
import { answering, boardOf, listedFrom, testAddresses } from './answers'

testAddresses(gem, [
  ['https://jobs.gem.com/acme', { slug: 'acme' }],
  ['https://jobs.gem.com/acme?embed=true', { slug: 'acme' }],
  ['https://jobs.gem.com/acme-com/am9icG9zdDrX-Ab12', { slug: 'acme-com' }],
  ['https://api.gem.com/job_board/v0/acme/job_posts/', { slug: 'acme' }],
  ['https://jobs.gem.com/', undefined],
  ['https://jobs.gem.com/api/public/graphql/batch', undefined],
  ['https://api.gem.com/v0/candidates', undefined],
  ['https://www.gem.com/acme', undefined],
  ['https://jobs.gem.com.example/acme', undefined],
])

const PLANNER = {
  id: 'am9icG9zdDoxMQ',
  title: ' Planner ',
  absolute_url: 'https://jobs.gem.com/acme/am9icG9zdDoxMQ',
  content: '<div>Plan&nbsp;things.</div>',
  content_plain: 'Plan things.',
  created_at: '2026-02-04T22:31:13.742Z',
  first_published_at: '2026-02-05T01:02:03.296Z',
  updated_at: '2026-08-18T19:27:48.405Z',
  employment_type: 'full_time',
  location: { name: 'Halifax, Nova Scotia, Canada' },
  location_type: 'in_office',
  departments: [{ id: '1', name: 'Operations' }],
  offices: [{ id: '2', name: 'Toronto, Ontario', location: { name: 'Toronto, Ontario, Canada' } }],
  requisition_id: 'R1',
}

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
