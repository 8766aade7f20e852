import { Closing } from './closing'

/**
 * Starts something that runs until SIGTERM, SIGINT or SIGHUP, which end the process with 0. Then, or when the start
 * fails, all that `start` deferred is closed.
 */
export async function untilStopped<Result>(
  start: (closing: Closing) => Promise<Result>,
): Promise<Result> {
  const closing = new Closing(() => 0)
  try {
    return await start(closing)
  } catch (error) {
    await closing[Symbol.asyncDispose]()
    throw error
  }
}
