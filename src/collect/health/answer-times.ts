/** The first step of times ends at 50 ms; each of the others at √2 times the one before, the last one at 145 s. */
const FIRST_MS = 50
const STEPS_PER_DOUBLING = 2
const STEPS = 24

/** Counts of requests by how long they took. */
export function noTimes(): number[] {
  return Array.from({ length: STEPS }, () => 0)
}

/** The step of a time. */
export function stepOf(ms: number): number {
  const step = Math.ceil(STEPS_PER_DOUBLING * Math.log2(Math.max(ms, FIRST_MS) / FIRST_MS))
  return Math.min(step, STEPS - 1)
}

/** The time in milliseconds that a share of the requests does not exceed, within a step; undefined without requests. */
export function timeAtShare(times: readonly number[], share: number): number | undefined {
  const rank = times.reduce((sum, count) => sum + count, 0) * share
  let before = 0
  for (const [step, count] of times.entries()) {
    if (count > 0 && before + count >= rank) {
      const start = step === 0 ? 0 : endOf(step - 1)
      return Math.round(start + ((endOf(step) - start) * (rank - before)) / count)
    }
    before += count
  }
  return undefined
}

function endOf(step: number): number {
  return FIRST_MS * 2 ** (step / STEPS_PER_DOUBLING)
}
