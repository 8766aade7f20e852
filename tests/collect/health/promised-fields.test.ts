import { expect, test } from 'bun:test'
import { promiseOf } from '../../../src/collect/health/promised-fields'
import { fixtureFields, PROMISED_FILE } from './fixture-fields'

test('the promised fields are those of the recorded boards', async () => {
  const written = await Bun.file(PROMISED_FILE).json()
  const wayOut = 'write them with bun tests/collect/health/write-promised-fields.ts'
  expect([wayOut, written]).toEqual([wayOut, fixtureFields()])
})

test('a field is promised by all, some or none of the recorded postings of a system', () => {
  const fields = ['places', 'salary', 'apply_url'] as const
  expect(fields.map((field) => promiseOf('greenhouse', field))).toEqual(['all', 'some', 'none'])
  expect(promiseOf('careerpage', 'places')).toBeUndefined()
})
