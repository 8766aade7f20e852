import { expect, test } from 'bun:test'
import { listAt } from '../../../src/collect/answers/members'
import { greenhouse } from '../../../src/collect/systems/greenhouse'
import { boardOf, listedFrom, postingsOf } from './answers'
import { recordedRows } from './boards'

const [ANALYST, PICKER, DIRECTOR] = recordedRows(greenhouse)

const JOBS = { jobs: [ANALYST, PICKER, DIRECTOR], meta: { total: 3 } }

test('the list is one request, with content and pay', async () => {
  const addresses: string[] = []
  for (const settings of [{}, { region: 'eu' }]) {
    await greenhouse.list(
      boardOf(greenhouse, 'acme', { settings }),
      async ({ url, isConditional }) => {
        addresses.push(`${url} ${isConditional}`)
        return { status: 200, headers: new Headers(), text: JSON.stringify(JOBS) }
      },
    )
  }
  const rest = '/v1/boards/acme/jobs?content=true&pay_transparency=true true'
  expect(addresses).toEqual([
    `https://boards-api.greenhouse.io${rest}`,
    `https://boards-api.eu.greenhouse.io${rest}`,
  ])
})

test.each([
  [undefined, 2500, 3000, 'HOUR'],
  [undefined, 20000, 20000, undefined],
  ['Annual salary', 500000, 600000, 'YEAR'],
  ['Monthly pay', 5000000, 6000000, undefined],
  ['Day rate', 20000, 25000, undefined],
  ['Hourly or annual', 5000000, 6000000, undefined],
  [undefined, 2000000, 2500000, 'YEAR'],
])('pay of %p from %d to %d cents is by %p', async (title, min_cents, max_cents, unit) => {
  const range = { min_cents, max_cents, currency_type: 'USD', title }
  const body = { jobs: [{ ...PICKER, pay_input_ranges: [range] }], meta: { total: 1 } }
  const posting = (await postingsOf(greenhouse, body)).get('4002')
  expect(posting?.salary?.value.unitText as string | undefined).toBe(unit)
})

test('the fingerprint tells changes of content and nothing else', async () => {
  const print = async (job?: object) =>
    (await listedFrom(greenhouse, { jobs: [job], meta: { total: 1 } })).postings[0]?.fingerprint
  const touched = {
    ...ANALYST,
    updated_at: '2026-10-01T00:00:00Z',
    metadata: listAt(ANALYST, 'metadata').toReversed(),
    data_compliance: [{}],
  }
  expect(await print(touched)).toBe(await print(ANALYST))
  expect(await print({ ...ANALYST, title: 'Analyst' })).not.toBe(await print(ANALYST))
})

test('a total that differs leaves the list incomplete', async () => {
  expect((await listedFrom(greenhouse, { ...JOBS, meta: { total: 5 } })).incompleteReason).toBe(
    'the list has 3 rows, and its total is 5',
  )
  expect((await listedFrom(greenhouse, JOBS)).incompleteReason).toBeUndefined()
  expect((await listedFrom(greenhouse, { jobs: [] })).incompleteReason).toBe(
    'the list has 0 rows, and its total is not given',
  )
})

test('the board has the name that all its postings give', async () => {
  const organizationOf = async (jobs: (object | undefined)[]) =>
    (await listedFrom(greenhouse, { jobs, meta: { total: jobs.length } })).organization
  expect(await organizationOf([ANALYST, PICKER])).toBe('Acme Maple')
  expect(await organizationOf([ANALYST, { ...PICKER, company_name: 'Acme Oak' }])).toBeUndefined()
})

test('broken entries are unreadable, entries for trying are left out', async () => {
  const test = { ...PICKER, id: 5, title: 'z-Test & Templates Only' }
  const jobs = [
    PICKER,
    { id: 6, title: '  ', absolute_url: 'https://a.example' },
    { title: 'x' },
    7,
    test,
  ]
  const { postings, unreadable } = await listedFrom(greenhouse, { jobs, meta: { total: 5 } })
  expect(postings.map((posting) => posting.external_id)).toEqual(['4002'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['6', undefined, undefined])
})
