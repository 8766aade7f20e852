import { type AnyElysia, Elysia } from 'elysia'
import Type from 'typebox'
import { reply } from '../../../src/service/http/reply'
import type { RequestEntry } from '../../../src/service/http/request-log'
import { int64, integer, text } from '../../../src/service/parameters/parameter-types'
import {
  type AuthenticationOptions,
  authentication,
} from '../../../src/service/plugins/authentication'
import { cors } from '../../../src/service/plugins/cors'
import { operation, parameters } from '../../../src/service/plugins/operation'
import { problemDetails } from '../../../src/service/plugins/problem-details'
import { context, requestContext } from '../../../src/service/plugins/request-context'
import { methodNotAllowed, unknownPaths } from '../../../src/service/plugins/unknown-paths'
import { health } from '../../../src/service/routes/health'
import { createHandler, type HandlerOptions } from '../../../src/service/server'
import { hashKey } from '../../../src/values/api-key'
import { NotFound } from '../../../src/values/errors'
import { unlimitedCaller } from '../../support/interface'

/** What `/v1/failing-503` and `/v1/failing-504` throw. */
interface Failing {
  failure: unknown
}

const echo = new Elysia()
  .use(
    parameters({
      title: text({ description: 'Any text.' }),
      limit: integer({ description: 'A number.', minimum: 1, maximum: 10, default: 5 }),
    }),
  )
  .get('/v1/echo', ({ context, parameters }) =>
    reply(context, {
      body: JSON.stringify({ ...parameters, caller: context.caller?.name }),
      jobs: parameters.limit,
      window: { from: new Date('2026-11-20T12:00:00Z'), to: new Date('2026-11-20T13:00:00.250Z') },
    }),
  )

const DOCUMENTED = {
  summary: 'An answer',
  description: 'Answers.',
  tag: 'Overview',
  parameters: {},
  response: Type.Unknown(),
  timeout: { status: 503 },
} as const

const things = operation({
  ...DOCUMENTED,
  operationId: 'getThing',
  pathParameters: { id: int64({ description: 'Its id.' }) },
}).get('/v1/things/:id', ({ context, pathParameters: { id } }) => {
  if (id > 100n) throw new NotFound(`no thing has the id ${id}`)
  return reply(context, { body: `{"id":${id}}`, jobs: 1, etag: `v${id}` })
})

const download = operation({
  ...DOCUMENTED,
  operationId: 'getDownload',
  acceptsQueryKey: true,
}).get('/v1/download', ({ context }) =>
  reply(context, {
    body: new TextEncoder().encode('é\n'),
    contentType: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="things.csv"' },
  }),
)

const failing = (failing: Failing) => {
  const fail = () => {
    throw failing.failure
  }
  return new Elysia().get('/v1/failing-503', fail).use(documents504().get('/v1/failing-504', fail))
}

/** An instance whose timeouts are answered with 504. */
export const documents504 = () =>
  new Elysia().use(context).onTransform(({ context }) => {
    context.timeout = { status: 504 }
  })

export const KEY = 'jc_test_key'

interface PluginAppOptions
  extends Partial<Pick<HandlerOptions, 'timeoutMs' | 'responseBuffer' | 'onResponse'>> {
  /** Routes under `/v1`, beside those of this file. */
  routes?: AnyElysia
  /** Routes outside of `/v1`. */
  pages?: AnyElysia
  findCaller?: AuthenticationOptions['findCaller']
  isReady?: () => Promise<readonly string[]>
  corsOrigins?: readonly string[]
}

/** The plugins of the app around small routes; `entries` has what the handler reports of each request. */
export function createPluginApp(options: PluginAppOptions = {}) {
  const { corsOrigins = [] } = options
  const { routes, pages }: { routes?: AnyElysia; pages?: AnyElysia } = options
  const entries: RequestEntry[] = []
  const services: Failing = { failure: new Error('no failure is set') }
  const publicUrl = 'https://jobs.example'
  const allow = corsOrigins.length > 0 ? 'GET, HEAD, OPTIONS' : 'GET, HEAD'
  const findCaller: AuthenticationOptions['findCaller'] = async (hash) =>
    hash === hashKey(KEY) ? unlimitedCaller('demo') : undefined
  const app = new Elysia({ strictPath: true, precompile: true })
    .use(requestContext(async () => undefined))
    .use(problemDetails(publicUrl))
    .use(cors(corsOrigins))
    .use(health({ isReady: options.isReady ?? (async () => []) }))
    .use(pages ?? new Elysia())
    .use(methodNotAllowed(allow))
    .use(unknownPaths('/*'))
    .use(authentication({ findCaller: options.findCaller ?? findCaller }))
    .use(echo)
    .use(things)
    .use(download)
    .use(failing(services))
    .use(routes ?? new Elysia())
    .use(methodNotAllowed(allow))
    .use(unknownPaths('/v1', '/v1/*'))
    .compile()
  const handle = createHandler(app, {
    publicUrl,
    timeoutMs: options.timeoutMs,
    responseBuffer: options.responseBuffer,
    now: () => new Date('2026-11-20T13:00:00Z'),
    onResponse: options.onResponse ?? ((entry) => entries.push(entry)),
  })
  /** Sends a request with the key, unless the headers say otherwise. */
  const send = (path: string, { method = 'GET', headers = {} }: SendOptions = {}) =>
    handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${KEY}`, ...headers },
      }),
    )
  return { handle, send, services, entries }
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
