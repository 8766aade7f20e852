import { fullGC } from 'bun:jsc'

/** By how much the heap may grow before garbage is collected. */
const MAX_GROWTH_BYTES = 20_000_000

const CHECK_MS = 50

/**
 * Collects garbage early, until the result is called: by itself the engine lets the heap double first. `Bun.gc(true)` would
 * discard the compiled code as well.
 */
export function limitHeap(): () => void {
  let least = heapBytes()
  const timer = setInterval(() => {
    const bytes = heapBytes()
    least = Math.min(least, bytes)
    if (bytes - least < MAX_GROWTH_BYTES) return
    fullGC()
    least = heapBytes()
  }, CHECK_MS)
  return () => clearInterval(timer)
}

function heapBytes(): number {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}
