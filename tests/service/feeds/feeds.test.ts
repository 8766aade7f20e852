import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { changeKey, createKey } from '../../../src/service/keys/api-keys'
import { posting } from '../../support/posting-builder'
import { createTestApp, type TestApp } from '../../support/test-app'

const HOSTILE = 'Nurse ]]> &amp; <script>alert(1)</script> "\'\u0008\u000b\uffff 𝒳'

let app: TestApp
let feedKey: string
beforeAll(async () => {
  app = await createTestApp()
  feedKey = (await createKey(app.database, 'reader', { isFeedOnly: true })) ?? ''
  await app.write(
    posting({
      external_id: 'nurse',
      title: 'Registered Nurse',
      organization: 'Café & Söhne',
      url: 'https://acme.example/1?a=1&b=2',
      date_posted: '2026-01-10T00:00:00Z',
      work_arrangement: 'hybrid',
      employment_type: ['FULL_TIME'],
      description_html: '<p>Care &amp; <b>rest</b> ]]></p>',
      salary: {
        '@type': 'MonetaryAmount',
        currency: 'CAD',
        value: { '@type': 'QuantitativeValue', minValue: 38.5, maxValue: 50, unitText: 'HOUR' },
      },
    }),
    posting({ external_id: 'hostile', title: HOSTILE, date_posted: '2026-01-09T00:00:00Z' }),
    ...Array.from({ length: 120 }, (_, at) =>
      posting({ external_id: `cook-${at}`, title: `Cook ${at}`, date_posted: null }),
    ),
  )
})
afterAll(() => app.stop())

/** As a feed reader asks: without headers, with the key in the address. */
function read(target: string, headers: Record<string, string> = {}): Promise<Response> {
  const separator = target.includes('?') ? '&' : '?'
  return app.handle(
    new Request(`http://localhost${target}${separator}apiKey=${feedKey}`, { headers }),
  )
}

type Sent = { detail: string; errors?: { parameter: string }[] }

async function problemOf(response: Response): Promise<Sent> {
  return (await response.json()) as Sent
}

const SUMMARY_START = 'Café & Söhne · '

describe('Atom', () => {
  test('a reader finds title, address, employer, dates, place, pay and text', async () => {
    const response = await read('/feeds/jobs.atom?title=nurse&description=html')
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const feed = parseAtomFeed(await response.text())
    expect(feed.title).toEqual({ value: 'Jobs: nurse' })
    expect(feed.id).toBe('http://localhost/feeds/jobs.atom?title=nurse&description=html')
    const [nurse] = feed.entries ?? []
    expect(nurse?.title?.value).toBe('Registered Nurse')
    expect(nurse?.links).toEqual([{ rel: 'alternate', href: 'https://acme.example/1?a=1&b=2' }])
    expect(nurse?.authors).toEqual([{ name: 'Café & Söhne' }])
    expect([nurse?.published, nurse?.updated]).toEqual([
      '2026-01-10T00:00:00Z',
      '2026-01-15T10:30:00Z',
    ])
    expect(nurse?.summary?.value).toStartWith(SUMMARY_START)
    expect(nurse?.summary?.value).toEndWith(' · hybrid · full time · CAD 38.50 to 50.00 an hour')
    expect(nurse?.content).toEqual({ type: 'html', value: '<p>Care &amp; <b>rest</b> ]]></p>' })
  })

  test('the title of a feed names what is true or false', async () => {
    const response = await read('/feeds/jobs.atom?country=CA&remote=true&has_salary=false')
    const feed = parseAtomFeed(await response.text())
    expect(feed.title).toEqual({ value: 'Jobs: CA, remote, has salary: no' })
  })

  test('a title with marks and characters that XML forbids stays a title', async () => {
    const feed = parseAtomFeed(await (await read('/feeds/jobs.atom?title=nurse')).text())
    expect(feed.entries?.map(({ title }) => title?.value)).toEqual([
      'Registered Nurse',
      'Nurse ]]> &amp; <script>alert(1)</script> "\' 𝒳',
    ])
  })
})

describe('JSON Feed', () => {
  test('a reader finds the same', async () => {
    const response = await read('/feeds/jobs.json?title=registered&description=text')
    expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const text = await response.text()
    expect(text).not.toContain(feedKey)
    const feed = parseJsonFeed(JSON.parse(text))
    const [nurse] = feed.items ?? []
    expect(nurse).toMatchObject({
      title: 'Registered Nurse',
      url: 'https://acme.example/1?a=1&b=2',
      authors: [{ name: 'Café & Söhne' }],
      date_published: '2026-01-10T00:00:00Z',
    })
    expect(nurse?.content_text).toStartWith(SUMMARY_START)
    expect(nurse?.content_text).toEndWith('CAD 38.50 to 50.00 an hour\n\nCare & rest ]]>')
  })
})

test('a feed has the newest 100 jobs, in the order of /v1/jobs', async () => {
  const feed = parseJsonFeed(await (await read('/feeds/jobs.json')).json())
  const { jobs } = await app.get<{ jobs: { id: number }[] }>('/v1/jobs?limit=100')
  expect(jobs.length).toBe(100)
  expect(feed.items?.map(({ id }) => id)).toEqual(
    jobs.map(({ id }) => `http://localhost/v1/jobs/${id}`),
  )
})

test.each(['atom', 'json'])(
  'an unchanged %s feed is answered with 304, and not billed',
  async (form) => {
    const first = await read(`/feeds/jobs.${form}?title=cook`)
    const etag = first.headers.get('etag') ?? ''
    app.clock.advance(3_600_000)
    const second = await read(`/feeds/jobs.${form}?title=cook`, { 'If-None-Match': etag })
    expect([second.status, await second.text()]).toEqual([304, ''])
    expect(app.log.slice(-2).map(({ status, jobs }) => [status, jobs])).toEqual([
      [200, 100],
      [304, 0],
    ])
  },
)

test('an empty feed changes once a day', async () => {
  const etags = async () => (await read('/feeds/jobs.atom?title=astronaut')).headers.get('etag')
  const first = await etags()
  app.clock.set('2026-01-15T23:59:59Z')
  expect(await etags()).toBe(first)
  app.clock.set('2026-01-16T00:00:00Z')
  expect(await etags()).not.toBe(first)
})

describe('keys', () => {
  test('a key for feeds opens nothing else', async () => {
    for (const target of ['/v1/jobs', '/v1/nothing', '/explore/data', '/v1/ats-organizations']) {
      const response = await app.handle(
        new Request(`http://localhost${target}`, {
          headers: { Authorization: `Bearer ${feedKey}` },
        }),
      )
      expect([target, response.status, (await problemOf(response)).detail]).toEqual([
        target,
        401,
        'the API key opens /feeds alone; ask the operator for a key without --feed',
      ])
    }
    expect((await read('/v1/ats-organizations')).status).toBe(401)
  })

  test('without a key, an answer says where the address has it', async () => {
    const problem = await problemOf(
      await app.handle(new Request('http://localhost/feeds/jobs.atom?apikey=x')),
    )
    expect(problem.detail).toBe(
      "expected 'apiKey=KEY' in the address, with a key of 'bun run keys create NAME --feed', got the parameter 'apikey'",
    )
  })

  test('another key opens feeds in the header, not in the address', async () => {
    expect((await app.request('/feeds/jobs.json?title=nurse')).status).toBe(200)
    const inAddress = await app.handle(
      new Request(`http://localhost/feeds/jobs.json?apiKey=${app.key}`),
    )
    expect(inAddress.status).toBe(401)
    expect((await problemOf(inAddress)).detail).toStartWith(
      "a feed's address must have a key for feeds",
    )
  })

  test('an allowance counts the jobs of feeds', async () => {
    await changeKey(app.database, 'reader', { jobsPerMonth: 1 })
    app.clock.advance(10_000)
    const statuses = [await read('/feeds/jobs.json'), await read('/feeds/jobs.json')]
    expect(statuses.map(({ status }) => status)).toContain(429)
    await changeKey(app.database, 'reader', { jobsPerMonth: null })
    app.clock.advance(10_000)
  })
})

test.each([
  ['limit=5', 'limit'],
  ['titel=nurse', 'titel'],
  ['title="nurse', 'title'],
  ['source_fields=true', 'source_fields'],
])('%s is refused with its name', async (query, parameter) => {
  const response = await read(`/feeds/jobs.atom?${query}`)
  const problem = await problemOf(response)
  expect([response.status, problem.errors?.[0]?.parameter]).toEqual([400, parameter])
})
