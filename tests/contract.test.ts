import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { checkContract, interfaceDocument, type Operation } from './support/contract'
import { invalidPair, type Pair, validPairs } from './support/parameter-arbitraries'
import { posting } from './support/posting-builder'
import { createTestApp, type TestApp } from './support/test-app'

const RUNS = 100

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.clock.set('2026-01-15T09:30:00Z')
  await app.write(...Array.from({ length: 20 }, () => posting()))
  app.clock.set('2026-01-15T10:05:00Z')
})
afterAll(() => app.stop())

const operations = Object.entries(interfaceDocument.paths).map(
  ([path, { get }]): [string, Operation] => [path, get],
)

function address(path: string, pairs: readonly Pair[], id = '1'): string {
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${path.replace('{id}', id)}?${query}`
}

describe.each(operations)('%s', (path, operation) => {
  test('values that the document allows get an answer that it declares', async () => {
    await fc.assert(
      fc.asyncProperty(validPairs(operation), async (pairs) => {
        // The app throws when an answer breaks the contract.
        const { status } = await app.request(address(path, pairs))
        expect([200, 400]).toContain(status)
      }),
      { numRuns: RUNS },
    )
  })

  test('every example gets a 200', async () => {
    const examples = operation.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.name !== 'apiKey')
      .flatMap(({ name, schema }) =>
        (schema.examples ?? []).map((example): Pair => [name, String(example)]),
      )
    for (const pair of examples) {
      const pairs: Pair[] = pair[0] === 'state' ? [['country', 'US'], pair] : [pair]
      const response = await app.request(address(path, pairs))
      expect([pair, response.status, response.status === 200 ? '' : await response.text()]).toEqual(
        [pair, 200, ''],
      )
    }
  })

  test('a value that the document forbids gets a 400 that names the parameter', async () => {
    await fc.assert(
      fc.asyncProperty(invalidPair(operation), async (pair) => {
        const response = await app.request(address(path, [pair]))
        expect([pair, response.status]).toEqual([pair, 400])
        expect(await response.json()).toMatchObject({ errors: [{ parameter: pair[0] }] })
      }),
      { numRuns: RUNS },
    )
  })

  test('a parameter that is sent twice gets a 400', async () => {
    for (const { name, schema } of operation.parameters.filter((each) => each.in === 'query')) {
      const value = String(schema.enum?.[0] ?? schema.examples?.[0] ?? schema.default ?? '1')
      const pair: Pair = [name, value]
      expect((await app.request(address(path, [pair, pair]))).status).toBe(400)
    }
  })
})

test('an id that cannot be one gets a 404', async () => {
  for (const id of ['0x1', '-1', '9223372036854775808', 'a%20b', '%00']) {
    expect((await app.request(`/v1/jobs/${id}`)).status).toBe(404)
  }
})

describe('an answer breaks the contract when', () => {
  const headers = {
    'content-type': 'application/json',
    'x-request-id': '1',
    'x-jobs-this-request': '0',
    'x-window-from': '2026-01-15T09:00:00Z',
    'x-window-to': '2026-01-15T10:00:00Z',
  }
  const { 'x-request-id': _, ...withoutId } = headers
  test.each<[string, Response]>([
    ['the status 418 is not declared', new Response('', { status: 418 })],
    [
      'the media type text/plain is not declared',
      new Response('', { headers: { ...headers, 'content-type': 'text/plain' } }),
    ],
    [
      'the header x-surprise is not declared',
      new Response('{"count":1}', { headers: { ...headers, 'x-surprise': '1' } }),
    ],
    ['the header X-Request-Id is missing', new Response('{"count":1}', { headers: withoutId })],
    ['body/count must be integer', new Response('{"count":"1"}', { headers })],
    ['body must not have additional properties', new Response('{"count":1,"x":1}', { headers })],
  ])('%s', async (issue, response) => {
    const exchange = { method: 'GET', target: '/v1/active-ats-count' }
    expect(await failure(checkContract(exchange, response))).toContain(issue)
  })
})

async function failure(work: Promise<void>): Promise<string> {
  try {
    await work
    return 'none'
  } catch (error) {
    return String(error)
  }
}
