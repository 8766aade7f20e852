import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { PROBLEM_TYPES } from '../../../src/service/http/problem-types'
import { html, sentence } from '../../../src/service/pages/html'
import { problemPages } from '../../../src/service/pages/problems'
import { posting } from '../../support/posting-builder'
import { createTestApp, type TestApp } from '../../support/test-app'
import { createPluginApp } from '../plugins/plugin-app'

const { send } = createPluginApp({ pages: problemPages('https://jobs.example') })
const slugs = Object.keys(PROBLEM_TYPES)

test('the page that a problem names explains it, with or without a key', async () => {
  const problem = (await (await send('/v1/echo?limit=0')).json()) as { type: string }
  const path = problem.type.replace('https://jobs.example', '')
  const response = await send(path, { headers: { authorization: '' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  expect(await response.text()).toContain('<h1>Invalid request <small>400</small></h1>')
})

describe.each(slugs)('the page of %s', (slug) => {
  test('has what it means, how to fix it, both requests and an example of its own type', async () => {
    const page = await (await send(`/problems/${slug}`)).text()
    expect(page.match(/<h2>.*<\/h2>/g)).toEqual([
      '<h2>What it means</h2>',
      '<h2>How to fix it</h2>',
      '<h2>Instead of</h2>',
      '<h2>Send</h2>',
      '<h2>Such a problem</h2>',
    ])
    const blocks = [...page.matchAll(/<pre><code>([^<]*)<\/code><\/pre>/g)].map(([, text = '']) =>
      plainText(text),
    )
    const [bad, good, example = ''] = blocks
    expect(bad).toStartWith('curl ')
    expect(good).toContain("'https://jobs.example/v1/")
    expect(JSON.parse(example)).toMatchObject({
      type: `https://jobs.example/problems/${slug}`,
      detail: expect.any(String),
    })
  })
})

describe('the requests of the pages', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
    await app.write(posting())
  })
  afterAll(() => app.stop())

  /** Sends what curl would send. */
  async function send(line: string): Promise<Response> {
    const [, method = 'GET'] = /-X (\w+)/.exec(line) ?? []
    const [, target = ''] = /'URL([^']*)'/.exec(line) ?? []
    const headers: Record<string, string> = line.includes('-H')
      ? { authorization: `Bearer ${app.key}` }
      : {}
    return await app.handle(new Request(`http://localhost${target}`, { method, headers }))
  }

  test.each(['invalid-request', 'unauthenticated', 'not-found', 'method-not-allowed'] as const)(
    '%s',
    async (slug) => {
      const { bad, good } = PROBLEM_TYPES[slug]
      const problem = Object(await (await send(bad)).json())
      expect(problem.type).toBe(`http://localhost/problems/${slug}`)
      expect((await send(good)).status).toBe(200)
    },
  )
})

/** The text of HTML that holds no elements. */
function plainText(text: string): string {
  const signs: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' }
  return text.replaceAll(/&([#\w]+);/g, (entity, name: string) => signs[name] ?? entity)
}

test('the list names every kind of problem', async () => {
  const page = await (await send('/problems')).text()
  const links = [...page.matchAll(/<a href="problems\/([\w-]+)">/g)].map(([, slug]) => slug)
  expect(links).toEqual(slugs)
})

test.each(['nothing', 'constructor', '__proto__', '%00'])(
  'there is no page of %s',
  async (slug) => {
    expect((await send(`/problems/${slug}`)).status).toBe(404)
  },
)

test('a page loads nothing but its style and its icon', async () => {
  const { headers } = await send('/problems/not-found')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
})

test('what is put into HTML is escaped', () => {
  expect(html`<p title="${'"'}">${'<b>&'}${html`<i>${1}</i>`}</p>`.text).toBe(
    '<p title="&quot;">&lt;b&gt;&amp;<i>1</i></p>',
  )
  expect(sentence('Send `a<b` now').text).toBe('Send <code>a&lt;b</code> now')
})
