import { describe, expect, test } from 'bun:test'
import { findBoards } from '../../../src/collect/find/find-boards'
import { findOf } from '../../../src/collect/find/judge-site'
import { SITE_LIMITS, SiteBudget } from '../../../src/collect/find/site-budget'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { type Answer, useSites } from './sites'
import { SITES_WITH_BOARDS, SITES_WITHOUT_BOARDS } from './written-sites'

const sites = useSites()

test('there are at least 60 sites, at least 50 with a board, and one of each system', () => {
  expect(SITES_WITH_BOARDS.length).toBeGreaterThanOrEqual(50)
  expect(SITES_WITH_BOARDS.length + SITES_WITHOUT_BOARDS.length).toBeGreaterThanOrEqual(60)
  const systems = new Set(SITES_WITH_BOARDS.flatMap(({ boards }) => boards).map(sourceOf))
  expect([...systems].sort()).toEqual(SYSTEMS.map(({ source }) => source).sort())
})

test.each(SITES_WITH_BOARDS.map((site) => [site.domain, site]))(
  'the boards of %s are found, and no other, in at most twelve requests',
  async (domain, { answers, boards }) => {
    sites.serve(answers)
    const { pages } = new SiteBudget(SITE_LIMITS, () => new Date())
    const report = await findBoards(domain, sites.finder, pages)
    expect(report.boards.map(({ board }) => `${board.source}/${board.slug}`)).toEqual([...boards])
    expect(sites.requests.length).toBeLessThanOrEqual(12)
  },
)

describe('of a site without a board nothing is taken', () => {
  const acme = 'Acme'
  const others: Record<string, Answer> = {
    'boards-api.greenhouse.io/v1/boards/acme/jobs?content=true&pay_transparency=true': {
      json: {
        jobs: [
          {
            id: 1,
            title: 'Baker',
            absolute_url: 'https://boards.greenhouse.io/acme/jobs/1',
            company_name: acme,
            location: { name: 'Toronto, ON' },
            content: 'Bake.',
          },
        ],
      },
    },
    'api.lever.co/v0/postings/acme?mode=json': {
      json: [
        {
          id: '1',
          text: 'Baker',
          hostedUrl: 'https://jobs.lever.co/acme/1',
          categories: { location: 'Toronto, ON' },
          country: 'CA',
          description: 'Bake.',
        },
      ],
    },
  }

  test.each(SITES_WITHOUT_BOARDS.map((site) => [site.domain, site]))(
    '%s',
    async (domain, { answers }) => {
      sites.serve({ ...others, ...answers })
      const { boards } = await findOf(domain, sites.finder)
      expect(boards.filter(({ line }) => line.verdict === 'found')).toEqual([])
    },
  )
})

test('boards of others are asked about, and what cannot be seen is said', async () => {
  const all = Object.assign({}, ...SITES_WITHOUT_BOARDS.map(({ answers }) => answers))
  sites.serve(all)
  const said = async (domain: string) => {
    const { boards, pages } = await findOf(domain, sites.finder)
    return [...boards.map(({ line }) => line.verdict), ...pages.map(({ result }) => result)]
  }
  expect(await said('fund.example')).toContain('unsure')
  expect(await said('login.example')).toContain('could not be seen: it asks for a login')
  expect(await said('single.example')).toContain('could not be seen: a script loads its content')
  expect(await said('widget.example')).toContain(
    'could not be seen: a script loads postings of Workable',
  )
})

function sourceOf(board: string): string {
  return board.split('/')[0] ?? ''
}
