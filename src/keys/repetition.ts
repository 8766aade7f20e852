export interface Repetition {
  /** Begins, unless it goes on already or was stopped. */
  arm(): void
  stop(): void
}

/**
 * Calls `work` again and again from `arm` on, until it says that there is nothing to do. It keeps no process alive.
 * Every 0 milliseconds is never.
 */
export function createRepetition(everyMs: number, work: () => Promise<boolean>): Repetition {
  let timer: Timer | undefined
  let isStopped = everyMs === 0
  const arm = (): void => {
    if (isStopped || timer !== undefined) return
    timer = setTimeout(async () => {
      const goesOn = await work()
      timer = undefined
      if (goesOn) arm()
    }, everyMs)
    timer.unref()
  }
  return {
    arm,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
