import {
  DatabaseUnavailable,
  type Issue,
  LimitReached,
  NotFound,
  Overloaded,
  ParameterError,
  QueryTimeout,
  Unauthenticated,
} from '../values/errors'
import { MethodNotAllowed } from './method-not-allowed'
import { NotReady } from './not-ready'
import { PROBLEM_TYPES, type Problem, type ProblemSlug } from './problem-types'
import type { Outcome } from './reply'

const DATABASE_RETRY_SECONDS = 5
const CAPACITY_RETRY_SECONDS = 1
const TIMEOUT_RETRY_SECONDS = 30

/** Where the error happened. */
export interface ProblemPlace {
  /** The service's address, under which `/problems/` stands. */
  publicUrl: string
  path: string
  timeoutStatus: 503 | 504
}

/** The one place that turns an error into a response. Kinds that it does not know show nothing of themselves. */
export function problemOutcome(error: unknown, place: ProblemPlace): Outcome {
  const { slug, detail, status, headers, issues } = explain(error, place)
  const { title, statuses } = PROBLEM_TYPES[slug]
  const problem: Problem = {
    type: `${place.publicUrl}/problems/${slug}`,
    title,
    status: status ?? statuses[0],
    detail,
    instance: place.path,
    ...(issues === undefined ? {} : { errors: issues.map(withPosition) }),
  }
  return {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...headers,
    },
    body: JSON.stringify(problem),
    jobs: 0,
  }
}

interface Explanation {
  slug: ProblemSlug
  detail: string
  /** When it is not the first status of the problem's kind. */
  status?: number
  headers?: Readonly<Record<string, string>>
  issues?: readonly Issue[]
}

function explain(error: unknown, place: ProblemPlace): Explanation {
  if (error instanceof ParameterError) {
    return { slug: 'invalid-request', detail: error.message, issues: error.issues }
  }
  if (error instanceof Unauthenticated) return explainUnauthenticated(error)
  if (error instanceof LimitReached) {
    const slug = error.limit === 'rate' ? 'rate-limited' : 'allowance-exhausted'
    return { slug, detail: error.message, headers: retryAfter(error.retryAfterSeconds) }
  }
  if (error instanceof NotFound) return { slug: 'not-found', detail: error.message }
  if (error instanceof MethodNotAllowed) {
    return { slug: 'method-not-allowed', detail: error.message, headers: { Allow: error.allow } }
  }
  if (error instanceof QueryTimeout) return explainTimeout(error, place)
  if (error instanceof Overloaded) {
    const headers = retryAfter(CAPACITY_RETRY_SECONDS)
    return { slug: 'over-capacity', detail: 'the service is over capacity; try again', headers }
  }
  if (error instanceof DatabaseUnavailable)
    return explainUnavailable('the database is away; try again')
  if (error instanceof NotReady) return explainUnavailable(error.message)
  return { slug: 'internal-error', detail: 'internal error' }
}

function explainUnavailable(detail: string): Explanation {
  const headers = retryAfter(DATABASE_RETRY_SECONDS)
  return { slug: 'database-unavailable', detail, headers }
}

/** RFC 6750: the error code only when a key was sent. */
function explainUnauthenticated(error: Unauthenticated): Explanation {
  const challenge = 'Bearer realm="job-catalogue"'
  return {
    slug: 'unauthenticated',
    detail: error.keyWasSent
      ? error.message
      : `${error.message}; send it as 'Authorization: Bearer <API_KEY>'`,
    headers: {
      'WWW-Authenticate': error.keyWasSent ? `${challenge}, error="invalid_token"` : challenge,
    },
  }
}

/** How a client narrows what a path asks of the database, by parameters of that path; elsewhere nothing can be narrowed. */
const NARROWINGS: Readonly<Record<string, string>> = {
  '/v1/active-ats': 'country, location or a shorter time_frame',
  '/v1/active-ats-count': 'country, location or a shorter time_frame',
  '/v1/modified-ats': 'country, location or a later date_modified_gte',
  '/v1/expired-ats': 'country or a shorter time_frame',
  '/v1/jobs': 'province, state, city or a shorter window',
  '/v1/changes': 'a smaller limit',
}

function explainTimeout(
  error: QueryTimeout,
  { path, timeoutStatus: status }: ProblemPlace,
): Explanation {
  const slug = 'query-timeout'
  const narrowing = Object.hasOwn(NARROWINGS, path) ? `narrow it by ${NARROWINGS[path]}` : undefined
  if (status === 504) return { slug, detail: `${error.message}; ${narrowing ?? 'try again'}` }
  const hint = narrowing === undefined ? 'try again' : `${narrowing}, or try again`
  const headers = retryAfter(TIMEOUT_RETRY_SECONDS)
  return { slug, status, detail: `${error.message}; ${hint}`, headers }
}

function retryAfter(seconds: number): Record<string, string> {
  return { 'Retry-After': String(seconds) }
}

/** `position` is always there, so that clients need not ask whether it is. */
function withPosition({ parameter, detail, position = undefined }: Issue) {
  return { parameter, detail, position: position ?? null }
}
