const PART_MS = 100

/**
 * Waits until the event loop has turned for a time. What holds the loop up, such as the reading of a long answer, takes a tenth
 * of a second of it, however long it is. Does not keep the process running.
 */
export function turningTime(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let left = Math.ceil(ms / PART_MS)
  const timer = setInterval(() => {
    left -= 1
    if (left > 0) return
    clearInterval(timer)
    resolve()
  }, PART_MS)
  timer.unref()
  return promise
}
