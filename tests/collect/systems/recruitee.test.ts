import { expect, test } from 'bun:test'
import { listAt } from '../../../src/collect/answers/members'
import { recruitee } from '../../../src/collect/systems/recruitee'
import { boardOf, listedFrom } from './answers'
import { recordedRows } from './boards'

const [GUIDE, PILOT, WRITER] = recordedRows(recruitee)

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
    locations: listAt(GUIDE, 'locations').toReversed(),
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
