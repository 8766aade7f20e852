import { queryErrorCause } from '../../catalogue/database/client/drizzle'
import {
  CatalogueRestored,
  ClientDisconnected,
  DatabaseUnavailable,
  type Issue,
  JobPruned,
  LimitReached,
  MethodNotAllowed,
  NotFound,
  NotReady,
  Overloaded,
  ParameterError,
  QueryTimeout,
  Unauthenticated,
} from '../../values/errors'
import { PROBLEM_TYPES, type Problem, type ProblemSlug } from './problem-types'
import { respond } from './reply'
import type { RequestContext } from './request-context'

const DATABASE_RETRY_SECONDS = 5
const CAPACITY_RETRY_SECONDS = 1
const TIMEOUT_RETRY_SECONDS = 30

/** The only function that turns an error into a response. Unknown errors become a 500 without details. */
export async function problemResponse(
  context: RequestContext,
  thrown: unknown,
  publicUrl: string,
): Promise<Response> {
  const error = queryErrorCause(thrown)
  if (error instanceof ClientDisconnected) {
    // The client is gone; nginx logs the same status for closed connections.
    return await respond(context, { status: 499, headers: {}, body: '' })
  }
  const { slug, detail, headers, issues, ...explanation } = explain(error, context.timeout)
  const { title, statuses } = PROBLEM_TYPES[slug]
  const { status = statuses[0] } = explanation
  if (status >= 500) context.error = error
  const problem: Problem = {
    type: `${publicUrl}/problems/${slug}`,
    title,
    status,
    detail,
    instance: context.path,
    // `position` is always present, as null without one, so that clients need not check for it.
    ...(issues && {
      errors: issues.map((issue) => ({ ...issue, position: issue.position ?? null })),
    }),
  }
  return await respond(context, {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...headers,
    },
    body: JSON.stringify(problem),
  })
}

/** What a client is told of an error. */
interface Explanation {
  slug: ProblemSlug
  detail: string
  /** Present when it is not the first status of the problem type. */
  status?: number
  headers?: Readonly<Record<string, string>>
  issues?: readonly Issue[]
}

/** Unknown errors explain nothing. `timeout` says how a query that runs out of time is answered. */
export function explain(thrown: unknown, timeout: RequestContext['timeout']): Explanation {
  const error = queryErrorCause(thrown)
  if (error instanceof ParameterError) {
    const slug = error instanceof CatalogueRestored ? 'catalogue-restored' : 'invalid-request'
    return { slug, detail: error.message, issues: error.issues }
  }
  if (error instanceof Unauthenticated) return explainUnauthenticated(error)
  if (error instanceof LimitReached) {
    const slug = error.limit === 'rate' ? 'rate-limited' : 'allowance-exhausted'
    return { slug, detail: error.message, headers: retryAfter(error.retryAfterSeconds) }
  }
  if (error instanceof NotFound) return { slug: 'not-found', detail: error.message }
  if (error instanceof JobPruned) return { slug: 'job-pruned', detail: error.message }
  if (error instanceof MethodNotAllowed) {
    return { slug: 'method-not-allowed', detail: error.message, headers: { Allow: error.allow } }
  }
  if (error instanceof QueryTimeout) return explainTimeout(error, timeout)
  if (error instanceof Overloaded) {
    const headers = retryAfter(CAPACITY_RETRY_SECONDS)
    return { slug: 'over-capacity', detail: 'the service is over capacity; try again', headers }
  }
  if (error instanceof DatabaseUnavailable || error instanceof NotReady) {
    const detail =
      error instanceof NotReady ? error.message : 'the database is unavailable; try again'
    return { slug: 'database-unavailable', detail, headers: retryAfter(DATABASE_RETRY_SECONDS) }
  }
  return { slug: 'internal-error', detail: 'internal error' }
}

/** RFC 6750: the error code only when a key was sent. */
function explainUnauthenticated(error: Unauthenticated): Explanation {
  const challenge = 'Bearer realm="job-catalogue"'
  return {
    slug: 'unauthenticated',
    detail: error.message,
    headers: {
      'WWW-Authenticate': error.keyWasSent ? `${challenge}, error="invalid_token"` : challenge,
    },
  }
}

function explainTimeout(
  { message }: QueryTimeout,
  { status, narrowBy }: RequestContext['timeout'],
): Explanation {
  const slug = 'query-timeout'
  const narrow = narrowBy && `narrow it by ${narrowBy}`
  if (status === 504) return { slug, detail: `${message}; ${narrow ?? 'try again'}` }
  const hint = narrow === undefined ? 'try again' : `${narrow}, or try again`
  const headers = retryAfter(TIMEOUT_RETRY_SECONDS)
  return { slug, status, detail: `${message}; ${hint}`, headers }
}

function retryAfter(seconds: number): Record<string, string> {
  return { 'Retry-After': String(seconds) }
}
