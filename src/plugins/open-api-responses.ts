import type { TSchema } from 'typebox'
import type { OperationDefinition } from './open-api-operation'
import { type JsonObject, referTo } from './open-api-schemas'
import { exampleProblem, Problem, slugsOf } from './problem-types'

/** Response headers by name; operations refer to them. */
export const HEADERS = {
  'X-Request-Id': text('Names this request in the logs of the service.', true),
  'X-Jobs-This-Request': integer('Job objects returned, each of which counts as usage.', true),
  'X-Jobs-Limit': integer(
    'Job objects that the key may receive in the period. Only for keys with an allowance.',
  ),
  'X-Jobs-Remaining': integer('Job objects left in the period. Only for keys with an allowance.'),
  'X-Jobs-Reset': text(
    'When the period ends. Only for keys with an allowance.',
    false,
    'date-time',
  ),
  'RateLimit-Policy': text(
    'The rate that applies to the key (IETF draft `ratelimit-headers`). Only when one does.',
  ),
  RateLimit: text(
    'Requests that are left, and the seconds until all are back, or until the next when none is left. Only when a rate applies.',
  ),
  'X-Window-From': text(
    'Start of the window that the answer is about, which belongs to it. A search has one only with `window`.',
    false,
    'date-time',
  ),
  'X-Window-To': text(
    'End of the window that the answer is about, which does not belong to it. A search has one only with `window`.',
    false,
    'date-time',
  ),
  'Retry-After': integer('Seconds after which to try again.', true),
  'WWW-Authenticate': text(
    '`Bearer`, with `error="invalid_token"` when a key was sent (RFC 6750).',
    true,
  ),
  ETag: text('Names this version of the content; send it back in `If-None-Match`.', true),
  'Content-Disposition': text('The name of the file, when the answer is one.'),
} as const satisfies Readonly<Record<string, JsonObject>>

type HeaderName = keyof typeof HEADERS

/** Headers of every response. */
const COMMON: readonly HeaderName[] = [
  'X-Request-Id',
  'X-Jobs-This-Request',
  'X-Jobs-Limit',
  'X-Jobs-Remaining',
  'X-Jobs-Reset',
  'RateLimit-Policy',
  'RateLimit',
]

const PROBLEMS = {
  400: [
    'InvalidRequest',
    'A parameter is unknown, sent twice, or has a value that it cannot take.',
    COMMON,
  ],
  401: [
    'Unauthenticated',
    'The API key is missing or not valid.',
    ['X-Request-Id', 'X-Jobs-This-Request', 'WWW-Authenticate'],
  ],
  404: ['NotFound', 'There is no such job.', COMMON],
  429: [
    'LimitReached',
    "The key's rate limit or allowance is reached.",
    [...COMMON, 'Retry-After'],
  ],
  503: [
    'Unavailable',
    'The service is over capacity or without its database, or the query ran out of time where there is no 504; the problem says which.',
    [...COMMON, 'Retry-After'],
  ],
  504: ['QueryTimeout', 'The query exceeded the time limit. Narrow it.', COMMON],
} as const satisfies Readonly<Record<number, readonly [string, string, readonly HeaderName[]]>>

type ProblemStatus = keyof typeof PROBLEMS

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
    ...Object.fromEntries(
      problemStatuses(operation).map((status) => [
        status,
        { $ref: `#/components/responses/${PROBLEMS[status][0]}` },
      ]),
    ),
  }
}

/** The components that `describeResponses` refers to. */
export function problemResponses(publicUrl: string): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(PROBLEMS).map(([status, [name, description, headers]]) => {
      const examples = slugsOf(Number(status)).map((slug) => [
        slug,
        { value: exampleProblem(slug, publicUrl) },
      ])
      const content = {
        schema: referTo(Problem),
        examples: Object.fromEntries(examples),
      }
      return [
        name,
        {
          description,
          headers: referHeaders(headers),
          content: { 'application/problem+json': content },
        },
      ]
    }),
  )
}

function describeSuccess(operation: OperationDefinition): JsonObject {
  const { response, otherContent = {}, summary } = operation
  const headers: HeaderName[] = [...COMMON]
  if (operation.hasWindow) headers.push('X-Window-From', 'X-Window-To')
  if (operation.hasEtag) headers.push('ETag')
  const others = Object.entries(otherContent)
  if (others.length > 0) headers.push('Content-Disposition')
  const content: [string, TSchema][] = [['application/json', response], ...others]
  return {
    description: (response as JsonObject).description ?? summary,
    headers: referHeaders(headers),
    content: Object.fromEntries(content.map(([type, body]) => [type, { schema: referTo(body) }])),
  }
}

function problemStatuses(operation: OperationDefinition): ProblemStatus[] {
  return [
    400,
    401,
    ...(operation.pathParameters === undefined ? [] : [404 as const]),
    429,
    503,
    ...(operation.timeoutStatus === 504 ? [504 as const] : []),
  ]
}

function referHeaders(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function text(description: string, required = false, format?: string): JsonObject {
  return {
    description,
    ...(required && { required }),
    schema: { type: 'string', ...(format && { format }) },
  }
}

function integer(description: string, required = false): JsonObject {
  return { description, ...(required && { required }), schema: { type: 'integer', minimum: 0 } }
}
