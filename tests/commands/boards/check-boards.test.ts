import { beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { createWriter } from '../../../src/catalogue/import/write/writer'
import { type Answer, useSites } from '../../collect/find/sites'
import { deleteBoards } from '../../support/empty-catalogue'
import { importLines } from '../../support/import-lines'
import { useFolder } from '../../support/use-folder'
import { callBoards } from '../support/call-boards'

const sites = useSites()
const folder = useFolder('check-boards-')
beforeEach(async () => {
  await deleteBoards(sites.database)
})

const boards = (...args: string[]) => callBoards(sites, args)

/** Adds a board, with these columns, and jobs that it had. */
async function addBoard(name: string, columns: SQL, jobs: readonly object[] = []): Promise<void> {
  await boards('add', name)
  const [source, slug] = name.split('/')
  await sites.database.run(
    sql`update collector_boards set ${columns} where source = ${source} and slug = ${slug}`,
  )
  if (jobs.length === 0) return
  const lines = jobs.map((job, index) => ({
    source,
    source_slug: slug,
    external_id: `${name}-${index}`,
    title: 'Potter',
    url: `https://jobs.lever.co/${slug}/${index}`,
    countries: ['CA'],
    ...job,
  }))
  await boards('remove', name)
  const { rejects } = await importLines(createWriter(sites.database), lines)
  expect(rejects).toEqual([])
  await sites.database.run(
    sql`update collector_boards set ${columns} where source = ${source} and slug = ${slug}`,
  )
}

const DEAD = sql`state = 'dead'`
const FAILING = sql`state = 'active', failures = 8, last_error = 'it fails'`

/** A board of Greenhouse that lists a posting in Canada. */
const greenhouse = (slug: string, company: string): Record<string, Answer> => ({
  [`boards-api.greenhouse.io/v1/boards/${slug}/jobs?content=true&pay_transparency=true`]: {
    json: {
      jobs: [
        {
          id: 1,
          title: 'Potter',
          absolute_url: `https://boards.greenhouse.io/${slug}/jobs/1`,
          company_name: company,
          location: { name: 'Toronto, ON' },
          updated_at: '2026-11-20T12:00:00Z',
          content: 'Throw pots.',
        },
      ],
    },
  },
})

const link = (address: string) => `<a href="${address}">Open roles</a>`
const GONE =
  'lever/acme: there is no such board: https://api.lever.co/v0/postings/acme?mode=json answered 404'

describe('a board that does not answer is looked for again', () => {
  test('on the site to which its jobs lead, and the commands to take what is found are printed', async () => {
    await addBoard('lever/acme', FAILING, [{ apply_url: 'https://careers.kilns.example/apply/1' }])
    sites.serve({
      'kilns.example/': link('https://boards.greenhouse.io/kilns'),
      ...greenhouse('kilns', 'Kilns'),
    })
    expect(await boards('check')).toEqual({
      output: [
        GONE,
        '  kilns.example: greenhouse/kilns  1 postings, 1 in Canada and the United States  (on https://kilns.example/)',
        '    to take it: bun run boards add greenhouse https://boards.greenhouse.io/kilns',
        '  then: bun run boards remove lever/acme && bun run import /dev/null --board lever/acme',
        'boards 1  answer 0  moved 1  not found 0  not asked 0',
      ],
      errors: '',
      status: 0,
    })
    const names = (await boards('list')).output.slice(1).map((line) => line.split(' ')[0])
    expect(names).toEqual(['lever/acme'])
  })

  test('on a site that a text of its jobs names, if it has the name of the board', async () => {
    await addBoard('lever/acme', DEAD, [
      {
        description_html:
          '<p>As on <a href="https://other.example">other</a>, write to hire@acme.example.</p>',
      },
    ])
    sites.serve({
      'acme.example/': link('https://boards.greenhouse.io/acme'),
      ...greenhouse('acme', 'Acme'),
    })
    const { output } = await boards('check')
    expect(output.slice(1)).toEqual([
      expect.stringContaining('  acme.example: greenhouse/acme  1 postings'),
      expect.stringContaining('to take it:'),
      '  then: bun run boards remove lever/acme',
      'boards 1  answer 0  moved 1  not found 0  not asked 0',
    ])
    expect(sites.requests.filter((address) => address.startsWith('other.example'))).toEqual([])
  })

  test('on its own host; a board that is collected already is not to be added', async () => {
    await addBoard('greenhouse/acme', sql`last_success_at = now()`)
    await addBoard('recruitee/jobs.acme.example', FAILING)
    sites.serve({
      'acme.example/': link('https://boards.greenhouse.io/acme'),
      ...greenhouse('acme', 'Acme'),
    })
    const { output } = await boards('check')
    expect(output.slice(1, -1)).toEqual([
      expect.stringContaining('acme.example: greenhouse/acme  1 postings'),
      '    it is collected already',
      '  then: bun run boards remove recruitee/jobs.acme.example && bun run import /dev/null --board recruitee/jobs.acme.example',
    ])
  })

  test('and what is found is only offered as a question when nothing names the employer', async () => {
    await addBoard('lever/acme', DEAD, [{ apply_url: 'https://kilns.example/1' }])
    sites.serve({
      'kilns.example/': link("https://boards.greenhouse.io/partner?x='$(id)"),
      ...greenhouse('partner', 'A Partner'),
    })
    const { output } = await boards('check')
    expect(output.slice(1)).toEqual([
      expect.stringContaining('unsure: nothing that it says names the employer'),
      "    if it is the employer's: bun run boards add greenhouse 'https://boards.greenhouse.io/partner?x=%27$(id)'",
      '  if it is gone: bun run boards remove lever/acme',
      'boards 1  answer 0  moved 0  not found 1  not asked 0',
    ])
  })

  test('the same board, which the site still names, is no new address', async () => {
    await addBoard('lever/acme', DEAD, [{ apply_url: 'https://acme.example/1' }])
    sites.serve({ 'acme.example/': link('https://jobs.lever.co/acme') })
    const { output } = await boards('check')
    expect(output).toEqual([
      GONE,
      '  acme.example: still names lever/acme  (on https://acme.example/)',
      '  if it is gone: bun run boards remove lever/acme',
      'boards 1  answer 0  moved 0  not found 1  not asked 0',
    ])
  })

  test('unless nothing says where', async () => {
    await addBoard('lever/acme', DEAD, [{}])
    const { output } = await boards('check')
    expect(output[1]).toBe(
      "  its jobs do not say its employer's site; if you know it: bun run boards find DOMAIN",
    )
    expect(sites.requests.every((address) => address.startsWith('api.lever.co'))).toBe(true)
  })
})

test('a board that answers is told, with a few requests and nothing written', async () => {
  await addBoard('greenhouse/acme', DEAD)
  sites.serve(greenhouse('acme', 'Acme'))
  expect((await boards('check')).output).toEqual([
    'greenhouse/acme: it answers and lists 1 postings; to collect it now: bun run boards resume greenhouse/acme',
    'boards 1  answer 1  moved 0  not found 0  not asked 0',
  ])
  expect(sites.requests).toHaveLength(1)
  expect((await boards('list')).output[1]).toContain('dead')
})

test('nothing is said of a board whose vendor is blocked, and the next run asks it', async () => {
  const results = join(folder, 'blocked.ndjson')
  await addBoard('lever/acme', DEAD, [{ apply_url: 'https://acme.example/1' }])
  await sites.database.run(sql`insert into collector_vendors (source, next_at, blocked_until, blocked_reason)
    values ('lever', now(), now() + interval '1 hour', 'api.lever.co answered 429')`)
  expect((await boards('check', '--results', results)).output).toEqual([
    'lever/acme: not asked: api.lever.co answered 429',
    'boards 1  answer 0  moved 0  not found 0  not asked 1',
  ])
  expect(sites.requests).toEqual([])
  await sites.database.run(sql`delete from collector_vendors`)
  expect((await boards('check', '--results', results)).output[0]).toBe(GONE)
})

test('a long list is not read to its end', async () => {
  await boards('add', 'https://acme.wd5.myworkdayjobs.com/External')
  let last = 0
  const posting = () => {
    last += 1
    return {
      title: 'Potter',
      externalPath: `/job/Toronto/Potter_${last}`,
      bulletFields: [`${last}`],
    }
  }
  sites.serve({
    'acme.wd5.myworkdayjobs.com/wday/cxs/acme/External/jobs': {
      // Each request gets other postings.
      get json() {
        return { total: 400, jobPostings: Array.from({ length: 20 }, posting) }
      },
    },
  })
  expect((await boards('check', 'workday/acme/External')).output[0]).toBe(
    'workday/acme/External: it answers; to collect it now: bun run boards resume workday/acme/External',
  )
  expect(sites.requests).toHaveLength(4)
})

test('boards that answer well are only asked when they are named', async () => {
  await addBoard('greenhouse/acme', sql`last_success_at = now()`)
  expect((await boards('check')).output).toEqual([
    'boards 0  answer 0  moved 0  not found 0  not asked 0',
  ])
  expect((await boards('check', 'greenhouse/acme')).output.at(-1)).toBe(
    'boards 1  answer 0  moved 0  not found 1  not asked 0',
  )
  expect((await boards('check', 'greenhouse/other')).errors).toContain('there is no board')
})

test('a check is gone on with where it was stopped', async () => {
  const results = join(folder, 'checked.ndjson')
  await addBoard('lever/acme', DEAD)
  await addBoard('lever/beta', DEAD)
  await boards('check', '--results', results, 'lever/acme')
  sites.requests.length = 0
  const { output, errors } = await boards('check', '--results', results)
  expect([output.at(-1), errors]).toEqual([
    'boards 1  answer 0  moved 0  not found 1  not asked 0',
    `1 are in ${results}\n`,
  ])
  const lines = (await Bun.file(results).text()).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { board: 'lever/acme', outcome: 'not found', sites: [] },
    { board: 'lever/beta', outcome: 'not found', sites: [] },
  ])
})
