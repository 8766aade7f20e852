import type { TSchema } from 'typebox'
import { exampleProblem, Problem, slugsOf } from '../http/problem-types'
import type { OperationDefinition } from './operation-definition'

/** A JSON Schema or another part of an OpenAPI document. */
export type JsonObject = Readonly<Record<string, unknown>>

const TEXT = { type: 'string' }
const DATE_TIME = { type: 'string', format: 'date-time' }
const INT32 = { type: 'integer', format: 'int32', minimum: 0 }
const INT64 = { type: 'integer', format: 'int64', minimum: 0 }

/** Response headers by name; operations refer to them. */
export const HEADERS = {
  'X-Request-Id': always(TEXT, 'Names this request in the logs of the service.'),
  'X-Catalogue-Generation': header(
    INT32,
    'Number of the generation of the catalogue. It changes when the catalogue was restored or its database server replaced. Absent only while the service has not reached its database since it started.',
  ),
  'X-Jobs-This-Request': always(INT32, 'Job objects returned, each of which counts as usage.'),
  'X-Jobs-Limit': header(
    INT64,
    'Job objects that the key may receive in the period. Only for keys with an allowance.',
  ),
  'X-Jobs-Remaining': header(
    INT64,
    'Job objects left in the period. Only for keys with an allowance.',
  ),
  'X-Jobs-Reset': header(DATE_TIME, 'When the period ends. Only for keys with an allowance.'),
  'RateLimit-Policy': header(
    TEXT,
    'The rate that applies to the key (IETF draft `ratelimit-headers`). Only when one does.',
  ),
  RateLimit: header(
    TEXT,
    'Requests that are left, and the seconds until all are back, or until the next when none is left. Only when a rate applies.',
  ),
  'X-Window-From': header(
    DATE_TIME,
    'Start of the window that the answer is about, which belongs to it. A search has one only with `window`.',
  ),
  'X-Window-To': header(
    DATE_TIME,
    'End of the window that the answer is about, which does not belong to it. A search has one only with `window`.',
  ),
  'X-Notices': header(
    TEXT,
    'How plain filters were read, and why few jobs were found: a JSON array of `{"parameter","detail","suggestion"}`, ASCII, at most 2 KB. It has each reading that is not by the letter, searches that find much more (other forms of a word, the text without fillers, its place in a parameter of its own) and, with fewer than ten jobs, values that no active job has. `detail` is for people and may change; `suggestion` is a whole value for the parameter, or null; `with`, where it is there, has the other parameters to send beside it, null for one to leave out. Only on counts and first pages, when there is something to say.',
  ),
  'Retry-After': always(INT32, 'Seconds after which to try again.'),
  'WWW-Authenticate': always(
    TEXT,
    '`Bearer`, with `error="invalid_token"` when a key was sent (RFC 6750).',
  ),
  ETag: always(TEXT, 'Names this version of the content; send it back in `If-None-Match`.'),
  'Content-Disposition': header(TEXT, 'The name of the file, when the answer is one.'),
}

type HeaderName = keyof typeof HEADERS

/** Headers of every response. */
const COMMON: readonly HeaderName[] = [
  'X-Request-Id',
  'X-Catalogue-Generation',
  'X-Jobs-This-Request',
  'X-Jobs-Limit',
  'X-Jobs-Remaining',
  'X-Jobs-Reset',
  'RateLimit-Policy',
  'RateLimit',
]

const AWAY = 'The service is over capacity or without its database'

/** The responses with problems, by the name of their component. */
const PROBLEM_RESPONSES = {
  InvalidRequest: {
    status: 400,
    description:
      'A parameter is unknown, has a value that it cannot take, or is sent twice and is not a list.',
    headers: COMMON,
  },
  Unauthenticated: {
    status: 401,
    description: 'The API key is missing or not valid.',
    headers: ['X-Request-Id', 'X-Catalogue-Generation', 'X-Jobs-This-Request', 'WWW-Authenticate'],
  },
  NotFound: {
    status: 404,
    description: 'There is no such job, or it was pruned; the problem says which.',
    headers: COMMON,
  },
  LimitReached: {
    status: 429,
    description: "The key's rate limit or allowance is reached.",
    headers: [...COMMON, 'Retry-After'],
  },
  Unavailable: {
    status: 503,
    description: `${AWAY}; the problem says which.`,
    headers: [...COMMON, 'Retry-After'],
  },
  UnavailableOrTimeout: {
    status: 503,
    description: `${AWAY}, or the query exceeded the time limit; the problem says which.`,
    headers: [...COMMON, 'Retry-After'],
  },
  QueryTimeout: {
    status: 504,
    description: 'The query exceeded the time limit. Narrow it.',
    headers: COMMON,
  },
} as const

/** Everything that an operation may answer to a GET, by status. */
export function describeResponses(operation: OperationDefinition): Record<string, JsonObject> {
  return {
    200: describeSuccess(operation),
    ...(operation.hasEtag && {
      304: {
        description: 'The client has this version.',
        headers: referHeaders([...COMMON, 'ETag']),
      },
    }),
    400: referResponse('InvalidRequest'),
    401: referResponse('Unauthenticated'),
    ...(operation.pathParameters && { 404: referResponse('NotFound') }),
    429: referResponse('LimitReached'),
    ...(operation.timeout.status === 504
      ? { 503: referResponse('Unavailable'), 504: referResponse('QueryTimeout') }
      : { 503: referResponse('UnavailableOrTimeout') }),
  }
}

function referResponse(name: keyof typeof PROBLEM_RESPONSES): JsonObject {
  return { $ref: `#/components/responses/${name}` }
}

/** The components that `describeResponses` refers to. */
export function problemResponses(publicUrl: string): Record<string, JsonObject> {
  const responses = Object.entries(PROBLEM_RESPONSES).map(([name, response]) => {
    const { status, description, headers } = response
    const examples: Record<string, { value: Problem }> = {}
    for (const slug of slugsOf(status)) examples[slug] = { value: exampleProblem(slug, publicUrl) }
    if (name === 'UnavailableOrTimeout') {
      examples['query-timeout'] = {
        value: {
          ...exampleProblem('query-timeout', publicUrl),
          status,
          instance: '/v1/jobs',
          detail:
            'the query ran longer than 15 s; narrow it by province, state, city or a shorter window, or try again',
        },
      }
    }
    const content = { 'application/problem+json': { schema: Problem, examples } }
    return [name, { description, headers: referHeaders(headers), content }]
  })
  return Object.fromEntries(responses)
}

function describeSuccess(operation: OperationDefinition): JsonObject {
  const { response, otherContent = {}, summary, hasWindow, hasEtag, hasNotices } = operation
  const content: Record<string, TSchema> = { 'application/json': response, ...otherContent }
  return {
    description: (response as JsonObject).description ?? summary,
    headers: referHeaders([
      ...COMMON,
      ...(hasWindow ? (['X-Window-From', 'X-Window-To'] as const) : []),
      ...(hasNotices ? (['X-Notices'] as const) : []),
      ...(hasEtag ? (['ETag'] as const) : []),
      ...(operation.otherContent ? (['Content-Disposition'] as const) : []),
    ]),
    content: Object.fromEntries(
      Object.entries(content).map(([type, schema]) => [type, { schema }]),
    ),
  }
}

function referHeaders(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function header(schema: JsonObject, description: string): JsonObject {
  return { description, schema }
}

/** A header that every response of its kind has. */
function always(schema: JsonObject, description: string): JsonObject {
  return { description, required: true, schema }
}
