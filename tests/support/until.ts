/** Waits until something is so, at most thirty seconds on an idle machine: processes may be held up for some of them. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now()
  while (!(await isSo())) {
    const waitedMs = performance.now() - start
    if (waitedMs > timeLimit(30_000)) throw new Error(`it never came to be: ${isSo}`)
    // Questions that take long are asked less often the longer they are asked.
    await Bun.sleep(Math.min(10 + waitedMs / 20, 100))
  }
}

/** The time limit of a test on this machine; `tests/run.ts` measures how many times slower than idle the machine is. */
export function timeLimit(idleMs: number): number {
  return idleMs * Number(process.env.TEST_SLOWNESS ?? 1)
}
