import { DatabaseUnavailable } from '../values/errors'

/** Waits for the answer until `endsAt`, an instant of `performance.now()`; then throws. No limit when it is undefined. */
export async function withDeadline<Result>(
  answer: Promise<Result>,
  endsAt: number | undefined,
  lateError: () => Error = () => new DatabaseUnavailable('the database does not answer'),
): Promise<Result> {
  if (endsAt === undefined) return await answer
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateError()), Math.max(0, endsAt - performance.now()))
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
