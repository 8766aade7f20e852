import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { addBoard } from '../../../src/collect/board/boards'
import { program } from '../../support/program'
import { createTestDatabase } from '../../support/test-database'
import { until } from '../../support/until'
import { jobPage, type Page, sitemap } from '../support/site-rehearsal'

const HOSTILE = 'hostile.example'
const [first, second] = ['acme.example', 'borealis.example']
const GOOD = [first, second]

/** Each of its properties has the text of all that are inside of it: 4 GB. */
const HEAVY = `<div itemscope itemtype="https://schema.org/JobPosting">
  ${'<div itemprop="skills">'.repeat(2000)}${'a '.repeat(1_000_000)}${'</div>'.repeat(2000)}</div>`

test('one page of one site holds neither other sites nor a signal, and is not asked again at once', async () => {
  const { database, url, drop } = await createTestDatabase()
  const requests: string[] = []
  const pages = new Map<string, Page>([[`${HOSTILE}/sitemap.xml`, sitemap(HOSTILE, ['/jobs/1'])]])
  pages.set(`${HOSTILE}/jobs/1`, HEAVY)
  for (const host of GOOD) {
    pages.set(`${host}/sitemap.xml`, sitemap(host, ['/jobs/1']))
    pages.set(`${host}/jobs/1`, jobPage(`Cook at ${host}`))
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const path = new URL(request.url).pathname.slice(1)
      requests.push(path)
      const page = pages.get(path)
      // It is read until the time for answers in flight is over.
      if (page === HEAVY) await Bun.sleep(3_000)
      return page === undefined
        ? new Response('', { status: 404 })
        : new Response(String(page), { headers: { 'content-type': 'text/html' } })
    },
  })
  const collect = (...args: string[]) =>
    Bun.spawn([...program('commands/collect.ts'), ...args], {
      env: {
        ...process.env,
        DATABASE_URL: url,
        COLLECT_CONTACT: 'jobs@catalogue.example',
        COLLECT_REPLAY_URL: server.url.origin,
      },
      stdout: 'ignore',
      stderr: 'pipe',
    })
  const kept = () =>
    database.run<{ slug: string; active: number; error: string | null }>(sql`
      select slug, last_error as error, (select count(*)::int from jobs where source_slug = slug) as active
      from collector_boards order by slug`)
  try {
    for (const slug of [HOSTILE, ...GOOD]) {
      await addBoard(database, { source: 'careerpage', slug }, new Date())
    }
    const collector = collect()
    const log = new Response(collector.stderr).text()
    await until(() => requests.includes(`${HOSTILE}/jobs/1`))
    // It is being read now.
    collector.kill('SIGTERM')
    expect([await collector.exited, await log]).toEqual([
      143,
      expect.stringContaining('unreadable'),
    ])
    const again = collect('--once')
    await again.exited
    expect(requests.filter((path) => path === `${HOSTILE}/jobs/1`)).toHaveLength(1)
    expect(await kept()).toEqual([
      { slug: first, active: 1, error: null },
      { slug: second, active: 1, error: null },
      {
        slug: HOSTILE,
        active: 0,
        error: `page https://${HOSTILE}/jobs/1: unreadable: it takes more than 8 s to read`,
      },
    ])
  } finally {
    await server.stop(true)
    await drop()
  }
})
