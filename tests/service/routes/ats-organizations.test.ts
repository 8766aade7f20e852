import { describe, expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import type { Organization } from '../../../src/catalogue/resources/organization'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

/** Names that are hard on CSV, on lists, on spreadsheets and on orders. */
const NAMES = [
  'Acme',
  'Smith, Jones and Partners',
  'The "Best" Company',
  '"Quoted"',
  'a "b", c',
  'Ligne\nbrisée',
  'Retour\r\nchariot',
  '=HYPERLINK("https://x.example")',
  '=1+1',
  '+44',
  '-minus',
  '@at',
  'Société Générale',
  'Société Ge\u0301ne\u0301rale',
  'acme',
  ' Acme ',
  '\tTab',
  'semi;colon',
  "l'Oréal",
  'back\\slash',
  '100%',
  'a&b=c+d',
  'OR',
  'Ω',
  '株式会社',
  '\u{1F680} Rockets',
  '\uFF21',
]

const US = [place('Austin', 'TX', 'US')]
const app = useTestApp({}, async (app) => {
  await app.write(
    ...NAMES.flatMap((organization, index) =>
      Array.from({ length: 1 + (index % 3) }, () => posting({ organization })),
    ),
    posting({ organization: 'Acme', source: 'workday', locations: US }),
    posting({ organization: 'Acme', locations: [place('Toronto', 'ON', 'CA'), ...US] }),
    posting({ organization: 'Texan', source: 'lever', locations: US }),
    posting({ organization: 'Gone', external_id: 'gone' }),
    posting({ organization: null }),
  )
  await app.write({
    source: 'greenhouse',
    source_slug: 'acme',
    external_id: 'gone',
    status: 'expired',
  })
  app.clock.advance(1)
})

const list = (query = '') => app.get<Organization[]>(`/v1/ats-organizations${query}`)

async function csv(query = ''): Promise<string> {
  return await (await app.request(`/v1/ats-organizations?format=csv${query}`)).text()
}

/** The rows of a CSV text, each field as text. */
const rowsOf = (text: string) =>
  parse(text, { columns: true }) as Record<keyof Organization, string>[]

describe('200', () => {
  test('every employer with active jobs and no other, in the order of the bytes', async () => {
    const expected = [...NAMES, 'Texan'].map((name) => Buffer.from(name)).sort(Buffer.compare)
    const names = (await list()).map(({ organization }) => organization)
    expect(names).toEqual(expected.map(String))
  })

  test('with distinct sources, countries and the count of jobs', async () => {
    const rows = await list()
    expect(rows.filter(({ organization }) => ['Acme', 'Texan'].includes(organization))).toEqual([
      {
        organization: 'Acme',
        sources: ['greenhouse', 'workday'],
        countries: ['CA', 'US'],
        active_jobs: 4,
      },
      { organization: 'Texan', sources: ['lever'], countries: ['US'], active_jobs: 1 },
    ])
  })

  test.each([
    ['CA', NAMES.length],
    ['US', 2],
    ['CA,US', NAMES.length + 1],
    ['US,CA', NAMES.length + 1],
  ])('country=%s keeps employers with jobs there, whole', async (country, count) => {
    const rows = await list(`?country=${country}`)
    expect(rows).toHaveLength(count)
    expect(rows.find(({ organization }) => organization === 'Acme')).toMatchObject({
      countries: ['CA', 'US'],
      active_jobs: 4,
    })
    expect(rowsOf(await csv(`&country=${country}`))).toHaveLength(count)
  })

  test('each name, sent back as organization, finds exactly active_jobs jobs', async () => {
    for (const { organization, active_jobs } of await list()) {
      const element = `"${organization.replaceAll('"', '""')}"`
      const query = `time_frame=6m&organization=${encodeURIComponent(element)}`
      const { count } = await app.get<{ count: number }>(`/v1/active-ats-count?${query}`)
      expect([organization, count]).toEqual([organization, active_jobs])
    }
  })

  test('counts as no job', async () => {
    const response = await app.request('/v1/ats-organizations')
    expect(response.headers.get('x-jobs-this-request')).toBe('0')
    expect(response.headers.get('content-type')).toBe('application/json')
  })
})

describe('CSV', () => {
  test('has the rows of the JSON list, exactly', async () => {
    const rows = rowsOf(await csv()).map((row) => ({
      organization: row.organization,
      sources: row.sources.split(';'),
      countries: row.countries.split(';'),
      active_jobs: Number(row.active_jobs),
    }))
    expect(rows as unknown).toEqual(await list())
  })

  test('has a header, ends lines with CRLF and quotes as RFC 4180 says', async () => {
    const text = await csv('&country=US')
    expect(text).toBe(
      'organization,sources,countries,active_jobs\r\nAcme,greenhouse;workday,CA;US,4\r\nTexan,lever,US,1\r\n',
    )
    expect(await csv()).toContain('\r\n"a ""b"", c",greenhouse,CA,')
  })

  test('is a file', async () => {
    const response = await app.request('/v1/ats-organizations?format=csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="organizations.csv"',
    )
  })
})

describe('ETag', () => {
  test.each(['', '?format=csv', '?country=US'])('a 304 for who has %p already', async (query) => {
    const target = `/v1/ats-organizations${query}`
    const etag = (await app.request(target)).headers.get('etag') ?? ''
    const response = await app.request(target, { headers: { 'If-None-Match': etag } })
    expect([response.status, await response.text()]).toEqual([304, ''])
  })

  test('each form has its own', async () => {
    const etags = ['', '?format=csv', '?country=US', '?format=csv&country=US'].map(async (query) =>
      (await app.request(`/v1/ats-organizations${query}`)).headers.get('etag'),
    )
    expect(new Set(await Promise.all(etags)).size).toBe(4)
  })
})

describe('compression', () => {
  test.each([
    ['zstd', Bun.zstdDecompressSync],
    ['gzip', Bun.gunzipSync],
  ])('%s', async (coding, decompress) => {
    const headers = { 'Accept-Encoding': coding }
    const response = await app.request('/v1/ats-organizations', { headers })
    expect(response.headers.get('content-encoding')).toBe(coding)
    const bytes = decompress(new Uint8Array(await response.arrayBuffer()))
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(await list())
  })
})

describe('400', () => {
  test.each([
    ['format=xml', "format: expected json or csv, got 'xml'"],
    ['country=MX', "country: expected CA or US, got 'MX'"],
    ['country=', 'country: expected a value'],
    [
      'limit=1',
      'limit: unknown parameter; it belongs to /v1/active-ats, /v1/modified-ats, /v1/jobs and /v1/changes',
    ],
  ])('%s', async (query, detail) => {
    const response = await app.request(`/v1/ats-organizations?${query}`)
    expect(await response.json()).toMatchObject({ status: 400, detail })
  })
})

describe('the key', () => {
  const send = (query: string) =>
    app.request(`/v1/ats-organizations${query}`, { headers: { Authorization: '' } })

  test('may come in apiKey', async () => {
    expect((await send(`?format=csv&apiKey=${app.key}`)).status).toBe(200)
  })

  test.each(['', '?apiKey=', '?apiKey=wrong'])('401 for %p', async (query) => {
    expect((await send(query)).status).toBe(401)
  })
})
