import { expect, test } from 'bun:test'
import { jobscore } from '../../../src/collect/systems/jobscore'
import { boardOf, listedFrom, listFrom, postingsOf, recordedLists, testRecordings } from './answers'
import { recordedRows } from './boards'

const [KEEPER] = recordedRows(jobscore)

const feed = (...jobs: unknown[]) => ({ company_name: 'Acme', company_code: 'Acme', jobs })

test.each([
  ['Yes | Can telecommute / work remotely 100% of the time', 'remote'],
  ['Hybrid | Can work remotely sometimes', 'hybrid'],
  ['Maybe | Ask', null],
  [null, null],
])('%s is %s', async (remote, arrangement) => {
  const posting = (await postingsOf(jobscore, feed({ ...KEEPER, remote }))).get('asxP_KJ')
  expect(posting?.work_arrangement).toBe(arrangement as never)
})

test.each([
  [{ public_salary_minimum: null }, { maxValue: 45.5, unitText: 'HOUR' }],
  [{ public_salary_minimum: 0, public_salary_maximum: 0 }, undefined],
  [{ public_compensation_interval: '' }, undefined],
  [{ currency_code: null }, undefined],
  [
    { currency_code: 'JPY', public_compensation_interval: 'per year' },
    { minValue: 4000, maxValue: 4550, unitText: 'YEAR' },
  ],
])('pay is in the smallest unit of its currency: %p', async (members, value) => {
  const posting = (await postingsOf(jobscore, feed({ ...KEEPER, ...members }))).get('asxP_KJ')
  expect(posting?.salary?.value as object | undefined).toEqual(
    value && { '@type': 'QuantitativeValue', ...value },
  )
})

test('the feed names the employer, and entries that cannot be read', async () => {
  const { organization, postings, unreadable } = await listedFrom(
    jobscore,
    feed(KEEPER, { ...KEEPER, id: 'other', title: null }),
  )
  expect([organization, postings.length]).toEqual(['Acme', 1])
  expect(unreadable).toMatchObject([{ external_id: 'other' }])
})

test('an empty feed is one of the board when it names its company', async () => {
  const { company_code, ...nameless } = { ...feed() }
  expect((await listedFrom(jobscore, feed())).incompleteReason).toBeUndefined()
  expect((await listedFrom(jobscore, nameless)).incompleteReason).toBe(
    'the feed is empty and names no company',
  )
  expect(
    (await listedFrom(jobscore, { ...nameless, jobs: [KEEPER] })).incompleteReason,
  ).toBeUndefined()
})

test.each([404, 410])('%d: there is no such board', async (status) => {
  expect(await listFrom(jobscore, { status })).toMatchObject({ kind: 'missing' })
})

testRecordings('recorded feeds of JobScore are read', async () => {
  for (const [file, answer] of await recordedLists('jobscore')) {
    const board = boardOf(jobscore, file.split('-')[0])
    const { postings, unreadable } = await listedFrom(jobscore, answer, board)
    expect([postings.length > 0, unreadable]).toEqual([true, []])
  }
})
