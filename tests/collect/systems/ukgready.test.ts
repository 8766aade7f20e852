import { describe, expect, test } from 'bun:test'
import { ukgready } from '../../../src/collect/systems/ukgready'
import {
  type Answer,
  answering,
  boardOf,
  collected,
  detailFrom,
  listed,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const HOST = 'secure6.saashr.com'
const board = boardOf(ukgready, '7001234', { settings: { host: HOST } })
const API = `https://${HOST}/ta/rest/ui`
const ROWS = `${API}/recruitment/companies/%7C7001234/job-requisitions`
const PAGE = (number: number) => `${ROWS}?offset=${number}&size=200`
const SETTINGS = `${API}/bootstrap/companies/%7C7001234/format-settings`

const row = (id: number, more: object = {}) => ({
  id,
  job_title: 'Ferry Deckhand',
  location: {
    address_line_1: '4 Quay Road',
    city: 'Astoria',
    state: 'OR',
    country: 'USA',
    zip: '97103',
  },
  employee_type: { id: 9, name: 'PT Non-Exempt' },
  job_description: 'Handle lines and...',
  is_remote_job: false,
  ...more,
})

const answerOf = (rows: readonly unknown[], total: number, offset = 1): Answer => ({
  body: { job_requisitions: rows, _paging: { offset, size: 200, total } },
})

const full = {
  job_preview: '<p>We have run ferries since 1911.</p>',
  job_description: '<p>Handle lines.<img src="data:image/png;base64,iVBORw0KGgo+/A=="></p>',
  job_requirement: '<ul><li>Swim</li></ul>',
}

describe('pay', () => {
  test('is not asked about when no posting has any', async () => {
    const { fetch, requests } = answering(ukgready, { [PAGE(1)]: answerOf([row(1)], 1) })
    await listed(ukgready, board, fetch)
    expect(requests.map(({ url }) => url)).toEqual([PAGE(1)])
  })

  test('without a currency is none', async () => {
    const pay = { base_pay_from: 21.5, base_pay_frequency: 'HOUR' }
    const { fetch } = answering(ukgready, {
      [PAGE(1)]: answerOf([row(1, pay)], 1),
      [SETTINGS]: { status: 404 },
      [`${ROWS}/1`]: { body: { ...row(1, pay), ...full } },
    })
    expect((await collected(ukgready, board, fetch))[0]?.salary).toBeNull()
  })
})

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(from + index))
  const threePages = (second: readonly unknown[]) => ({
    [PAGE(1)]: answerOf(rows(1, 201), 450),
    [PAGE(2)]: answerOf(second, 450, 2),
    [PAGE(3)]: answerOf(rows(401, 451), 450, 3),
  })

  test('are asked for by their number, from 1', async () => {
    const { fetch, requests } = answering(ukgready, threePages(rows(201, 401)))
    const { postings, incompleteReason } = await listed(ukgready, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([450, undefined])
    expect(requests.map(({ url }) => url)).toEqual([PAGE(1), PAGE(2), PAGE(3), PAGE(1)])
  })

  test('whose order shifts by one row in between prove nothing', async () => {
    const { fetch } = answering(ukgready, threePages(rows(200, 400)))
    expect((await listed(ukgready, board, fetch)).incompleteReason).toBe('the list repeats rows')
  })

  test('that end before the total prove nothing', async () => {
    const { fetch } = answering(ukgready, threePages(rows(201, 300)))
    expect((await listed(ukgready, board, fetch)).incompleteReason).toContain('its total is 450')
  })

  test('an empty board is complete: one that does not exist has none', async () => {
    const { fetch } = answering(ukgready, { [PAGE(1)]: answerOf([], 0) })
    const { postings, incompleteReason } = await listed(ukgready, board, fetch)
    expect([postings, incompleteReason]).toEqual([[], undefined])
  })

  test.each([404, 410])('%d: the tenant has no board on this host', async (status) => {
    const { fetch } = answering(ukgready, { [PAGE(1)]: { status } })
    const reason = `${PAGE(1)} answered ${status}`
    expect(await ukgready.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })

  test('a board is not read without its host', async () => {
    const { fetch } = answering(ukgready, {})
    await expect(ukgready.list(boardOf(ukgready, '7001234'), fetch)).rejects.toThrow(
      'the host of 7001234 is not known; add the board by its address',
    )
  })
})

describe('a posting', () => {
  const read = async (answer: Answer) =>
    await detailFrom(ukgready, board, { external_id: '31', url: `${ROWS}/31` }, answer)

  testGone(read)

  test('is not gone by an answer without a title', async () => {
    await expect(read({ body: { errors: [] } })).rejects.toThrow('has no title')
  })
})

testRecordings('recorded answers: the fields that were read by hand', async () => {
  const texts = await recordings('ukgready')
  for (const [name, text] of texts) {
    const isList = name.endsWith('list.json')
    const job = isList ? JSON.parse(text).job_requisitions[0] : JSON.parse(text)
    const { fetch } = answering(ukgready, {
      [PAGE(1)]: isList ? { body: text } : answerOf([job], 1),
      [SETTINGS]: { body: { locale: { currency_code: 'USD' } } },
      [`${ROWS}/${job.id}`]: { body: job },
    })
    // The recorded list is shortened: its total counts the rows that were taken out.
    const { incompleteReason } = await listed(ukgready, board, fetch)
    expect(incompleteReason).toBe(isList ? 'the list has 1 rows, and its total is 12' : undefined)
    const [posting] = await collected(ukgready, board, fetch)
    expect(posting).toMatchObject({
      title: job.job_title.replace(/\s+/g, ' ').trim(),
      places: [{ address: { city: job.location.city, region: job.location.state } }],
      employment_type: isList ? ['PER_DIEM'] : null,
      salary: isList ? { currency: 'USD', value: { minValue: 46, unitText: 'HOUR' } } : null,
    })
    expect(posting?.description_html).not.toContain('NURSING ASSISTANT I:')
  }
})
