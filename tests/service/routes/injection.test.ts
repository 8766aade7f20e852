import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Posting } from '../../../src/catalogue/import/posting'
import { documentedPaths } from '../../support/contract'
import { INJECTIONS } from '../../support/injections'
import { posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp({}, async (app) => {
  await app.write(posting({ title: 'Nurse' }), posting({ title: 'Welder' }))
  app.clock.set('2026-01-15T11:30:00Z')
})

async function tables(): Promise<unknown> {
  return [await app.database.run(sql`select count(*) from jobs`), await safe()]
}

/** What no posting may change. */
async function safe(): Promise<unknown> {
  return await app.database.run(sql`
    select (select string_agg(hash, '') from api_keys) as hashes,
      (select count(*) from pg_tables where schemaname = 'public') as tables`)
}

const parameters = documentedPaths.flatMap(({ path, parameters }) =>
  parameters.map((name) => [path, name] as const),
)

test.each(parameters)('%s?%s is only ever a value', async (path, name) => {
  const before = await tables()
  const whole = await app.get<unknown>(path.replace('{id}', '1'))
  for (const payload of INJECTIONS) {
    const value = encodeURIComponent(payload)
    const target = path.includes(`{${name}}`)
      ? path.replace(`{${name}}`, value)
      : `${path.replace('{id}', '1')}?${name}=${value}`
    const response = await app.request(target)
    const body = await response.text()
    expect([200, 400, 404]).toContain(response.status)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-type')).toMatch(
      /^(application\/(problem\+)?json|text\/csv)/,
    )
    expect(response.headers.get('set-cookie')).toBeNull()
    // An injected filter would find all jobs. Filters of exclusion do find all, and an empty list shows nothing.
    const isTelling = JSON.stringify(whole) !== '[]' && !/exclude|^apiKey$/.test(name)
    if (response.status === 200 && isTelling) {
      expect(body).not.toBe(JSON.stringify(whole))
    }
  }
  expect(await tables()).toEqual(before)
})

/** Members that clients see as they were sent. */
const SHOWN: readonly string[] = ['source_slug', 'title', 'organization', 'description_html']

const MEMBERS = [
  'source_slug',
  'external_id',
  'title',
  'organization',
  'description_text',
  'description_html',
] as const satisfies readonly (keyof Posting)[]

test.each(MEMBERS)('%s of a posting is only ever a value', async (member) => {
  const before = await safe()
  for (const payload of INJECTIONS) {
    const own = { external_id: `${member} ${payload}`, description_html: '<p>x</p>' }
    await app.write(posting({ ...own, [member]: payload }))
    const [stored] = await app.database.run<{ id: bigint }>(sql`select max(id) as id from jobs`)
    const job = await app.get<Record<string, unknown>>(`/v1/jobs/${stored?.id}`)
    if (SHOWN.includes(member)) expect(job[member]).toBe(payload)
  }
  expect(await safe()).toEqual(before)
})

test('a description in HTML is a member of JSON, and no address serves it as a page', async () => {
  const html = '<script>alert(document.domain)</script>'
  await app.write(posting({ external_id: 'html', description_html: html }))
  const [stored] = await app.database.run<{ id: bigint }>(sql`select max(id) as id from jobs`)
  for (const target of [
    `/v1/jobs/${stored?.id}`,
    '/v1/jobs?description=html&limit=1000',
    '/v1/changes?description=html',
  ]) {
    const response = await app.request(target, { headers: { Accept: 'text/html' } })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toContain('alert(document.domain)')
  }
})

test.each(['/swagger', '/problems/rate-limited', '/problems/%3Cscript%3E'])(
  'the page %s lets in no foreign script and no frame',
  async (target) => {
    const response = await app.handle(
      new Request(`http://localhost${target}`, { headers: { Accept: 'text/html' } }),
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).not.toContain('<script>')
    if (response.status !== 200) return
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("script-src 'unsafe")
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  },
)
