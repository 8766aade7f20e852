import { expect, test } from 'bun:test'
import { pinpoint } from '../../../src/collect/systems/pinpoint'
import { boardOf, listedFrom, postingsOf } from './answers'
import { recordedRows } from './boards'

const [TRAINER, TUTOR] = recordedRows(pinpoint)

const BARE = {
  ...TUTOR,
  compensation_minimum: null,
  compensation_currency: null,
  compensation_frequency: null,
}

test.each([
  [
    { ...TUTOR, compensation: 'From $31.25 / hour' },
    undefined,
    { minValue: 31.25, unitText: 'HOUR' },
  ],
  [{ ...TUTOR, compensation: 'Good pay' }, undefined, { minValue: 31.25, unitText: 'HOUR' }],
  [BARE, undefined, undefined],
  [BARE, 'CA' as const, { value: 31.25, unitText: 'HOUR' }],
  [{ ...BARE, compensation_visible: undefined }, 'CA' as const, undefined],
])('pay of a single amount or a text: case %#', async (entry, country, value) => {
  const board = boardOf(pinpoint, 'acme', { country })
  const posting = (await postingsOf(pinpoint, { data: [entry] }, board)).get('9002')
  expect(posting?.salary?.value as object | undefined).toEqual(
    value === undefined ? value : { '@type': 'QuantitativeValue', ...value },
  )
})

test('broken entries are unreadable', async () => {
  const data = [TRAINER, { ...TUTOR, path: null }, { id: 3 }, null]
  const { postings, unreadable } = await listedFrom(pinpoint, { data })
  expect(postings.map((posting) => posting.external_id)).toEqual(['9001'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['9002', '3', undefined])
})
