import type { Queries } from '../../../src/catalogue/database/client/drizzle'
import { collectorDays } from '../../../src/catalogue/database/schema/collector-days'
import { calendarDay } from '../../../src/values/instant'

/** Makes a system suspect, which it stays while it has few boards. */
export async function suspect({ db }: Queries, source: string, now: Date): Promise<void> {
  const suspicion = { suspectSince: now, isUsual: false }
  const counts = { boards: 0, understood: 0, postings: 0 }
  await db
    .insert(collectorDays)
    .values({ day: calendarDay(now), source, ...counts, ...suspicion })
    .onConflictDoUpdate({ target: [collectorDays.day, collectorDays.source], set: suspicion })
}
