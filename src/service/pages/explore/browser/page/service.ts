import type { ProblemBody, ServiceRequest } from './exchange'
import { readKey } from './key'

/** Where the service is: the page may be below a path of the host. */
export const BASE = new URL('.', document.baseURI).href

/** An error that the service answered with. */
export class ServiceProblem extends Error {
  constructor(
    readonly problem: ProblemBody,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(problem.detail)
  }
}

/** The service gave no answer: it is stopped, or there is no network. */
export class Unreachable extends Error {}

/** Sends a request with the key. Throws `Unreachable`, `ServiceProblem`, or an `AbortError` when the signal is aborted. */
export async function requestJson<Body>(
  { path, parameters }: ServiceRequest,
  signal?: AbortSignal,
): Promise<{ body: Body; headers: Headers }> {
  const query = new URLSearchParams(parameters)
  const response = await fetch(`${BASE}${path}${query.size > 0 ? '?' : ''}${query}`, {
    headers: { Authorization: `Bearer ${readKey()}` },
    signal: signal ?? null,
  }).catch((error: unknown) => {
    throw isAborted(error) ? error : new Unreachable()
  })
  if (!response.ok)
    throw new ServiceProblem(await problemOf(response), retryAfter(response.headers))
  return { body: (await response.json()) as Body, headers: response.headers }
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** What to tell the visitor about a request that failed. */
export function explain(error: unknown): string {
  if (!(error instanceof ServiceProblem)) return 'The service cannot be reached. Try again.'
  const { problem, retryAfterSeconds } = error
  const wait = retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} s.`
  return `${problem.title}: ${problem.detail}.${wait}`
}

/** A proxy before the service may answer without a problem object. */
async function problemOf(response: Response): Promise<ProblemBody> {
  const { status } = response
  if (response.headers.get('Content-Type') === 'application/problem+json') {
    return (await response.json()) as ProblemBody
  }
  return { title: 'Error', status, detail: `the answer has the status ${status}` }
}

function retryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN)
  return Number.isNaN(seconds) ? undefined : seconds
}
