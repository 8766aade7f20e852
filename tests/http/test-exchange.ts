import { Type } from 'typebox'
import { type AppOptions, createApp } from '../../src/app'
import { endpointFor } from '../../src/http/endpoint'
import type { RequestEntry } from '../../src/http/request-log'
import { int64, integer, text } from '../../src/parameters/parameter-types'
import { NotFound } from '../../src/values/errors'
import { hashKey } from '../../src/values/api-key'

interface Services {
  /** What the endpoint `/v1/failing` throws. */
  failure: unknown
}

const endpoint = endpointFor<Services>()

const echo = endpoint({
  path: '/v1/echo',
  summary: 'Echo',
  description: 'Says what it read.',
  tag: 'Search',
  parameters: {
    title: text({ description: 'Any text.' }),
    limit: integer({ description: 'A number.', minimum: 1, maximum: 10, default: 5 }),
  },
  responses: { 200: Type.Unknown() },
  timeoutStatus: 504,
  handle: ({ parameters, caller }) => ({
    body: JSON.stringify({ ...parameters, caller: caller.name }),
    jobs: parameters.limit,
    window: { from: new Date('2026-11-20T12:00:00Z'), to: new Date('2026-11-20T13:00:00.250Z') },
  }),
})

const things = endpoint({
  path: '/v1/things/{id}',
  summary: 'Thing',
  description: 'One thing.',
  tag: 'Search',
  parameters: {},
  pathParameters: { id: int64({ description: 'Its id.', required: true }) },
  responses: { 200: Type.Unknown() },
  timeoutStatus: 503,
  async handle({ pathParameters: { id } }) {
    if (id > 100n) throw new NotFound(`no thing has the id ${id}`)
    return { body: `{"id":${id}}`, jobs: 1, etag: `v${id}` }
  },
})

const download = endpoint({
  path: '/v1/download',
  summary: 'Download',
  description: 'A file.',
  tag: 'Search',
  parameters: {},
  responses: { 200: Type.Unknown() },
  otherContent: { 'text/csv': Type.String() },
  timeoutStatus: 504,
  apiKeyParameter: true,
  handle: () => ({
    body: new TextEncoder().encode('é\n'),
    contentType: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="things.csv"' },
  }),
})

const failing = [503, 504].map((timeoutStatus) =>
  endpoint({
    path: `/v1/failing-${timeoutStatus}`,
    summary: 'Failing',
    description: 'Always fails.',
    tag: 'Search',
    parameters: {},
    responses: {},
    timeoutStatus: timeoutStatus === 504 ? 504 : 503,
    handle({ services }) {
      throw services.failure
    },
  }),
)

export const KEY = 'jc_test_key'

/** An app of small endpoints; `entries` gets what it says of each request. */
export function createTestApp(more: Partial<AppOptions<Services>> = {}) {
  const entries: RequestEntry[] = []
  const services: Services = { failure: new Error('nothing was to fail') }
  const app = createApp({
    endpoints: [echo, things, download, ...failing],
    servicesFor: () => services,
    findCaller: async (hash) => (hash === hashKey(KEY) ? { id: 1, name: 'demo' } : undefined),
    isReady: async () => undefined,
    publicUrl: 'https://jobs.example',
    now: () => new Date('2026-11-20T13:00:00Z'),
    onResponse: (entry) => entries.push(entry),
    ...more,
  })
  /** Sends a request with the key, unless the headers say otherwise. */
  const send = (path: string, { method = 'GET', headers = {} }: SendOptions = {}) =>
    app.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, ...headers },
      }),
    )
  return { app, send, services, entries }
}

interface SendOptions {
  method?: string
  headers?: Record<string, string>
}

/** The headers of a response as an object, without the id, which differs each time. */
export function headersOf(response: Response): Record<string, string> {
  const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
  return headers
}
