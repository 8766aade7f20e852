import { expect, test } from 'bun:test'
import { ashby } from '../../../src/collect/systems/ashby'
import { listedFrom, listFrom, postingsOf, readRecordedList, recordedLists } from './answers'

const office = (addressLocality: string, addressRegion: string, addressCountry: string) => ({
  postalAddress: { addressLocality, addressRegion, addressCountry },
})

const salary = (minValue: number, maxValue: number, currencyCode = 'CAD', interval = '1 YEAR') => ({
  compensationType: 'Salary',
  interval,
  currencyCode,
  minValue,
  maxValue,
})

const BAKER = {
  id: 'b-1',
  title: 'Baker',
  department: 'Kitchen',
  team: 'Bread',
  employmentType: 'FullTime',
  location: 'Halifax',
  address: office('Halifax', 'Nova Scotia', 'Canada'),
  secondaryLocations: [
    { location: 'Moncton', address: office('Moncton', 'New Brunswick', 'Canada') },
    { location: 'Dartmouth', address: office('Dartmouth', 'Nova Scotia', 'Canada') },
  ],
  publishedAt: '2026-02-02T10:20:30.456+00:00',
  isListed: true,
  isRemote: true,
  workplaceType: 'Hybrid',
  jobUrl: 'https://jobs.ashbyhq.com/acme/b-1',
  applyUrl: 'https://jobs.ashbyhq.com/acme/b-1/application',
  descriptionHtml: '<p>Bake.</p>',
  shouldDisplayCompensationOnJobPostings: true,
  compensation: {
    compensationTierSummary: '$50K – $70K • Offers Equity',
    compensationTiers: [],
    summaryComponents: [
      salary(50000, 70000),
      { compensationType: 'EquityPercentage', interval: 'NONE', minValue: null, maxValue: null },
    ],
  },
}

const SAN_FRANCISCO = office('San Francisco', 'California', 'United States')

test.each([
  [
    'San Francisco HQ',
    SAN_FRANCISCO,
    { city: 'San Francisco', region: 'California', country: 'United States' },
  ],
  [
    'Headquarters',
    SAN_FRANCISCO,
    { city: 'San Francisco', region: 'California', country: 'United States' },
  ],
  ['United States', SAN_FRANCISCO, undefined],
  ['Remote - US', SAN_FRANCISCO, undefined],
  ['California', SAN_FRANCISCO, undefined],
  ['NAMER', SAN_FRANCISCO, undefined],
  ['EMEA', { postalAddress: {} }, undefined],
  ['Remote', SAN_FRANCISCO, { country: 'United States' }],
  ['Remote', office('', '', 'USA'), { country: 'USA' }],
  ['North America', office('', '', 'United States'), undefined],
])('the place %s', async (location, address, parts) => {
  const body = { jobs: [{ ...BAKER, location, address, secondaryLocations: null }] }
  const place = parts === undefined ? { text: location } : { address: parts, text: location }
  expect((await postingsOf(ashby, body)).get('b-1')?.places).toEqual([place])
})

test('the order of secondary locations does not change the fingerprint', async () => {
  const other = { ...BAKER, secondaryLocations: BAKER.secondaryLocations.toReversed() }
  const [one, two] = [
    await listedFrom(ashby, { jobs: [BAKER] }),
    await listedFrom(ashby, { jobs: [other] }),
  ]
  expect(one.postings).toEqual(two.postings)
})

test('broken entries are unreadable', async () => {
  const { postings, unreadable } = await listedFrom(ashby, {
    jobs: [BAKER, { ...BAKER, id: 'b-9', jobUrl: 1 }],
  })
  expect(postings).toHaveLength(1)
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['b-9'])
})

test('a board that does not exist is missing', async () => {
  expect(await listFrom(ashby, { status: 404, body: 'Not Found' })).toEqual({
    kind: 'missing',
    reason:
      'https://api.ashbyhq.com/posting-api/job-board/acme?includeCompensation=true answered 404',
  })
})

test('a page of maintenance is an error and no absence', async () => {
  await expect(listFrom(ashby, { body: '<html>Back soon</html>' })).rejects.toThrow(
    'answered with something else than JSON',
  )
  await expect(listFrom(ashby, { body: { error: 'busy' } })).rejects.toThrow('answered without')
  await expect(listFrom(ashby, { status: 503, body: '' })).rejects.toThrow('status 503')
})

test.each(await recordedLists('ashby'))('recorded answers give postings: %s', async (_, answer) => {
  const { isStable, unreadable, postings, withoutPlaces } = await readRecordedList(ashby, answer)
  expect({ isStable, unreadable, withoutPlaces }).toEqual({
    isStable: true,
    unreadable: [],
    withoutPlaces: 0,
  })
  expect(postings).toBe((answer as { jobs: unknown[] }).jobs.length)
})
