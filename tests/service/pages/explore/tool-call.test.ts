import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { toolSample } from '../../../../src/service/pages/explore/browser/results/code-samples'
import { listRequest } from '../../../../src/service/pages/explore/browser/search/requests'
import {
  EMPTY_SEARCH,
  type Search,
} from '../../../../src/service/pages/explore/browser/search/search'
import {
  toolArguments,
  toolLack,
  toolNotes,
} from '../../../../src/service/pages/explore/browser/search/tool-call'
import { place, posting } from '../../../support/posting-builder'
import { HAS_CURL } from '../../../support/programs'
import { createTestApp, type TestApp } from '../../../support/test-app'

const search = (members: Partial<Search>): Search => ({ ...EMPTY_SEARCH, ...members })

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let app: TestApp
let server: Bun.Server<undefined>

/** It is 11:15: the last hour and day as the search has them differ from those of the feed, which end at 11:00, and so do the 30 days. */
beforeAll(async () => {
  app = await createTestApp()
  const write = async (...titles: [string, Parameters<typeof posting>[0]?][]) =>
    await app.write(
      ...titles.map(([title, members]) =>
        posting({ locations: [place('Ottawa', 'ON', 'CA')], ...members, title }),
      ),
    )
  await write(['Nurse, half a year ago'])
  app.clock.advance(184 * DAY_MS + 35 * MINUTE_MS)
  await write(['Nurse, last month'])
  app.clock.advance(29 * DAY_MS + 15 * MINUTE_MS)
  await write(['Nurse, yesterday'])
  app.clock.advance(DAY_MS - 15 * MINUTE_MS)
  await write(
    ['Nurse in Toronto', { locations: [place('Toronto', 'ON', 'CA')] }],
    ['Nurse in Springfield', { locations: [place('Springfield', 'IL', 'US')] }],
    ['Nurse of Toronto, Ohio', { locations: [place('Toronto', 'OH', 'US')] }],
    ['L\'Oréal "expert" $HOME \\ !', { organization: "O'Brien & Sons" }],
    ['Remote nurse', { location_type: 'TELECOMMUTE', employment_type: ['INTERN'] }],
    ['Welder in Québec', { locations: [place('Québec', 'QC', 'CA')] }],
    ['Welder in New York', { locations: [place('New York', 'NY', 'US')] }],
  )
  app.clock.advance(10 * MINUTE_MS)
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.handle })
})

afterAll(async () => {
  await server?.stop(true)
  await app?.stop()
})

describe('a copied call of the tool finds the jobs of the page', () => {
  test.skipIf(!HAS_CURL).each<[string, Partial<Search>, number]>([
    ['of a country', {}, 7],
    ['of both countries', { country: 'both' }, 9],
    ['with words', { text: 'nurse -remote' }, 4],
    ['with a title that a shell would read', { title: `l'oréal "expert" $HOME \\ !` }, 1],
    ['of an employer', { employer: "O'Brien*" }, 1],
    ['of an employer in advanced syntax', { syntax: 'advanced', employer: 'brien & !acme' }, 1],
    ['in a city with its region', { city: 'toronto, ON' }, 1],
    ['in a city, and a region', { city: '"Springfield"', region: 'IL', country: 'US' }, 1],
    ['in a city that the table calls otherwise', { city: 'NYC, NY', country: 'US' }, 1],
    ['in a city alone', { city: 'Toronto' }, 1],
    ['in a city of an employer', { city: 'Toronto', employer: 'acme' }, 1],
    ['in no city of two names', { city: 'Toronto OR Québec' }, 0],
    ['in no city that the filter would read as a prefix', { city: 'Tor*', region: 'ON' }, 0],
    ['in a region', { region: 'QC' }, 1],
    ['of two types', { types: ['INTERN', 'CONTRACTOR'] }, 1],
    ['that are remote', { remote: 'true' }, 1],
    ['that are not remote', { remote: 'false' }, 6],
    ['without pay', { pay: 'false', text: 'welder' }, 1],
    ['of an hour', { window: '1h' }, 4],
    ['of a day', { window: '24h' }, 5],
    ['of 30 days', { window: '30d' }, 5],
    ['of 183 days', { window: '6m' }, 6],
    ['of the last full hour, in both countries', { country: 'both', window: '1h' }, 0],
    ['of the day before it, in both countries', { country: 'both', window: '24h' }, 1],
    ['of 30 days, in both countries', { country: 'both', window: '30d' }, 9],
  ])('%s', async (_, members, count) => {
    const searched = search(members)
    expect(toolLack(searched)).toBe('')
    const { path, parameters } = listRequest(searched, app.clock.now())
    const page = await app.get<Job[] | { jobs: Job[] }>(
      `/${path}?${new URLSearchParams(parameters)}`,
    )
    const titles = titlesOf('jobs' in page ? page.jobs : page)
    expect(titles).toHaveLength(count)
    const call = toolSample(server.url.href, toolArguments(searched, app.clock.now()))
    expect(titlesOf(await runCall(call))).toEqual(titles)
  })
})

test('a call asks for arrangement, pay and day as the page does', async () => {
  const members = { arrangement: 'remote,hybrid', payAtLeast: '20', payUnit: 'DAY', sort: 'pay' }
  const asked = search({ ...members, day: '2026-08-14' })
  const args = toolArguments(asked, app.clock.now())
  expect(args).toEqual({
    country: ['CA'],
    work_arrangement: ['remote', 'hybrid'],
    pay_at_least: 20,
    pay_unit: 'DAY',
    sort: 'pay',
    date_created_gte: '2026-08-14',
    date_created_lt: '2026-08-15',
    limit: 20,
  })
  expect(await runCall(toolSample(server.url.href, args))).toEqual([])
})

describe('a search that the tool cannot make is told', () => {
  test.each<[Partial<Search>, string]>([
    [{ source: 'lever' }, 'filter by source'],
    [{ syntax: 'advanced', title: 'a | b' }, 'advanced syntax for words, titles and places'],
    [
      { syntax: 'advanced', place: 'toronto', source: 'lever' },
      'advanced syntax for words, titles and places and no filter by source',
    ],
    [{ city: 'Toronto, ON', region: 'QC' }, 'place in two regions'],
  ])('%j', (members, lack) => {
    expect(toolLack(search(members))).toBe(
      `The tool search_jobs has no ${lack}: it cannot make this search.`,
    )
  })
})

describe('what the tool does otherwise is told', () => {
  const byName = 'The tool finds a place by its name: a city and a region of that name alike.'
  const fixed = 'The tool has no moving window: this one stays where it is now.'
  test.each<[Partial<Search>, string[]]>([
    [{ city: 'Toronto, ON' }, []],
    [{ city: 'Quebec' }, [byName]],
    [{ region: 'QC', window: '7d' }, [fixed]],
    [{ region: 'QC', country: 'both' }, [fixed]],
  ])('%j', (members, notes) => {
    expect(toolNotes(search(members))).toEqual(notes)
  })
})

interface Job {
  title: string
}

function titlesOf(jobs: readonly Job[]): string[] {
  return jobs.map(({ title }) => title).toSorted()
}

/** The jobs that a command prints, as JSON or as an event. */
async function runCall(command: string): Promise<Job[]> {
  const child = Bun.spawn(['bash', '-c', command], {
    env: { ...process.env, KEY: app.key },
    stdout: 'pipe',
  })
  const output = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  const { result } = JSON.parse(output.slice(output.indexOf('{')))
  return result.structuredContent.jobs
}
