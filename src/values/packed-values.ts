const YEAR_2000_MS = Date.UTC(2000)

/** An integer below 2^53 as PostgreSQL sends a `bigint` in binary, without a `bigint` here. */
export function int64At(view: DataView, offset: number): number {
  return view.getInt32(offset) * 2 ** 32 + view.getUint32(offset + 4)
}

/** An instant in milliseconds, as PostgreSQL sends a `timestamptz` in binary: microseconds since 2000. */
export function instantAt(view: DataView, offset: number): number {
  return int64At(view, offset) / 1_000 + YEAR_2000_MS
}
