import { type Static, Type } from 'typebox'

/** A type of problem: its title, cause and remedy, as the page under `/problems/` shows them. */
export interface ProblemType {
  title: string
  /** Its statuses; the second is used only where the first is not documented. */
  statuses: readonly [number, ...number[]]
  explanation: string
  remedy: string
  /** Arguments of curl: a request with this problem, and how to send it instead. `URL` is the address of the service. */
  bad: string
  good: string
  /** Of an example: the path, `/v1/active-ats` when absent, and the detail or the one wrong parameter. */
  instance?: string
  example: string | NonNullable<Problem['errors']>[number]
}

const WITH_KEY = '-H "Authorization: Bearer $KEY"'

/** Every type of problem by its slug, the last part of its `type`. */
export const PROBLEM_TYPES = {
  'invalid-request': {
    title: 'Invalid request',
    statuses: [400],
    explanation:
      'A parameter is unknown, has a value that it cannot take, or is sent twice and is not a list. `errors` names each wrong parameter, what was expected and, where it helps, the position in the value, counted in characters from 1.',
    remedy: 'Correct the parameters that `errors` names. The same request will fail again.',
    bad: `${WITH_KEY} 'URL/v1/active-ats?title_advanced=java+%26'`,
    good: `${WITH_KEY} 'URL/v1/active-ats?title_advanced=java+%26+sql'`,
    example: {
      parameter: 'title_advanced',
      detail: "expected a term after '&' at position 6",
      position: 6,
    },
  },
  'catalogue-restored': {
    title: 'Catalogue restored',
    statuses: [400],
    explanation:
      'The catalogue was restored to an earlier state, after a loss of its database. `since` is a number that it gave before the restore and no longer has: what the copy learned after the last surviving number, which `detail` names, is not in the catalogue. Ids and numbers of that time are never used again.',
    remedy:
      'Fill the copy again: delete it and read the change log of the country from `since=0`. The same request will fail again.',
    bad: `${WITH_KEY} 'URL/v1/changes?country=CA&since=1300'`,
    good: `${WITH_KEY} 'URL/v1/changes?country=CA&since=0'`,
    instance: '/v1/changes',
    example: {
      parameter: 'since',
      detail:
        "the catalogue was restored to an earlier state: '1300' is after 1000, the last number of CA that it still has; fill the copy again: start from 0",
      position: null,
    },
  },
  unauthenticated: {
    title: 'Unauthenticated',
    statuses: [401],
    explanation:
      'The request has no API key, or one that is not valid: mistyped, revoked, expired, or of another catalogue. `detail` says what came in place of a key.',
    remedy:
      'Send the key in the header `Authorization: Bearer <API_KEY>`. An operator makes keys with `bun run keys create`.',
    bad: `'URL/v1/stats'`,
    good: `${WITH_KEY} 'URL/v1/stats'`,
    example: "no API key was sent; send it as 'Authorization: Bearer <API_KEY>'",
  },
  'rate-limited': {
    title: 'Rate limited',
    statuses: [429],
    explanation:
      'The key has sent as many requests as it may for now. Every request with a valid key counts, whatever becomes of it, except those that are refused with this status. Tokens come back one by one over the minute: `RateLimit-Policy` says how many a minute, `RateLimit` how many are left.',
    remedy: 'Try again after the seconds in `Retry-After`, and spread requests over the minute.',
    bad: `${WITH_KEY} 'URL/v1/jobs/[1-100]'`,
    good: `--retry 5 ${WITH_KEY} 'URL/v1/active-ats?time_frame=6m&limit=100'`,
    example: 'the limit of 60 requests a minute is reached; try again in 1 s',
  },
  'allowance-exhausted': {
    title: 'Allowance exhausted',
    statuses: [429],
    explanation:
      'The key has received as many jobs as it may in this calendar month, UTC. Every job object in a response to a GET counts, with each response again; ids, counts and employers do not. `X-Jobs-Limit`, `X-Jobs-Remaining` and `X-Jobs-Reset` tell the allowance, what is left of it and when the next one begins.',
    remedy:
      'Wait for the seconds in `Retry-After`, until the next month begins, or ask the operator for a larger allowance.',
    bad: `${WITH_KEY} 'URL/v1/active-ats?time_frame=6m&limit=1000'`,
    good: `${WITH_KEY} 'URL/v1/active-ats-count?time_frame=6m'`,
    example:
      'the allowance of 100000 jobs for 2026-11 is used up; the next begins at 2026-12-01T00:00:00Z',
  },
  'not-found': {
    title: 'Not found',
    statuses: [404],
    explanation: 'There is no such path, or no such job.',
    remedy: 'Check the path and the id. Job ids are never reused.',
    bad: `${WITH_KEY} 'URL/v1/job/1'`,
    good: `${WITH_KEY} 'URL/v1/jobs/1'`,
    instance: '/v1/jobs/9000001',
    example: 'there is no job 9000001',
  },
  'job-pruned': {
    title: 'Job pruned',
    statuses: [404],
    explanation:
      'The job left the catalogue, and the service has deleted it since. Jobs that left are kept for at least 183 days.',
    remedy:
      'Delete the job from your copy. It does not come back: a posting that is seen again is a new job.',
    bad: `${WITH_KEY} 'URL/v1/jobs/4711'`,
    good: `${WITH_KEY} 'URL/v1/jobs?country=CA'`,
    instance: '/v1/jobs/4711',
    example: 'job 4711 left at 2026-02-03T04:05:06Z and is no longer kept',
  },
  'method-not-allowed': {
    title: 'Method not allowed',
    statuses: [405],
    explanation: 'Every operation is a read.',
    remedy: 'Use one of the methods in the header `Allow`.',
    bad: `-X POST ${WITH_KEY} 'URL/v1/stats'`,
    good: `${WITH_KEY} 'URL/v1/stats'`,
    example: 'only GET, HEAD may be used here',
  },
  'internal-error': {
    title: 'Internal error',
    statuses: [500],
    explanation: 'The service failed. The fault is not in the request.',
    remedy: 'Try again later; report the `X-Request-Id` of the response if it stays.',
    bad: `${WITH_KEY} 'URL/v1/stats'`,
    good: `--retry 5 ${WITH_KEY} 'URL/v1/stats'`,
    example: 'internal error',
  },
  'database-unavailable': {
    title: 'Database unavailable',
    statuses: [503],
    explanation:
      'The service cannot reach its database, the database is being restored, its migrations are behind, or an import has not ended the hour that is asked for. `detail` says which.',
    remedy: 'Try again after the seconds in `Retry-After`.',
    bad: `${WITH_KEY} 'URL/v1/stats'`,
    good: `--retry 5 ${WITH_KEY} 'URL/v1/stats'`,
    example: 'the database is unavailable; try again',
  },
  'over-capacity': {
    title: 'Over capacity',
    statuses: [503],
    explanation:
      'More requests are waiting than the service lets wait, the request waited for most of its time, or as many long answers as the service keeps in memory wait for clients that read slowly.',
    remedy:
      'Try again after the seconds in `Retry-After`, with fewer requests at once, and read each answer when it comes.',
    bad: `--parallel ${WITH_KEY} 'URL/v1/jobs/[1-1000]'`,
    good: `--retry 5 ${WITH_KEY} 'URL/v1/jobs/[1-1000]'`,
    example: 'the service is over capacity; try again',
  },
  'query-timeout': {
    title: 'Query timeout',
    statuses: [504, 503],
    explanation: 'The query ran longer than the service allows.',
    remedy: 'Narrow the query as `detail` says, or try again later.',
    bad: `${WITH_KEY} 'URL/v1/active-ats-count?time_frame=6m&description=a*'`,
    good: `${WITH_KEY} 'URL/v1/active-ats-count?time_frame=7d&country=CA&description=a*'`,
    example:
      'the query ran longer than 15 s; narrow it by country, location or a shorter time_frame',
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
    status: Type.Integer({ format: 'int32', description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What went wrong, safe to show.' }),
    instance: Type.Optional(Type.String({ description: 'The path of the request.' })),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.String({ description: 'The parameter as it was sent.' }),
          detail: Type.String({ description: 'What was expected, and what was found.' }),
          position: Type.Union([Type.Integer({ format: 'int32', minimum: 1 }), Type.Null()], {
            description:
              "The character of the parameter's value, from 1; null when it is about the whole.",
          }),
        }),
        { description: 'What is wrong with each parameter; with status 400 only.' },
      ),
    ),
  },
  {
    $id: 'Problem',
    description: 'An error (RFC 9457).',
    examples: [
      {
        type: 'https://jobs.example.com/problems/not-found',
        title: 'Not found',
        status: 404,
        detail: 'there is no job 4711',
        instance: '/v1/jobs/4711',
      },
    ],
  },
)

export type Problem = Static<typeof Problem>

/** The example of a type of problem, with the first of its statuses. */
export function exampleProblem(slug: ProblemSlug, publicUrl: string): Problem {
  const { title, statuses, instance = '/v1/active-ats', example }: ProblemType = PROBLEM_TYPES[slug]
  const problem = { type: `${publicUrl}/problems/${slug}`, title, status: statuses[0], instance }
  if (typeof example === 'string') return { ...problem, detail: example }
  return { ...problem, detail: `${example.parameter}: ${example.detail}`, errors: [example] }
}

/** The types of problems whose first status is this one. */
export function slugsOf(status: number): ProblemSlug[] {
  const slugs = Object.keys(PROBLEM_TYPES) as ProblemSlug[]
  return slugs.filter((slug) => PROBLEM_TYPES[slug].statuses[0] === status)
}
