import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Answer, useSites } from '../../collect/find/sites'
import { useFolder } from '../../support/use-folder'
import { callBoards } from '../support/call-boards'

const sites = useSites()
const folder = useFolder('find-boards-')

const boards = (...args: string[]) => callBoards(sites, args)

const link = (address: string) => `<a href="${address}">Open roles</a>`

/** A board of Greenhouse that lists these places. */
const greenhouse = (slug: string, company: string, places: string[]): Record<string, Answer> => ({
  [`boards-api.greenhouse.io/v1/boards/${slug}/jobs?content=true&pay_transparency=true`]: {
    json: {
      jobs: places.map((name, index) => ({
        id: index + 1,
        title: 'Potter',
        absolute_url: `https://boards.greenhouse.io/${slug}/jobs/${index + 1}`,
        company_name: company,
        location: { name },
        updated_at: '2026-11-20T12:00:00Z',
        content: 'Throw pots.',
      })),
    },
  },
})

const PLACES = ['Toronto, ON', 'Reno, NV', 'Berlin, Germany']
const BOARD = 'https://boards.greenhouse.io/acme'

describe('a board that is the employer’s', () => {
  test('is named with how it was found and what it lists, and is not added', async () => {
    sites.serve({ 'acme.example/': link(BOARD), ...greenhouse('acme', 'Acme', PLACES) })
    expect(await boards('find', 'acme.example')).toMatchObject({
      output: [
        'acme.example: greenhouse/acme  3 postings, 2 in Canada and the United States  (on https://acme.example/)',
        'sites 1  found 1',
      ],
      status: 0,
    })
    expect((await boards('list')).output.join('\n')).not.toContain('greenhouse/acme')
  })

  test('is added with --add, when it has postings here', async () => {
    sites.serve({
      'kiln.example/': link('https://boards.greenhouse.io/kiln'),
      'far.example/': link('https://boards.greenhouse.io/far'),
      ...greenhouse('kiln', 'Kiln', PLACES),
      ...greenhouse('far', 'Far', ['Berlin, Germany']),
    })
    const { output } = await boards('find', '--add', 'kiln.example', 'far.example')
    expect(output.at(-1)).toBe('sites 2  found 2  added 1')
    const list = (await boards('list')).output.join('\n')
    expect(list).toContain('greenhouse/kiln')
    expect(list).not.toContain('greenhouse/far')
  })

  test('may be named differently, if a posting or the home page says so', async () => {
    sites.serve({
      'bcg.example/': `<title>Boston Kiln Group</title>${link('https://boards.greenhouse.io/bkg7')}`,
      ...greenhouse('bkg7', 'Boston Kiln Group', PLACES),
    })
    expect((await boards('find', 'bcg.example')).output[0]).toContain(
      'bcg.example: greenhouse/bkg7  3',
    )
  })
})

test('a board on which nothing names the employer is unsure, and is not added', async () => {
  sites.serve({
    'wheel.example/': link('https://boards.greenhouse.io/partner'),
    ...greenhouse('partner', 'A Partner', PLACES),
  })
  const { output, errors } = await boards('find', '--add', 'wheel.example')
  expect(output[0]).toContain('unsure: nothing that it says names the employer')
  expect(output.at(-1)).toBe('sites 1  found 0  added 0')
  expect(errors).toContain(
    "greenhouse/partner is not added; if it is the employer's: bun run boards add greenhouse https://boards.greenhouse.io/partner",
  )
})

test('a board on an own host and on that of its vendor is one board', async () => {
  sites.serve({
    'potter.example/': link('https://jobs.potter.example/'),
    'jobs.potter.example/': `<script src="https://d1.recruiteecdn.com/a.js"></script>${link('https://potter.recruitee.com/')}`,
    'jobs.potter.example/api/offers/': { json: { offers: [] } },
    'potter.recruitee.com/api/offers/': { json: { offers: [] } },
  })
  const { output } = await boards('find', 'potter.example')
  expect(output).toEqual([
    'potter.example: recruitee/potter  0 postings, 0 in Canada and the United States  (on https://jobs.potter.example/)',
    'sites 1  found 1',
  ])
})

test('the pages of a site of its own are no postings', async () => {
  const posting = JSON.stringify({
    '@type': 'JobPosting',
    title: 'Potter',
    description: 'Throw pots.',
    hiringOrganization: { name: 'Clay' },
    jobLocation: {
      address: { addressLocality: 'Toronto', addressRegion: 'ON', addressCountry: 'CA' },
    },
  })
  sites.serve({
    'clay.example/': 'We make clay.',
    'clay.example/sitemap.xml':
      '<urlset><url><loc>https://clay.example/jobs/1</loc></url><url><loc>https://clay.example/about</loc></url></urlset>',
    'clay.example/jobs/1': `<script type="application/ld+json">${posting}</script>`,
    'clay.example/about': 'We make clay.',
  })
  const { output } = await boards('find', 'clay.example')
  expect(output[0]).toBe(
    'clay.example: careerpage/clay.example  2 pages, of 1 that were read, 1 in Canada and the United States  (on https://clay.example/jobs/1)',
  )
})

test('boards of many employers are not asked', async () => {
  const names = ['kiln', 'wheel', 'glaze', 'clay']
  const links = names.map((name) => link(`https://boards.greenhouse.io/${name}`))
  sites.serve({ 'list.example/': links.join('') })
  const { output } = await boards('find', 'list.example')
  expect(output[0]).toContain('the site names many boards of greenhouse')
  expect(sites.requests.filter((address) => address.includes('greenhouse'))).toEqual([])
})

test('a board that does not exist is told', async () => {
  sites.serve({ 'gone.example/': link('https://boards.greenhouse.io/gone') })
  const { output } = await boards('find', 'gone.example')
  expect(output[0]).toContain('gone.example: greenhouse/gone  nothing: ')
})

test('nothing found says what was looked at', async () => {
  sites.serve({ 'none.example/': 'We make kilns.' })
  const { output, status } = await boards('find', 'none.example')
  expect(output[0]).toStartWith(
    'none.example: none; looked at https://none.example/ names no board, https://none.example/careers 404',
  )
  expect([output[1], status]).toEqual(['sites 1  found 0', 0])
})

test('an address of a board is that board', async () => {
  sites.serve(greenhouse('acme', 'Other', PLACES))
  const { output } = await boards('find', `${BOARD}/jobs/1`)
  expect(output[0]).toContain('greenhouse/acme  3 postings, 2 in Canada and the United States')
})

test('a file of sites is gone on with where it was stopped', async () => {
  const [list, results] = [join(folder, 'sites.txt'), join(folder, 'found.ndjson')]
  await writeFile(list, '# kilns\nacme.example\n\nglaze.example\n')
  sites.serve({ 'acme.example/': link(BOARD), ...greenhouse('acme', 'Acme', PLACES) })
  await boards('find', '--results', results, 'acme.example')
  const [line] = (await Bun.file(results).text()).trim().split('\n')
  expect(JSON.parse(line ?? '')).toMatchObject({
    site: 'acme.example',
    boards: [{ board: 'greenhouse/acme', verdict: 'found', listed: 3, inCountries: 2 }],
  })

  // A line that a kill cut is no result.
  await writeFile(results, `${line}\n{"site":"glaze.ex`)
  sites.requests.length = 0
  const { output } = await boards('find', '--results', results, list)
  expect(output.at(-1)).toBe('sites 1  found 0')
  expect(sites.requests.some((address) => address.startsWith('acme.example'))).toBe(false)
  const lines = (await Bun.file(results).text()).trim().split('\n')
  expect(lines.map((each) => JSON.parse(each).site)).toEqual(['acme.example', 'glaze.example'])
})

test.each([
  [['find', 'acme'], "expected a domain such as acme.com, got 'acme'"],
  [['find'], 'expected add'],
  [['list', '--add'], '--add is an option of boards find'],
])('%p is refused', async (args, message) => {
  const { errors, status } = await boards(...args)
  expect(errors).toContain(message)
  expect(status).toBe(1)
})

test('a line of a file that is no site is named', async () => {
  const list = join(folder, 'wrong.txt')
  await writeFile(list, 'acme.example\nnot a site\n')
  expect((await boards('find', list)).errors).toContain(
    `${list}, line 2: expected a domain such as acme.com, got 'not a site'`,
  )
})
