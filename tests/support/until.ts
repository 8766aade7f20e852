/** Waits until something is so, at most thirty seconds on an idle machine: processes may be held up for some of them. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeLimit(30_000)
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it never came to be: ${isSo}`)
    await Bun.sleep(10)
  }
}

/** The time limit of a test on this machine; `tests/run.ts` measures how many times slower than idle the machine is. */
export function timeLimit(idleMs: number): number {
  return idleMs * Number(process.env.TEST_SLOWNESS ?? 1)
}
