import { expect, test } from 'bun:test'
import { workable } from '../../../src/collect/systems/workable'
import { boardOf, listedFrom } from './answers'

test.each([
  ['https://apply.workable.com/acme/', { slug: 'acme' }],
  ['https://apply.workable.com/acme/j/0A1B2C3D4E/', { slug: 'acme' }],
  ['https://apply.workable.com/api/v1/widget/accounts/acme?details=true', { slug: 'acme' }],
  ['https://apply.workable.com/api/v3/accounts/acme/jobs', { slug: 'acme' }],
  ['https://acme.workable.com/jobs/123', { slug: 'acme' }],
  ['https://apply.workable.com/j/0A1B2C3D4E', null],
  ['https://apply.workable.com/api/v1/other', null],
  ['https://www.workable.com/acme', null],
  ['https://workable.com/acme', null],
])('%s', (address, board) => {
  expect(workable.boardOf(new URL(address)) ?? null).toEqual(board)
})

const NURSE = {
  title: 'Nurse ',
  shortcode: 'AAAA000001',
  code: 'RN-7',
  employment_type: 'Full-time',
  telecommuting: false,
  department: 'Ward 3',
  url: 'https://apply.workable.com/j/AAAA000001',
  shortlink: 'https://apply.workable.com/j/AAAA000001',
  application_url: 'https://apply.workable.com/j/AAAA000001/apply',
  published_on: '2026-08-05',
  created_at: '2026-07-02',
  country: 'Canada',
  city: 'Regina',
  state: 'Saskatchewan',
  education: '',
  experience: 'Associate',
  function: 'Health Care Provider',
  industry: 'Hospital & Health Care',
  description: '<p>Care.</p>',
  locations: [
    { country: 'Canada', countryCode: 'CA', city: 'Regina', region: 'Saskatchewan', hidden: false },
    { country: 'Canada', countryCode: 'CA', city: 'Secret', region: 'Saskatchewan', hidden: true },
  ],
}

const NURSE_ELSEWHERE = {
  ...NURSE,
  city: 'Brandon',
  state: 'Manitoba',
  locations: [
    { country: 'Canada', countryCode: 'CA', city: 'Brandon', region: 'Manitoba', hidden: false },
  ],
}

const WRITER = {
  title: 'Writer',
  shortcode: 'AAAA000002',
  telecommuting: true,
  employment_type: 'Other',
  url: 'https://apply.workable.com/j/AAAA000002',
  published_on: 'yesterday',
  country: 'United States',
  city: '',
  state: '',
}

const COOK = {
  title: 'Cook',
  shortcode: 'AAAA000003',
  telecommuting: false,
  workplace_type: 'on_site',
  employment_type: 'Temporary',
  url: 'https://apply.workable.com/j/AAAA000003',
  country: 'United States',
  city: 'Tulsa',
  state: 'Oklahoma',
  locations: [],
}

const ANSWER = {
  name: 'Acme Clinics',
  description: null,
  jobs: [NURSE, WRITER, NURSE_ELSEWHERE, COOK],
}

test('the list is one request with details', async () => {
  await workable.list(boardOf(workable), async ({ url }) => {
    expect(url).toBe('https://apply.workable.com/api/v1/widget/accounts/acme?details=true')
    return { status: 200, headers: new Headers(), text: '{"name":"Acme","jobs":[]}' }
  })
})

test('the order of rows does not change the fingerprint', async () => {
  const one = await listedFrom(workable, ANSWER)
  const two = await listedFrom(workable, { ...ANSWER, jobs: ANSWER.jobs.toReversed() })
  const prints = (postings: typeof one.postings) =>
    postings.map((entry) => entry.fingerprint).toSorted()
  expect(prints(two.postings)).toEqual(prints(one.postings))
  expect(one.organization).toBe('Acme Clinics')
})

test('broken entries are unreadable', async () => {
  const jobs = [COOK, { ...WRITER, url: 'javascript:0' }, { title: 'x' }]
  const { postings, unreadable, incompleteReason } = await listedFrom(workable, {
    name: 'Acme',
    jobs,
  })
  expect(postings.map((posting) => posting.external_id)).toEqual(['AAAA000003'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['AAAA000002', undefined])
  expect(incompleteReason).toBeUndefined()
})
