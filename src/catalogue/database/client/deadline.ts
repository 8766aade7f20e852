import { DatabaseUnavailable } from '../../../values/errors'

/** When a caller stops waiting, in `performance.now()` milliseconds, and the signal that aborts the wait earlier. */
export interface Deadline {
  endsAt?: number | undefined
  signal?: AbortSignal | undefined
}

/** Waits for the answer until `endsAt` (`performance.now()` milliseconds), then throws. No limit when it is undefined. */
export async function withDeadline<Result>(
  answer: Promise<Result>,
  endsAt: number | undefined,
  lateError: () => Error = () => new DatabaseUnavailable('the database does not answer'),
): Promise<Result> {
  if (endsAt === undefined) return await answer
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(lateError()), Math.max(0, endsAt - performance.now()))
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
