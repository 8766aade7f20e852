import { describe, expect, test } from 'bun:test'
import { FetchFailure } from '../../../src/collect/failures'
import { systemsInUse } from '../../../src/collect/systems/index'
import { type Answer, answering, boardOf, checkImportable, listed, range } from './answers'

const KEY = 'secret'
const [usajobs] = systemsInUse({
  collectOptIns: [],
  collectKeys: { COLLECT_USAJOBS_KEY: KEY },
  collectContact: 'jobs@example.com',
}).filter(({ source }) => source === 'usajobs')
if (usajobs === undefined) throw new Error('there is no USAJOBS')
const system = usajobs
const board = boardOf(system, 'usajobs')

const SEARCH = 'https://data.usajobs.gov/api/Search?ResultsPerPage=500'
const SERIES = 'https://data.usajobs.gov/api/codelist/occupationalseries'

const item = (id: number | string, more: object = {}) => ({
  MatchedObjectId: String(id),
  MatchedObjectDescriptor: { PositionID: 'A-1', PositionTitle: 'Scientist', ...more },
})

const page = (items: unknown[], total: unknown) => ({
  body: { SearchResult: { SearchResultCountAll: total, SearchResultItems: items } },
})

async function read(answers: Record<string, Answer>) {
  const { fetch, requests } = answering(system, answers, board)
  const { postings, incompleteReason, unreadable = [] } = await listed(system, board, fetch)
  return { postings, incompleteReason, unreadable, requests }
}

describe('with a key, the search of USAJOBS', () => {
  test('has whole postings', async () => {
    const place = {
      LocationName: 'Research Triangle Park, North Carolina',
      CityName: 'Research Triangle Park, North Carolina',
      CountrySubDivisionCode: 'North Carolina',
      CountryCode: 'United States',
      Latitude: 35.89,
      Longitude: -78.86,
    }
    const job = item(830216801, {
      ApplyURI: ['https://www.usajobs.gov/job/830216801/apply'],
      PositionLocation: [place, { CityName: 'Multiple Locations', CountryCode: 'United States' }],
      OrganizationName: 'National Institute of Environmental Health Sciences',
      DepartmentName: 'Department of Health and Human Services',
      PositionSchedule: [{ Name: 'Full-time', Code: '1' }],
      PositionRemuneration: [
        { MinimumRange: '117962', MaximumRange: '153354', RateIntervalCode: 'PA' },
      ],
      QualificationSummary: 'One year.',
      PublicationStartDate: '2026-08-10T00:00:00.0000',
      ApplicationCloseDate: '2026-08-31',
      UserArea: {
        Details: {
          JobSummary: 'Summary.',
          MajorDuties: ['Study.', 'Write.'],
          RemoteIndicator: true,
        },
      },
    })
    const { postings, incompleteReason, requests } = await read({
      [`${SEARCH}&Page=1`]: page([job], '1'),
    })
    expect(incompleteReason).toBeUndefined()
    expect(requests.map(({ headers }) => headers)).toEqual([
      { 'authorization-key': KEY, 'user-agent': 'jobs@example.com' },
    ])
    const [posting] = postings.flatMap((entry) => entry.posting ?? [])
    expect(posting).toMatchObject({
      external_id: '830216801',
      title: 'Scientist',
      url: 'https://www.usajobs.gov/job/830216801',
      apply_url: 'https://www.usajobs.gov/job/830216801/apply',
      organization: 'National Institute of Environmental Health Sciences',
      date_posted: '2026-08-10T00:00:00Z',
      date_valid_through: '2026-08-31T00:00:00Z',
      places: [
        {
          address: {
            city: 'Research Triangle Park',
            region: 'North Carolina',
            country: 'United States',
            latitude: 35.89,
            longitude: -78.86,
          },
        },
        { address: { country: 'United States' } },
      ],
      work_arrangement: 'remote',
      salary: { currency: 'USD', value: { minValue: 117962, maxValue: 153354, unitText: 'YEAR' } },
      employment_type: ['FULL_TIME'],
      description_html:
        '<h3>Summary</h3>\nSummary.\n<h3>Duties</h3>\n<p>Study.</p>\n<p>Write.</p>\n<h3>Qualifications</h3>\nOne year.',
    })
    if (posting) checkImportable(board, posting)
  })

  test('is read in pages to its total', async () => {
    const { postings, incompleteReason, requests } = await read({
      [`${SEARCH}&Page=1`]: page(
        range(0, 500).map((id) => item(id)),
        501,
      ),
      [`${SEARCH}&Page=2`]: page([item(500)], 501),
    })
    expect([postings.length, incompleteReason, requests.length]).toEqual([501, undefined, 3])
  })

  const series = {
    body: { CodeList: [{ ValidValue: [{ Code: '0601' }, { Code: '1550' }, { Code: 'x' }] }] },
  }
  const parts = (first: Answer, second: Answer, total = 10_000) => ({
    [`${SEARCH}&Page=1`]: page([item(1)], total),
    [SERIES]: series,
    [`${SEARCH}&Page=1&JobCategoryCode=0601`]: first,
    [`${SEARCH}&Page=1&JobCategoryCode=1550`]: second,
  })

  test('is split by series when it reaches the cap, and proves nothing unless they have the total', async () => {
    const { postings, incompleteReason } = await read(
      parts(page([item(1), item(2)], 2), page([item(2), item(3)], '2')),
    )
    expect(postings.map(({ external_id }) => external_id)).toEqual(['1', '2', '3'])
    expect(incompleteReason).toBe('the series have 3 announcements, and the total is 10000')
  })

  test('proves nothing when a series reaches the cap, too', async () => {
    const rows = range(0, 500).map((id) => item(id))
    const pages = range(1, 21).map((number) => [
      `${SEARCH}&Page=${number}&JobCategoryCode=0601`,
      page(number === 1 ? rows : rows.map((_, at) => item(number * 500 + at)), 10_000),
    ])
    const { incompleteReason } = await read({
      ...parts(page([], 0), page([], 0)),
      ...Object.fromEntries(pages),
      [`${SEARCH}&Page=21&JobCategoryCode=0601`]: page([], 10_000),
    })
    expect(incompleteReason).toBe('series 0601: a search ends at 10000 announcements')
  })

  test.each([
    ['a wrong total', page([item(1)], 2), 'the list has 1 rows, and its total is 2'],
    ['a repeated id', page([item(1), item(1)], 2), 'the list repeats rows'],
  ])('proves nothing with %s', async (_, answer, reason) => {
    expect((await read({ [`${SEARCH}&Page=1`]: answer })).incompleteReason).toBe(reason)
  })

  test('names rows that cannot be read', async () => {
    const answer = page([item(1, { PositionTitle: '' }), { MatchedObjectId: 7 }, null], 3)
    const { postings, unreadable } = await read({ [`${SEARCH}&Page=1`]: answer })
    expect(postings).toEqual([])
    expect(unreadable.map(({ external_id = null }) => external_id)).toEqual(['1', '7', null])
  })

  test.each([
    [page([], 0), 'answered without an announcement'],
    [{ body: '<html>Access Denied</html>' }, 'answered with something else than JSON'],
    [page([item(1)], null), 'answered without SearchResultCountAll'],
    [page([item(1)], -1), 'answered without SearchResultCountAll'],
  ])('fails for %j', async (answer, message) => {
    await expect(read({ [`${SEARCH}&Page=1`]: answer })).rejects.toThrow(message)
  })

  test('fails with a key that is refused, and no error names it', async () => {
    const refused = read({ [`${SEARCH}&Page=1`]: { status: 401 } })
    const error = await refused.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(FetchFailure)
    expect(String(error)).not.toContain(KEY)
  })
})
