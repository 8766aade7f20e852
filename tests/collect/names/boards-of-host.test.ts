import { expect, test } from 'bun:test'
import { HostNotFound } from '../../../src/collect/failures'
import { readAddress } from '../../../src/collect/names/read-address'
import type { Fetch, System } from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { startOnce } from '../../support/start-once'
import { fake } from '../support/fake-system'
import { startRehearsal } from '../support/rehearsal'

const rehearsal = startOnce(startRehearsal, ({ close }) => close())

/** The boards of the host of an address, as its robots.txt names them. */
async function boardsOf(address: string, robots: string, source?: string): Promise<string[]> {
  const board = readAddress(address, SYSTEMS, source)
  const fetch: Fetch = async ({ url }) => {
    expect(url).toBe(`https://${new URL(address).host}/robots.txt`)
    return { status: 200, headers: new Headers(), text: robots }
  }
  const system = SYSTEMS.find((candidate) => candidate.source === board.source)
  const boards = (await system?.boardsOfHost?.(board, fetch)) ?? []
  return boards.map(({ slug, settings }) => [slug, ...Object.values(settings ?? {})].join(' '))
}

test('a host of Workday alone has the sites of its robots.txt', async () => {
  const host = 'acme.wd5.myworkdayjobs.com'
  const robots = `User-agent: *
Disallow: /wday/
Sitemap: https://${host}/siteMap.xml
Sitemap: https://${host}/External/siteMap.xml
sitemap: https://${host}/da/siteMap.xml
Sitemap: https://${host}/External/siteMap.xml
Sitemap: https://other.wd5.myworkdayjobs.com/External/siteMap.xml`
  const boards = [`acme/External ${host}`, `acme/da ${host}`]
  expect(await boardsOf(`https://${host}`, robots)).toEqual(boards)
  expect(await boardsOf(`https://${host}/en-US/`, robots)).toEqual(boards)
  expect(boardsOf(`https://${host}`, 'User-agent: *')).rejects.toThrow(
    `https://${host}/robots.txt names the sitemap of no board`,
  )
})

test('a host of Avature alone has the sections of its robots.txt', async () => {
  const robots = (host: string) => `Allow: /careers
Sitemap: https://${host}/careers/sitemap_index.xml
Sitemap: https://${host}/fr_CA/campus/sitemap_index.xml`
  expect(await boardsOf('https://acme.avature.net', robots('acme.avature.net'))).toEqual([
    'acme/careers',
    'acme/fr_CA/campus',
  ])
  const own = 'jobs.acme.example'
  expect(await boardsOf(`https://${own}`, robots(own), 'avature')).toEqual([
    `${own}/careers`,
    `${own}/fr_CA/campus`,
  ])
})

test.each([
  ['https://acme.wd5.myworkdayjobs.com/da', 'acme/da'],
  ['https://acme.wd5.myworkdayjobs.com/da/External', 'acme/External'],
  ['https://acme.wd5.myworkdayjobs-impl.com/External', 'acme/External'],
])('%s is a site by itself', async (address, slug) => {
  expect(readAddress(address, SYSTEMS).slug).toBe(slug)
  expect(await boardsOf(address, '')).toEqual([])
})

test('a board whose host does not exist is none, while the host of the vendor exists', async () => {
  const system: System = {
    ...fake,
    async list() {
      throw new HostNotFound('acme.fake.example')
    },
  }
  await rehearsal.add('gone', () => new Response(''))
  await rehearsal.run({ systems: [system] })
  expect(await rehearsal.board('gone')).toMatchObject({
    missingAnswers: 1,
    lastError: 'there is no such board: acme.fake.example does not resolve',
  })
  await rehearsal.reset()
})

test('the boards of a host are added in its place at its first collection', async () => {
  const hosts: System = {
    ...fake,
    boardsOfHost: ({ slug }) =>
      slug === 'host'
        ? Promise.resolve([{ slug: 'a', settings: { pages: 'yes' } }, { slug: 'b' }])
        : undefined,
  }
  const job = { id: '1', title: 'Welder', place: 'Windsor, ON' }
  await rehearsal.add('host', () => new Response('', { status: 500 }), {
    organization: 'Acme',
    country: 'CA',
  })
  for (const slug of ['a', 'b'])
    rehearsal.server.boards.set(slug, () => Response.json({ jobs: [job] }))
  const { failed } = await rehearsal.run({ systems: [hosts] })
  expect(failed).toBe(0)
  const added = { organization: 'Acme', country: 'CA', state: 'active' }
  expect(await rehearsal.board('a')).toMatchObject({ ...added, settings: { pages: 'yes' } })
  expect(await rehearsal.board('b')).toMatchObject(added)
  expect(rehearsal.board('host')).rejects.toThrow('there is no board host')
  expect((await rehearsal.jobs()).map(({ board }) => board).sort()).toEqual(['a', 'b'])
})
