import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createKey } from '../../../src/service/keys/api-keys'
import { createWebService } from '../../../src/service/server'
import { posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'
import { callTool, connectClient } from './mcp-client'

const app = useTestApp({}, (app) =>
  app.write(
    ...Array.from({ length: 20 }, (_, at) =>
      posting({
        external_id: `${at}`,
        title: `Cook ${at} ${'é'.repeat(900)}`,
        description_text: `${'ü'.repeat(60_000)} end`,
      }),
    ),
  ),
)

const HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
}

/** A message as any client sends it, without the SDK. */
async function send(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return await app.request('/mcp', {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** The messages of an answer, whether it is JSON or a stream of events. */
async function messagesOf(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text()
  const data = text.split('\n').filter((line) => line.startsWith('data: '))
  return (data.length > 0 ? data.map((line) => line.slice('data: '.length)) : [text]).map((json) =>
    JSON.parse(json),
  )
}

const call = (id: number, name: string, args: unknown = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

test('a call that may succeed later is answered as under /v1: 503 with Retry-After', async () => {
  await app.database.run(sql`alter table job_documents rename to away`)
  const response = await send(call(1, 'search_jobs', { title: 'cook' }))
  await app.database.run(sql`alter table away rename to job_documents`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(response.headers.get('content-type')).toStartWith('application/problem+json')
})

describe('a client without the SDK', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18'])(
    'that speaks %s starts and calls a tool',
    async (protocolVersion) => {
      const start = await send({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion, capabilities: {}, clientInfo: { name: 'other', version: '1' } },
      })
      const [started] = await messagesOf(start)
      expect(started).toMatchObject({
        result: { protocolVersion, serverInfo: { name: 'job-catalogue' } },
      })
      const accepted = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      expect(accepted.status).toBe(202)
      const [answer] = await messagesOf(
        await send(call(2, 'count_jobs'), { 'MCP-Protocol-Version': protocolVersion }),
      )
      expect(answer).toMatchObject({ id: 2, result: { structuredContent: { count: 20 } } })
    },
  )

  test('runs one tool a request, so that rates hold', async () => {
    const batch = [call(1, 'count_jobs'), call(2, 'count_jobs')]
    const answers = await messagesOf(await send(batch))
    const failed = answers.filter(({ result }) => (result as { isError?: boolean }).isError)
    expect(failed).toHaveLength(1)
    expect(JSON.stringify(failed)).toContain('a request runs one tool')
  })

  test('lists the tools once a request, whose answer would be thousands of times as long', async () => {
    const batch = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))
    const answers = await messagesOf(await send(batch))
    expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(1)
    expect(JSON.stringify(answers)).toContain('a request lists the tools once')
  })
})

describe('keys', () => {
  test('without a key the answer is a 401 that names the header', async () => {
    const response = await app.request('/mcp', {
      method: 'POST',
      headers: { ...HEADERS, Authorization: '' },
      body: '{}',
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="job-catalogue"')
  })

  test('a rate ends with a 429, and a later request says when', async () => {
    const key = (await createKey(app.database, 'slow', { requestsPerMinute: 2 })) ?? ''
    const statuses: number[] = []
    for (let at = 0; at < 3; at += 1) {
      const response = await send(call(at, 'count_jobs'), { Authorization: `Bearer ${key}` })
      statuses.push(response.status)
      if (response.status === 429) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('hostile requests', () => {
  test.each([
    ['no JSON', '{', 400],
    ['a body over its limit', `"${'x'.repeat(70_000)}"`, 413],
    ['a text that is no message', '"x"', 400],
    ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
  ])('%s is refused', async (_, body, status) => {
    expect((await send(body)).status).toBe(status)
  })

  test.each([
    ['an unknown tool', call(1, 'drop_table')],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'resources/list' }],
    ['arguments that are a text', call(1, 'search_jobs', 'x')],
  ])('%s is an error of the protocol', async (_, message) => {
    const [answer] = await messagesOf(await send(message))
    expect(answer?.error).toBeDefined()
  })

  test.each([
    [{ __proto__x: 1 }],
    [{ title: '\u0000' }],
    [{ title: '(((' }],
    [{ title: [[1]] }],
    [{ limit: 1e9 }],
    [{ limit: 21 }],
    [{ cursor: 'x' }],
    [{ country: 'MX' }],
    [{ date_posted_gte: '2026-02-30' }],
    [{ organization: Array.from({ length: 1001 }, () => 'x') }],
  ])('%j is an error of the tool', async (args) => {
    const [answer] = await messagesOf(await send(call(1, 'search_jobs', args)))
    expect(answer).toMatchObject({ result: { isError: true } })
  })

  test('half a character in an argument harms nothing', async () => {
    const body = JSON.stringify(call(1, 'search_jobs', { title: 'X' })).replace(
      '"X"',
      '"cook \\ud83d"',
    )
    const [answer] = await messagesOf(await send(body))
    expect(answer).toMatchObject({ result: { structuredContent: { total: 20 } } })
  })

  test('other methods are refused', async () => {
    const response = await app.request('/mcp')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
})

test('a result has at most 40,000 bytes, and its cursor leads on behind it', async () => {
  const client = await connectClient(app)
  const ids: number[] = []
  let cursor: unknown = ''
  while (cursor !== null) {
    const { structured, text } = await callTool(client, 'search_jobs', { limit: 20, cursor })
    const page = structured as { jobs: { id: number }[]; next_cursor: string | null }
    expect(Buffer.byteLength(JSON.stringify(structured)) + Buffer.byteLength(text)).toBeLessThan(
      40_000,
    )
    ids.push(...page.jobs.map(({ id }) => id))
    cursor = page.next_cursor
  }
  expect(new Set(ids).size).toBe(20)
  const { structured, text } = await callTool(client, 'get_job', { id: ids[0] })
  expect(Buffer.byteLength(JSON.stringify(structured)) + Buffer.byteLength(text)).toBeLessThan(
    40_000,
  )
  expect(structured.description_text).toEndWith('ü […]')
})

test('sixteen clients at once get their own answers', async () => {
  const clients = await Promise.all(Array.from({ length: 16 }, () => connectClient(app)))
  const answers = await Promise.all(
    clients.map((client, at) => callTool(client, 'search_jobs', { title: `cook ${at}` })),
  )
  for (const [at, { structured }] of answers.entries()) {
    const [job] = structured.jobs as { title: string }[]
    expect(job?.title).toStartWith(`Cook ${at} `)
  }
})

test('the setting MCP=false takes the path away', async () => {
  const service = createWebService({
    database: app.database,
    config: { publicUrl: 'http://localhost', corsOrigins: [], mcp: false },
    now: app.clock.now,
    flushEveryMs: 0,
    onResponse: () => undefined,
  })
  const response = await service.handle(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { ...HEADERS, Authorization: `Bearer ${app.key}` },
      body: JSON.stringify(call(1, 'count_jobs')),
    }),
  )
  expect(response.status).toBe(404)
  await service.close()
})
