import { type Static, Type } from 'typebox'

/** What a kind of problem is called, when it happens and how a client mends it: the pages under `/problems/`. */
export interface ProblemType {
  title: string
  /** The statuses it comes with; the second only where the first is not documented. */
  statuses: readonly [number, ...number[]]
  explanation: string
  remedy: string
}

/** Every kind of problem by its slug, the end of its `type`. */
export const PROBLEM_TYPES = {
  'invalid-request': {
    title: 'Invalid request',
    statuses: [400],
    explanation:
      'A parameter is unknown, sent twice, or has a value that it cannot take. `errors` lists every complaint with the parameter, what was expected and, where it helps, the position in the value, counted in characters from 1.',
    remedy: 'Mend the parameters that `errors` names. The same request will fail again.',
  },
  unauthenticated: {
    title: 'Unauthenticated',
    statuses: [401],
    explanation: 'The request has no API key, or one that is not valid.',
    remedy: 'Send the key in the header `Authorization: Bearer <API_KEY>`.',
  },
  'not-found': {
    title: 'Not found',
    statuses: [404],
    explanation: 'Nothing stands at this address: no such path, or no such job.',
    remedy: 'Check the path and the id. Job ids are never reused.',
  },
  'method-not-allowed': {
    title: 'Method not allowed',
    statuses: [405],
    explanation: 'Every operation is a read.',
    remedy: 'Use one of the methods in the header `Allow`.',
  },
  'internal-error': {
    title: 'Internal error',
    statuses: [500],
    explanation: 'The service failed. The fault is not in the request.',
    remedy: 'Try again later; report the `X-Request-Id` of the response if it stays.',
  },
  'database-unavailable': {
    title: 'Database unavailable',
    statuses: [503],
    explanation: 'The service cannot reach its database.',
    remedy: 'Try again after the seconds in `Retry-After`.',
  },
  'over-capacity': {
    title: 'Over capacity',
    statuses: [503],
    explanation: 'More requests are waiting than the service lets wait.',
    remedy: 'Try again after the seconds in `Retry-After`, with fewer requests at once.',
  },
  'query-timeout': {
    title: 'Query timeout',
    statuses: [504, 503],
    explanation: 'The query ran longer than the service allows.',
    remedy: 'Narrow the query by country, location or a shorter window.',
  },
} as const satisfies Readonly<Record<string, ProblemType>>

export type ProblemSlug = keyof typeof PROBLEM_TYPES

/** The body of every error. */
export const Problem = Type.Object(
  {
    type: Type.String({
      format: 'uri',
      description: 'The kind of problem; the page there explains it.',
    }),
    title: Type.String({ description: 'Short summary, the same for every problem of the kind.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What went wrong, safe to show.' }),
    instance: Type.Optional(Type.String({ description: 'The path of the request.' })),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.String({ description: 'The parameter as it was sent.' }),
          detail: Type.String({ description: 'What was expected, and what was found.' }),
          position: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
            description:
              "The character of the parameter's value, from 1; null when it is about the whole.",
          }),
        }),
        { description: 'Every complaint about the parameters, with status 400 only.' },
      ),
    ),
  },
  { description: 'An error (RFC 9457).' },
)

export type Problem = Static<typeof Problem>
