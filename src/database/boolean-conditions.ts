import { and, or, type SQL, sql } from 'drizzle-orm'

/** Holds when all do, also when there are none. */
export function allOf(conditions: readonly (SQL | undefined)[]): SQL {
  return and(...conditions) ?? sql`true`
}

/** Does not hold when there are none. */
export function anyOf(conditions: readonly SQL[]): SQL {
  return or(...conditions) ?? sql`false`
}
