/** The calendar month of an instant, UTC: `2026-11`. */
export function monthOf(instant: Date): string {
  return instant.toISOString().slice(0, 7)
}

/** When the month after that of an instant begins, UTC. */
export function nextMonth(instant: Date): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 1))
}
