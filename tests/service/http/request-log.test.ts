import { describe, expect, test } from 'bun:test'
import {
  createRequestLog,
  type LogLevel,
  type RequestEntry,
} from '../../../src/service/http/request-log'
import { DatabaseUnavailable } from '../../../src/values/errors'
import { createPluginApp, KEY } from '../plugins/plugin-app'

const entry: RequestEntry = {
  time: new Date('2026-11-20T13:00:00.250Z'),
  id: 'b2a6',
  method: 'GET',
  path: '/v1/active-ats',
  route: '/v1/active-ats',
  status: 200,
  durationMs: 12.3456,
  caller: 'demo',
  jobs: 100,
  bytes: 120034,
  error: undefined,
}

function logged(entries: RequestEntry[], level: LogLevel = 'info', readable = false): string[] {
  const lines: string[] = []
  const log = createRequestLog({ level, readable, write: (line) => lines.push(line) })
  for (const each of entries) log(each)
  return lines
}

test('a request is one line of JSON', () => {
  expect(logged([entry])).toEqual([
    '{"time":"2026-11-20T13:00:00.250Z","level":"info","id":"b2a6","method":"GET","path":"/v1/active-ats","status":200,"duration_ms":12.35,"caller":"demo","jobs":100,"bytes":120034}\n',
  ])
})

test('a terminal gets a readable line', () => {
  expect(logged([entry], 'info', true)).toEqual([
    '13:00:00.250 200 GET /v1/active-ats 12.3 ms, 100 jobs, 120034 bytes, demo\n',
  ])
})

test('a long path is cut', () => {
  const [line = ''] = logged([{ ...entry, path: `/${'x'.repeat(500)}` }])
  expect(JSON.parse(line).path).toBe(`/${'x'.repeat(199)}`)
})

test('a mistake in the program is there in full, with its causes', () => {
  const error = new TypeError('outer', { cause: new Error('inner') })
  const [line = ''] = logged([{ ...entry, status: 500, error }])
  expect(JSON.parse(line).error).toMatch(
    /^TypeError: outer\n +at .*request-log\.test\.ts(.|\n)*; caused by Error: inner\n +at /,
  )
})

test('an expected failure is there by what it says', () => {
  const error = new DatabaseUnavailable('no connection', { cause: new Error('ECONNREFUSED') })
  const [line = ''] = logged([{ ...entry, status: 503, error }])
  expect(JSON.parse(line).error).toBe(
    'DatabaseUnavailable: no connection; caused by Error: ECONNREFUSED',
  )
})

test('causes in a ring end', () => {
  const error = new Error('ring')
  error.cause = error
  expect(logged([{ ...entry, status: 500, error }])).toHaveLength(1)
})

describe('levels', () => {
  const entries = [
    { ...entry, path: '/healthz' },
    entry,
    { ...entry, status: 503 },
    { ...entry, status: 500 },
  ]

  test.each<[LogLevel, number]>([
    ['debug', 4],
    ['info', 3],
    ['warn', 2],
    ['error', 1],
    ['silent', 0],
  ])('%s writes %d of a probe, a request, a 503 and a 500', (level, count) => {
    expect(logged(entries, level)).toHaveLength(count)
  })
})

describe('what the app says of a request', () => {
  test('is what the log needs', async () => {
    const { send, entries } = createPluginApp()
    const response = await send('/v1/things/7')
    expect(entries).toEqual([
      {
        time: new Date('2026-11-20T13:00:00Z'),
        id: response.headers.get('x-request-id') ?? '',
        method: 'GET',
        path: '/v1/things/7',
        route: '/v1/things/{id}',
        status: 200,
        durationMs: expect.any(Number),
        caller: 'demo',
        jobs: 1,
        bytes: 8,
        error: undefined,
      },
    ])
  })

  test('has the error of a 500 once, and no error of a 404', async () => {
    const { send, services, entries } = createPluginApp()
    services.failure = new Error('broken')
    await send('/v1/failing-503')
    await send('/v1/nothing')
    expect(entries.map(({ route, error }) => [route, error])).toEqual([
      ['/v1/failing-503', services.failure],
      [undefined, undefined],
    ])
  })

  test('never holds a key or a query', async () => {
    const lines: string[] = []
    const onResponse = createRequestLog({
      level: 'debug',
      readable: false,
      write: (line) => lines.push(line),
    })
    const { send } = createPluginApp({ onResponse })
    for (const query of [`apiKey=${KEY}`, `apiKey=${KEY}&x=secret`]) {
      await send(`/v1/download?${query}`, { headers: { authorization: '' } })
      await send(`/v1/echo?${query}`)
    }
    expect(lines).toHaveLength(4)
    expect(lines.join('')).not.toMatch(new RegExp(`${KEY}|secret|apiKey`))
  })
})
