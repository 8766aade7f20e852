import { describe, expect, test } from 'bun:test'
import type { Client } from '@modelcontextprotocol/client'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'
import { callTool, connectClient } from './mcp-client'

let client: Client

const app = useTestApp({}, async (app) => {
  await app.write(
    posting({
      external_id: 'nurse',
      title: 'Nurse',
      organization: 'Acme Health',
      date_posted: '2026-01-10T00:00:00Z',
      employment_type: ['PART_TIME'],
      description_text: 'Care for people.',
      salary: {
        '@type': 'MonetaryAmount',
        currency: 'CAD',
        value: { '@type': 'QuantitativeValue', minValue: 31, maxValue: 38, unitText: 'HOUR' },
      },
      locations: [place('Toronto', 'ON', 'CA')],
    }),
    ...Array.from({ length: 45 }, (_, at) =>
      posting({
        external_id: `welder-${at}`,
        title: `Welder ${at}`,
        organization: at % 2 === 0 ? 'Zürich Works, Inc.' : 'Acme Steel',
        date_posted: at % 3 === 0 ? null : `2026-01-0${1 + (at % 9)}T00:00:00Z`,
        locations: [place('Austin', 'TX', 'US')],
      }),
    ),
  )
  await app.prepare()
  client = await connectClient(app)
})

test('each tool says what it does, and takes the parameters of the interface', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'search_jobs',
    'get_job',
    'count_jobs',
    'facets',
    'changes',
    'list_employers',
    'catalogue_stats',
  ])
  for (const { description, inputSchema, annotations } of tools) {
    expect(description?.length).toBeGreaterThan(50)
    expect(inputSchema.additionalProperties).toBe(false)
    expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false })
    expect(JSON.stringify(inputSchema)).not.toMatch(/\/search-syntax|X-Notices|\/v1\//)
  }
})

describe('search_jobs', () => {
  test('finds jobs by words and place, and says how it read them', async () => {
    const { structured, text } = await callTool(client, 'search_jobs', {
      title: 'nurse',
      location: 'Toronto, ON',
    })
    expect(structured).toEqual({
      jobs: [
        {
          id: expect.any(Number),
          title: 'Nurse',
          organization: 'Acme Health',
          date_posted: '2026-01-10T00:00:00Z',
          locations_derived: ['Toronto, Ontario, Canada'],
          location_type: null,
          salary: {
            '@type': 'MonetaryAmount',
            currency: 'CAD',
            value: { '@type': 'QuantitativeValue', minValue: 31, maxValue: 38, unitText: 'HOUR' },
          },
          employment_type: ['PART_TIME'],
          url: expect.any(String),
          country: 'CA',
          work_arrangement: null,
        },
      ],
      total: 1,
      next_cursor: null,
      notices: [{ parameter: 'location', detail: 'read as Toronto, Ontario', suggestion: null }],
    })
    expect(text).toMatch(
      /^Note on location: read as Toronto, Ontario\n1 job of 1 that match:\n- Nurse \(id \d+\) \| Acme Health \| Toronto, Ontario, Canada \| PART_TIME \| CAD 31 to 38 an hour \| posted 2026-01-10 \| http/,
    )
  })

  test('its cursors lead to every job once', async () => {
    const ids: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { structured } = await callTool(client, 'search_jobs', {
        title: 'welder',
        limit: 7,
        cursor,
      })
      const page = structured as { jobs: { id: number }[]; next_cursor: string | null }
      ids.push(...page.jobs.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(ids).toHaveLength(45)
    expect(new Set(ids).size).toBe(45)
  })

  test('a cursor of another search is refused', async () => {
    const { structured } = await callTool(client, 'search_jobs', { title: 'welder' })
    const { text, isError } = await callTool(client, 'search_jobs', {
      title: 'nurse',
      cursor: structured.next_cursor,
    })
    expect(isError).toBe(true)
    expect(text).toBe(
      'cursor: was made with other filters; send those of the first page, or leave cursor out to begin again',
    )
  })

  test('names of employers with commas are one element', async () => {
    for (const organization of [
      ['Zürich Works, Inc.'],
      'Zürich Works, Inc.',
      ['"Zürich Works, Inc."'],
    ]) {
      const { structured } = await callTool(client, 'search_jobs', { organization })
      expect(structured.total).toBe(23)
    }
  })

  test('filters that are empty count as absent', async () => {
    const { structured } = await callTool(client, 'search_jobs', {
      title: '',
      organization: [],
      remote: null,
      cursor: '',
    })
    expect(structured.total).toBe(46)
  })

  test('a word that no job has is told', async () => {
    const { structured, text } = await callTool(client, 'search_jobs', { title: 'weldr' })
    expect(structured.total).toBe(0)
    expect(text).toContain('Note on title: no job has')
    expect(text).toEndWith('No job matches.')
  })
})

describe('get_job', () => {
  test('returns a description, and says when a job left', async () => {
    const { structured } = await callTool(client, 'search_jobs', { title: 'nurse' })
    const [{ id }] = structured.jobs as [{ id: number }]
    const active = await callTool(client, 'get_job', { id })
    expect(active.structured).toMatchObject({
      id,
      status: 'active',
      date_removed: null,
      description_text: 'Care for people.',
    })
    expect(active.text).toEndWith('\n\nCare for people.')
  })

  test.each([
    [{}, 'id: expected a value, got none'],
    [{ id: 4_000_000 }, 'there is no job 4000000'],
    [{ id: 'x' }, "id: expected an integer from 0 to 9223372036854775807, got 'x'"],
    [{ id: { $gt: 0 } }, 'id: expected a text, a number, true or false, got an object'],
  ])('%j is an error with the way out', async (args, message) => {
    expect(await callTool(client, 'get_job', args)).toEqual({
      text: message,
      structured: {},
      isError: true,
    })
  })
})

test('count_jobs counts without billing a job', async () => {
  const before = app.log.length
  const { structured } = await callTool(client, 'count_jobs', { country: ['US'], title: 'welder' })
  expect(structured).toEqual({ count: 45, notices: [] })
  expect(app.log.slice(before).map(({ jobs }) => jobs)).toEqual([0])
})

test('list_employers finds names by the beginnings of their words, accents ignored', async () => {
  const { structured } = await callTool(client, 'list_employers', { name: 'zurich wo' })
  expect(structured).toEqual({
    employers: [
      {
        organization: 'Zürich Works, Inc.',
        sources: ['greenhouse'],
        countries: ['US'],
        active_jobs: 23,
      },
    ],
    total: 1,
  })
  const all = await callTool(client, 'list_employers', { limit: 2 })
  expect(all.structured.total).toBe(3)
  expect(all.text).toStartWith('2 of 3 employers:\n- Zürich Works, Inc. | active jobs: 23 | US')
})

test('catalogue_stats says how many jobs each country has', async () => {
  const { text } = await callTool(client, 'catalogue_stats')
  expect(text).toBe(
    'CA: active jobs 1, boards 1; by region: Ontario 1\nUS: active jobs 45, boards 1; by region: Texas 45',
  )
})

test('the jobs of a result are billed as those of the interface are', async () => {
  const before = app.log.length
  await callTool(client, 'search_jobs', { title: 'welder', limit: 5 })
  expect(app.log.slice(before).map(({ jobs, route }) => [route, jobs])).toEqual([['/mcp', 5]])
})

describe('pay', () => {
  test.each([
    [{ pay_at_least: 38, pay_unit: 'HOUR' }, 1],
    [{ pay_at_least: 38.01, pay_unit: 'HOUR' }, 0],
    [{ pay_at_least: '20', pay_unit: 'hour', country: ['CA'] }, 1],
    [{ pay_at_least: 20, pay_unit: 'HOUR', country: ['US'] }, 0],
    [{ pay_at_least: 20, pay_unit: 'HOUR', pay_currency: 'USD' }, 0],
    [{ pay_at_least: 20, pay_unit: 'YEAR' }, 0],
  ])('%j finds %d', async (args, found) => {
    const { structured } = await callTool(client, 'search_jobs', args)
    expect(structured.total).toBe(found)
    const { structured: counted } = await callTool(client, 'count_jobs', args)
    expect(counted.count).toBe(found)
  })

  test.each([
    [
      { pay_at_least: 20 },
      'pay_unit: expected one of HOUR, DAY, WEEK, MONTH, YEAR with pay_at_least, got none',
    ],
    [
      { pay_unit: 'HOUR' },
      'pay_at_least: expected an amount with pay_unit and pay_currency, got none',
    ],
    [
      { pay_at_least: -1, pay_unit: 'HOUR' },
      "pay_at_least: expected an amount such as 45 or 27.50, got '-1'",
    ],
    [
      { pay_at_least: '1e3', pay_unit: 'HOUR' },
      "pay_at_least: expected an amount such as 45 or 27.50, got '1e3'",
    ],
  ])('%j is refused', async (args, message) => {
    const { text, isError } = await callTool(client, 'count_jobs', args)
    expect([isError, text]).toEqual([true, message])
  })

  test('is not asked under /v1', async () => {
    expect((await app.request('/v1/jobs?pay_at_least=20')).status).toBe(400)
  })
})

test('facets count the values of a search, without billing a job', async () => {
  const { structured, text } = await callTool(client, 'facets', { title: 'welder' })
  expect(structured).toMatchObject({ counted: 45, is_sample: false })
  const { employers } = structured as { employers: { name: string; jobs: number }[] }
  const { structured: counted } = await callTool(client, 'count_jobs', {
    title: 'welder',
    organization: [employers[0]?.name],
  })
  expect(counted.count).toBe(employers[0]?.jobs)
  expect(text).toStartWith('Jobs counted: 45\n')
})

test('changes begin at a checkpoint, and tell what is new, changed and gone after it', async () => {
  const begun = await callTool(client, 'changes', { country: 'CA' })
  expect(begun.structured).toMatchObject({ events: [], more: false })
  const line = posting({ external_id: 'changes', title: 'Astronaut' })
  await app.write(line)
  await app.write({ ...line, title: 'Pilot' })
  await app.write({ ...line, status: 'expired' })
  const since = begun.structured.next_since
  const { structured, text } = await callTool(client, 'changes', { since, limit: 2 })
  const { events } = structured as { events: { event: string; job: { title: string } | null }[] }
  expect(structured.more).toBe(true)
  expect(events.map(({ event, job }) => [event, job?.title])).toEqual([
    ['created', 'Pilot'],
    ['updated', 'Pilot'],
  ])
  expect(text).toContain('- updated (title) Pilot (id ')
  const rest = await callTool(client, 'changes', { since: structured.next_since })
  expect(rest.structured).toMatchObject({ more: false, events: [{ event: 'expired', job: null }] })
  const far = await callTool(client, 'changes', { since: 999_999_999 })
  expect([far.isError, far.text.startsWith('since: expected at most')]).toEqual([true, true])
})

test.each([
  ['a list', ['CA', 'US'], 'sent more than once'],
  ['a text', 'CA,US', "expected CA or US, got 'CA,US'"],
])('changes of two countries, as %s, are refused with the way out', async (_, country, issue) => {
  const { isError, text } = await callTool(client, 'changes', { country })
  const wayOut = 'each country has a log of its own; ask for one after the other'
  expect([isError, text]).toEqual([true, `country: ${issue}; ${wayOut}`])
})

test('what a model reads of the filters names no address and no parameter that tools lack', async () => {
  const { tools } = await client.listTools()
  const names = new Set(
    tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {})),
  )
  const texts = tools.flatMap(({ description, inputSchema }) => [
    description ?? '',
    ...Object.values(inputSchema.properties ?? {}).map((schema) => Object(schema).description),
  ])
  expect(texts.filter((text) => /\/v1|time_frame|X-Notices|\]\(/.test(text))).toEqual([])
  const quoted = texts.flatMap((text) =>
    [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name),
  )
  const fields = ['date_posted', 'next_cursor', 'next_since', 'work_arrangement', 'location_type']
  expect(quoted.filter((name = '') => !names.has(name) && !fields.includes(name))).toEqual([])
})

test('changes that are too large for one result come in several', async () => {
  const { structured: begun } = await callTool(client, 'changes', { country: 'CA' })
  const long = Array.from({ length: 20 }, (_, at) =>
    posting({
      external_id: `long-${at}`,
      title: `${at} ${'é'.repeat(400)}`,
      organization: 'ü'.repeat(400),
      locations: Array.from({ length: 30 }, () => place('Ñ'.repeat(90), 'ON', 'CA')),
    }),
  )
  await app.write(...long)
  const ids = new Set<number>()
  let { next_since: since }: Record<string, unknown> = begun
  let more = true
  while (more) {
    const { structured, text } = await callTool(client, 'changes', { since, limit: 20 })
    expect(Buffer.byteLength(JSON.stringify(structured) + text)).toBeLessThan(40_000)
    const { events } = structured as { events: { job_id: number }[] }
    for (const { job_id } of events) ids.add(job_id)
    ;({ next_since: since, more } = structured as { next_since: number; more: boolean })
  }
  expect(ids.size).toBe(20)
})
