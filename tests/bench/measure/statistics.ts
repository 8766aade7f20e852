/** A distribution, in the unit of its values. */
export interface Summary {
  count: number
  median: number
  p95: number
  p99: number
  worst: number
}

export function summarize(values: readonly number[]): Summary {
  const sorted = values.toSorted((one, other) => one - other)
  return {
    count: sorted.length,
    median: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    worst: sorted.at(-1) ?? Number.NaN,
  }
}

export function median(values: readonly number[]): number {
  return summarize(values).median
}

/** The value that this share of the others does not exceed (nearest rank). */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
