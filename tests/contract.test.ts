import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { COUNTRIES } from '../src/values/country'
import { checkContract, interfaceDocument, type Operation } from './support/contract'
import { invalidPair, type Pair, validPairs } from './support/parameter-arbitraries'
import { posting } from './support/posting-builder'
import { useTestApp } from './support/use-test-app'

const RUNS = 100
/** The last number of each country's change log. */
const lastSeq = new Map<string, bigint>()
const app = useTestApp({}, async (app) => {
  app.clock.set('2026-01-15T09:30:00Z')
  await app.write(...Array.from({ length: 20 }, () => posting()))
  app.clock.set('2026-01-15T10:05:00Z')
  for (const country of COUNTRIES) {
    const { latest_seq } = await app.get<{ latest_seq: number }>(`/v1/changes?country=${country}`)
    lastSeq.set(country, BigInt(latest_seq))
  }
})

const operations = Object.entries(interfaceDocument.paths).map(
  ([path, { get }]): [string, Operation] => [path, get],
)

function address(path: string, pairs: readonly Pair[], id = '1'): string {
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${path.replace('{id}', id)}?${query}`
}

interface Rule {
  parameter: string
  /** Part of the parameter's description; the rule holds where a description says this. */
  words: string
  forbids(values: Readonly<Record<string, string>>): boolean
}

const DAY_MS = 86_400_000

/** What the schemas allow and the descriptions forbid. Everything else that a schema allows gets a 200. */
const FORBIDDEN_IN_WORDS: readonly Rule[] = [
  {
    parameter: 'province',
    words: 'with `country=CA`',
    forbids: ({ country }) => country === 'US',
  },
  {
    parameter: 'state',
    words: 'with `country=US`',
    forbids: ({ country }) => country !== 'US',
  },
  {
    parameter: 'city',
    words: 'A city, ideally with its region',
    // The example is of Ontario.
    forbids: ({ city, country }) => city === 'Toronto, ON' && country === 'US',
  },
  {
    parameter: 'cursor',
    words: 'The `next_cursor` of the page before',
    forbids: () => true,
  },
  {
    parameter: 'since',
    words: 'Last sequence number already processed',
    forbids: ({ since = '0', country = 'CA' }) => BigInt(since) > (lastSeq.get(country) ?? 0n),
  },
  {
    parameter: 'date_modified_gte',
    words: 'Without `date_modified_lt` the window lasts until now; it is at most 31 days.',
    forbids: ({ date_modified_gte: from = '', date_modified_lt: to }) => {
      const days = (Number(to ? new Date(to) : app.clock.now()) - Date.parse(from)) / DAY_MS
      return days < 0 || days > 31
    },
  },
]

/** The parameters that a description forbids to have these values. */
function forbiddenParameters({ parameters }: Operation, pairs: readonly Pair[]): string[] {
  const values = Object.fromEntries(pairs)
  return FORBIDDEN_IN_WORDS.filter(
    ({ parameter, words, forbids }) =>
      parameter in values &&
      parameters.find(({ name }) => name === parameter)?.description.includes(words) &&
      forbids(values),
  ).map(({ parameter }) => parameter)
}

test.each(FORBIDDEN_IN_WORDS)(
  'the description of $parameter says: $words',
  ({ parameter, words }) => {
    const describing = operations.flatMap(([, { parameters }]) =>
      parameters.filter(
        ({ name, description }) => name === parameter && description.includes(words),
      ),
    )
    expect(describing.length).toBe(1)
  },
)

describe.each(operations)('%s', (path, operation) => {
  // The app throws when an answer breaks the contract.
  test('values that the document allows get a 200, and what its words forbid a 400', async () => {
    await fc.assert(
      fc.asyncProperty(validPairs(operation), async (pairs) => {
        const response = await app.request(address(path, pairs))
        const forbidden = forbiddenParameters(operation, pairs)
        if (forbidden.length === 0) {
          const problem = response.status === 200 ? '' : await response.text()
          expect([pairs, response.status, problem]).toEqual([pairs, 200, ''])
          return
        }
        expect([pairs, response.status]).toEqual([pairs, 400])
        const { errors } = (await response.json()) as { errors: { parameter: string }[] }
        for (const { parameter } of errors) expect(forbidden).toContain(parameter)
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

  test('a parameter that is sent twice gets a 400, unless it is a list', async () => {
    for (const { name, schema } of operation.parameters.filter((each) => each.in === 'query')) {
      const value = String(schema.enum?.[0] ?? schema.examples?.[0] ?? schema.default ?? '1')
      const pair: Pair = [name, value]
      const body = await (await app.request(address(path, [pair, pair]))).text()
      const isRefused = body.includes(`${name}: sent more than once`)
      expect([name, isRefused]).toEqual([name, schema.type !== 'array'])
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
