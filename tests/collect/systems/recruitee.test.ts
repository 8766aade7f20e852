import { expect, test } from 'bun:test'
import { recruitee } from '../../../src/collect/systems/recruitee'
import { boardOf, listedFrom } from './answers'

test.each([
  ['https://acme.recruitee.com/', { slug: 'acme' }],
  ['https://Acme-2.recruitee.com/o/welder-hamilton', { slug: 'acme-2' }],
  ['https://acme.recruitee.com/api/offers/', { slug: 'acme' }],
  ['https://www.recruitee.com/', null],
  ['https://api.recruitee.com/c/1', null],
  ['https://acme.recruitee.com.evil.example/', null],
])('%s', (address, board) => {
  expect(recruitee.boardOf(new URL(address)) ?? null).toEqual(board)
})

const GUIDE = {
  id: 501,
  guid: 'a1b2c',
  slug: 'guide-victoria',
  title: 'Guide',
  status: 'published',
  company_name: 'Acme Tours',
  careers_url: 'https://jobs.acme.example/o/guide-victoria',
  careers_apply_url: 'https://jobs.acme.example/o/guide-victoria/c/new',
  mailbox_email: 'job.a1b2c@acme.recruitee.com',
  department: 'Tours',
  category_code: 'tourism',
  employment_type_code: 'parttime_fixed_term',
  experience_code: 'entry_level',
  education_code: null,
  min_hours_per_week: '16',
  max_hours_per_week: '24',
  tags: ['summer'],
  remote: false,
  hybrid: false,
  on_site: true,
  city: 'Victoria',
  state_name: 'British Columbia',
  state_code: 'BC',
  country: 'Canada',
  country_code: 'CA',
  location: 'Victoria, British Columbia, Canada',
  locations: [
    {
      id: 2,
      name: 'Vancouver',
      city: 'Vancouver',
      state: 'British Columbia',
      country: 'Canada',
      country_code: 'CA',
    },
    {
      id: 1,
      name: 'Harbour',
      city: 'Victoria',
      state: 'British Columbia',
      country: 'Canada',
      country_code: 'CA',
      note: null,
    },
    {
      id: 3,
      name: 'Duncan',
      city: 'Duncan',
      state: 'British Columbia',
      country: 'Canada',
      country_code: 'CA',
    },
  ],
  salary: { min: '18.50', max: '22', period: 'hour', currency: 'CAD' },
  published_at: '2026-05-28 20:36:05 UTC',
  created_at: '2026-05-01 00:00:00 UTC',
  updated_at: '2026-06-01 00:00:00 UTC',
  close_at: '2026-09-30 22:00:00 UTC',
  description: '<p>Show guests around.</p>',
  requirements: '<ul><li>First aid</li></ul>',
  translations: { fr: { title: 'Guide' } },
}

const PILOT = {
  id: 502,
  title: 'Pilot',
  status: 'published',
  company_name: 'Acme Tours',
  careers_url: 'https://acme.recruitee.com/o/pilot',
  employment_type_code: 'freelance',
  remote: true,
  hybrid: true,
  on_site: false,
  location: 'Bangor, Maine, United States',
  locations: [],
  salary: { min: null, max: null, period: null, currency: null },
  published_at: '2026-05-28 20:36:05 UTC',
  close_at: null,
  description: '',
  requirements: null,
}

const WRITER = {
  id: '503',
  title: 'Writer',
  careers_url: 'https://acme.recruitee.com/o/writer',
  employment_type_code: 'traineeship',
  remote: true,
  hybrid: false,
  on_site: false,
  city: null,
  country: 'United States',
  country_code: 'US',
  locations: [{ name: 'Anywhere', city: null, state: null, country: null, country_code: null }],
  salary: { min: '0', max: '0', period: 'year', currency: 'USD' },
}

test('the list is one request on the host of the company', async () => {
  await recruitee.list(boardOf(recruitee), async ({ url }) => {
    expect(url).toBe('https://acme.recruitee.com/api/offers/')
    expect(recruitee.isHost(new URL(url).hostname)).toBe(true)
    return { status: 200, headers: new Headers(), text: '{"offers":[]}' }
  })
})

test('what changes without the posting does not change the fingerprint', async () => {
  const touched = {
    ...GUIDE,
    position: 9,
    updated_at: '2026-11-01 00:00:00 UTC',
    locations: GUIDE.locations.toReversed(),
  }
  const one = await listedFrom(recruitee, { offers: [GUIDE] })
  const two = await listedFrom(recruitee, { offers: [touched] })
  expect(two.postings).toEqual(one.postings)
  expect(one.organization).toBe('Acme Tours')
})

test('broken entries are unreadable', async () => {
  const unknown = { ...WRITER, status: 'on hold' }
  const offers = [PILOT, { ...GUIDE, careers_url: null }, 'x', unknown, { ...PILOT, id: 1e308 }]
  const { postings, unreadable } = await listedFrom(recruitee, { offers })
  expect(postings.map((posting) => posting.external_id)).toEqual(['502'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual([
    '501',
    undefined,
    '503',
    undefined,
  ])
  expect(unreadable?.at(-1)?.reason).toBe('id: expected a text or an exact number')
})
