import { explain } from './command'

/**
 * Starts something that runs until SIGTERM or SIGINT. Then, or when the start fails, all that `start` deferred is
 * closed, the last first. The process ends with 1 when something cannot be closed well.
 */
export async function untilStopped<Result>(
  start: (closing: AsyncDisposableStack) => Promise<Result>,
): Promise<Result> {
  const closing = new AsyncDisposableStack()
  const result = await start(closing).catch(async (error) => {
    await closing.disposeAsync()
    throw error
  })
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    const status = await closing.disposeAsync().then(
      () => 0,
      (error: unknown) => {
        console.error(explain(error))
        return 1
      },
    )
    process.exit(status)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  return result
}
