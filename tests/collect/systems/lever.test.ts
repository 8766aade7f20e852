import { expect, test } from 'bun:test'
import { listAt, memberAt } from '../../../src/collect/answers/members'
import { lever } from '../../../src/collect/systems/lever'
import { boardOf, listedFrom } from './answers'
import { recordedRows } from './boards'

const [WELDER, AGENT, CLERK] = recordedRows(lever)

test('the order of locations does not change the fingerprint', async () => {
  const categories = Object(memberAt(WELDER, 'categories'))
  const allLocations = listAt(categories, 'allLocations').toReversed()
  const other = { ...WELDER, categories: { ...categories, allLocations } }
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
