import { describe, expect, test } from 'bun:test'
import { completed, type Draft } from '../../../src/collect/answers/posting'

const draft = { external_id: '1', title: ' Welder ', url: 'https://acme.example/1', places: [] }

/** The posting of a draft that has these members too. */
function postingOf(members: Partial<Draft>) {
  return completed({ ...draft, ...members })
}

test('a member that is undefined becomes null, and one that is absent stays absent', () => {
  expect(postingOf({ organization: undefined, date_posted: undefined })).toEqual({
    ...draft,
    title: 'Welder',
    organization: null,
    date_posted: null,
  })
})

test('white space in a title is a single space', () => {
  expect(postingOf({ title: ' Welder  \n II\u00a0 (night) ' }).title).toBe('Welder II (night)')
})

test('members that are published as texts are read', () => {
  expect(
    postingOf({
      date_posted: '2026-05-28 20:36:05 UTC',
      date_valid_through: 'in a week',
      employment_type: 'Full-time',
      apply_url: 'mailto:jobs@acme.example',
    }),
  ).toMatchObject({
    date_posted: '2026-05-28T20:36:05Z',
    date_valid_through: null,
    employment_type: ['FULL_TIME'],
    apply_url: null,
  })
})

test('what a reader has made out itself stays as it is', () => {
  const members: Partial<Draft> = {
    date_posted: '2026-05-28T20:36:05Z',
    employment_type: ['PART_TIME', 'FULL_TIME'],
    apply_url: 'https://acme.example/1/apply',
  }
  expect(postingOf(members)).toMatchObject(members)
})

test.each([[['full time']], [[]], [['FULL_TIME', null]], [7]])(
  'types that are neither a label nor known are none: %p',
  (employment_type) => {
    expect(postingOf({ employment_type }).employment_type).toBeNull()
  },
)

test('places that a reader did not find are left out', () => {
  const place = { text: 'Boise, ID' }
  expect(postingOf({ places: [undefined, place, undefined] }).places).toEqual([place])
})

describe('pay', () => {
  const salary = { min: '20', max: 30, currency: 'CAD', unit: 'hourly' }

  test('as published becomes a salary', () => {
    expect(postingOf({ salary }).salary).toEqual({
      '@type': 'MonetaryAmount',
      currency: 'CAD',
      value: { '@type': 'QuantitativeValue', minValue: 20, maxValue: 30, unitText: 'HOUR' },
    })
  })

  test('without a known unit is none, and a salary stays', () => {
    expect(postingOf({ salary: { ...salary, unit: 'fortnight' } }).salary).toBeNull()
    const read = postingOf({ salary }).salary ?? null
    expect(postingOf({ salary: read }).salary).toEqual(read)
  })
})
