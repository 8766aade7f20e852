import { DatabaseAway } from '../values/errors'

/** Waits at most `limitMs` for the answer; then throws `DatabaseAway`. No limit when it is undefined. */
export async function withDeadline<Result>(
  answer: Promise<Result>,
  limitMs: number | undefined,
): Promise<Result> {
  if (limitMs === undefined) return await answer
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseAway('the database does not answer')), limitMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
