import { Elysia } from 'elysia'
import { queryErrorCause } from '../database/drizzle'
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
} from '../values/errors'
import { PROBLEM_TYPES, type Problem, type ProblemSlug } from './problem-types'
import { type Outcome, respond } from './reply'
import { contextOf, type RequestContext } from './request-context'

const DATABASE_RETRY_SECONDS = 5
const CAPACITY_RETRY_SECONDS = 1
const TIMEOUT_RETRY_SECONDS = 30

export interface ProblemOptions {
  /** The address of the service, under which `/problems/` is, without a '/' at its end. */
  publicUrl: string
  /** How paths answer queries that time out; absent paths answer 503. */
  timeouts?: TimeoutAnswers
}

/** By path: the status of a timeout, and the parameters that narrow the query. */
export type TimeoutAnswers = Readonly<
  Record<string, { status: 503 | 504; narrowBy?: string } | undefined>
>

const TIMEOUTS: TimeoutAnswers = {
  '/v1/active-ats': { status: 504, narrowBy: 'country, location or a shorter time_frame' },
  '/v1/active-ats-count': { status: 504, narrowBy: 'country, location or a shorter time_frame' },
  '/v1/modified-ats': { status: 504, narrowBy: 'country, location or a later date_modified_gte' },
  '/v1/expired-ats': { status: 504, narrowBy: 'country or a shorter time_frame' },
  '/v1/ats-organizations': { status: 504 },
  '/v1/jobs': { status: 503, narrowBy: 'province, state, city or a shorter window' },
  '/v1/changes': { status: 503, narrowBy: 'a smaller limit' },
}

/** Answers every error with a problem object (RFC 9457). */
export const problemDetails = (options: ProblemOptions) =>
  new Elysia({ name: 'problem-details' }).onError(
    { as: 'global' },
    async ({ request, error, code, set }) => {
      const shown = code === 'NOT_FOUND' ? new NotFound('nothing stands at this path') : error
      const response = await problemResponse(contextOf(request), shown, options)
      // Elysia copies a response into a new one unless `set` has its defaults.
      set.status = 200
      return response
    },
  )

/** The only function that turns an error into a response. Unknown errors become a 500 without details. */
export async function problemResponse(
  context: RequestContext,
  thrown: unknown,
  options: ProblemOptions,
): Promise<Response> {
  const error = queryErrorCause(thrown)
  const outcome =
    error instanceof ClientDisconnected
      ? DISCONNECTED
      : problemOutcome(error, context.path, options)
  if (outcome.status >= 500) context.error = error
  return await respond(context, outcome)
}

/** The client is gone; nginx logs the same status for closed connections. */
const DISCONNECTED: Outcome = { status: 499, headers: {}, body: '' }

function problemOutcome(error: unknown, path: string, options: ProblemOptions): Outcome {
  const { timeouts = TIMEOUTS } = options
  const timeout = Object.hasOwn(timeouts, path) ? timeouts[path] : undefined
  const { slug, detail, status, headers, issues } = explain(error, timeout)
  const { title, statuses } = PROBLEM_TYPES[slug]
  const problem: Problem = {
    type: `${options.publicUrl}/problems/${slug}`,
    title,
    status: status ?? statuses[0],
    detail,
    instance: path,
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
  }
}

interface Explanation {
  slug: ProblemSlug
  detail: string
  /** Present when it is not the first status of the problem type. */
  status?: number
  headers?: Readonly<Record<string, string>>
  issues?: readonly Issue[]
}

function explain(error: unknown, timeout: TimeoutAnswers[string]): Explanation {
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

function explainTimeout(error: QueryTimeout, timeout: TimeoutAnswers[string]): Explanation {
  const slug = 'query-timeout'
  const { status = 503, narrowBy = undefined } = timeout ?? {}
  const narrow = narrowBy === undefined ? undefined : `narrow it by ${narrowBy}`
  if (status === 504) return { slug, detail: `${error.message}; ${narrow ?? 'try again'}` }
  const hint = narrow === undefined ? 'try again' : `${narrow}, or try again`
  const headers = retryAfter(TIMEOUT_RETRY_SECONDS)
  return { slug, status, detail: `${error.message}; ${hint}`, headers }
}

function retryAfter(seconds: number): Record<string, string> {
  return { 'Retry-After': String(seconds) }
}

/** `position` is always present, as null without one, so that clients need not check for it. */
function withPosition(issue: Issue) {
  return { ...issue, position: issue.position ?? null }
}
