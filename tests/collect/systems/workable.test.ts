import { expect, test } from 'bun:test'
import { workable } from '../../../src/collect/systems/workable'
import { boardOf, listedFrom } from './answers'
import { recordedRows } from './boards'

const [NURSE, WRITER, , COOK] = recordedRows(workable)

const NURSE_ELSEWHERE = {
  ...NURSE,
  city: 'Brandon',
  state: 'Manitoba',
  locations: [
    { country: 'Canada', countryCode: 'CA', city: 'Brandon', region: 'Manitoba', hidden: false },
  ],
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
