import { expect, test } from 'bun:test'
import { pinpoint } from '../../../src/collect/systems/pinpoint'
import { boardOf, listedFrom, postingsOf } from './answers'

test.each([
  ['https://acme.pinpointhq.com/', { slug: 'acme' }],
  ['https://acme.pinpointhq.com/en/postings/14d82933', { slug: 'acme' }],
  ['https://acme.pinpointhq.com/postings.json', { slug: 'acme' }],
  ['https://www.pinpointhq.com/', null],
  ['https://pinpointhq.com/acme', null],
])('%s', (address, board) => {
  expect(pinpoint.boardOf(new URL(address)) ?? null).toEqual(board)
})

const TRAINER = {
  id: '9001',
  title: 'Trainer',
  url: 'https://acme.pinpointhq.com/en/postings/aaaa-9001',
  path: '/en/postings/aaaa-9001',
  description: '<div>Teach teams.</div>',
  key_responsibilities_header: 'What you & we do',
  key_responsibilities: '<ul><li>Teach</li></ul>',
  skills_knowledge_expertise_header: 'Skills',
  skills_knowledge_expertise: null,
  benefits_header: null,
  benefits: '<p>Dental.</p>',
  workplace_type: 'hybrid',
  workplace_type_text: 'Hybrid',
  employment_type: 'permanent_full_time',
  employment_type_text: 'Permanent - Full Time',
  compensation_visible: true,
  compensation: '$80,000 - $95,000 / year',
  compensation_minimum: 80000.0,
  compensation_maximum: 95000.0,
  compensation_currency: 'CAD',
  compensation_frequency: 'year',
  deadline_at: '2026-12-01T23:59:59-05:00',
  reporting_to: 'Jo Doe',
  location: {
    id: '1',
    name: 'CAN - Ottawa',
    city: 'Ottawa',
    province: 'Ontario',
    postal_code: 'K1P 1J1',
  },
  job: {
    id: '8001',
    requisition_id: 'R-1',
    department: { id: '7', name: 'Learning' },
    division: { id: '6', name: 'People' },
  },
}

const TUTOR = {
  id: 9002,
  title: 'Tutor',
  path: '/postings/aaaa-9002',
  workplace_type: 'remote',
  employment_type: 'programme',
  compensation_visible: true,
  compensation: '$31.25 / hour',
  compensation_minimum: 31.25,
  compensation_maximum: null,
  compensation_currency: 'USD',
  compensation_frequency: 'hour',
  deadline_at: null,
  location: { id: '2', name: 'Remote', city: 'ALL', province: 'Texas', postal_code: '' },
}

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
