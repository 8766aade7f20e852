import { expect, test } from 'bun:test'
import { lever } from '../../../src/collect/systems/lever'
import { boardOf, listedFrom } from './answers'

test.each([
  ['https://jobs.lever.co/acme', { slug: 'acme' }],
  ['https://jobs.lever.co/Acme%20Co/5f0c2a/apply?lever-source=x', { slug: 'Acme Co' }],
  ['https://jobs.eu.lever.co/acme', { slug: 'acme', settings: { region: 'eu' } }],
  ['https://api.lever.co/v0/postings/acme?mode=json', { slug: 'acme' }],
  ['https://api.eu.lever.co/v0/postings/acme', { slug: 'acme', settings: { region: 'eu' } }],
  ['https://api.lever.co/v1/acme', null],
  ['https://jobs.lever.co/', null],
  ['https://www.lever.co/acme', null],
])('%s', (address, board) => {
  expect(lever.boardOf(new URL(address)) ?? null).toEqual(board)
})

const WELDER = {
  id: 'aaaa-1',
  text: 'Welder ',
  hostedUrl: 'https://jobs.lever.co/acme/aaaa-1',
  applyUrl: 'https://jobs.lever.co/acme/aaaa-1/apply',
  createdAt: 1_767_225_600_000,
  country: 'CA',
  workplaceType: 'on-site',
  categories: {
    commitment: 'Full-time',
    department: 'Shop',
    team: 'Frames',
    location: 'Hamilton',
    allLocations: ['Windsor, ON', 'Hamilton', 'Barrie, ON'],
  },
  description: '<div>Weld frames.</div>',
  descriptionPlain: 'Weld frames.',
  lists: [
    { text: 'Skills & tools', content: '<li>MIG</li>' },
    { text: 'Nothing', content: ' ' },
  ],
  additional: '<div>Boots supplied.</div>',
  salaryDescription: '<div>Union scale.</div>',
  salaryRange: { min: 31.5, max: 38, currency: 'CAD', interval: 'per-hour-wage' },
}

const AGENT = {
  id: 'aaaa-2',
  text: 'Agent',
  hostedUrl: 'https://jobs.lever.co/acme/aaaa-2',
  createdAt: 1_767_225_600_123,
  country: 'US',
  workplaceType: 'remote',
  categories: { location: 'Remote', commitment: 'Regular' },
  salaryRange: { min: 0, max: 0, currency: 'USD', interval: 'per-year-salary' },
}

const CLERK = {
  id: 'aaaa-3',
  text: 'Clerk',
  hostedUrl: 'https://jobs.lever.co/acme/aaaa-3',
  country: 'US',
  workplaceType: 'unspecified',
  categories: {
    location: 'Austin, TX',
    allLocations: ['Austin, TX'],
    commitment: 'Part-time Contract',
  },
  salaryRange: { min: 1800, max: 1900, currency: 'USD', interval: 'bi-week-salary' },
}

test('the order of locations does not change the fingerprint', async () => {
  const allLocations = WELDER.categories.allLocations.toReversed()
  const other = { ...WELDER, categories: { ...WELDER.categories, allLocations } }
  const [one, two] = [await listedFrom(lever, [WELDER]), await listedFrom(lever, [other])]
  expect(one.postings).toEqual(two.postings)
})

test('broken entries are unreadable', async () => {
  const { postings, unreadable, incompleteReason } = await listedFrom(lever, [
    CLERK,
    { ...AGENT, text: null },
    null,
  ])
  expect(postings.map((posting) => posting.external_id)).toEqual(['aaaa-3'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['aaaa-2', undefined])
  expect(incompleteReason).toBeUndefined()
})

test('an EU board is asked on its own host', async () => {
  const board = boardOf(lever, 'acme', { settings: { region: 'eu' } })
  await lever.list(board, async ({ url }) => {
    expect(url).toBe('https://api.eu.lever.co/v0/postings/acme?mode=json')
    return { status: 200, headers: new Headers(), text: '[]' }
  })
})
