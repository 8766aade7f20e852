import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { floorToHour, HOUR_MS, MINUTE_MS } from '../../../src/values/instant'
import { ChangesMirror, FeedMirror } from '../../support/mirror'
import { RandomHistory, randomNumbers } from '../../support/random-history'
import { createTestApp, type TestApp } from '../../support/test-app'
import { readCatalogue, withoutStatus, withoutText } from '../../support/whole-catalogue'

/** Past the hour, when a client of the recommended pattern calls. */
const CALL_MS = 5 * MINUTE_MS

describe.each([1, 2])('random history %p', (seed) => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ start: '2026-01-01T00:10:00Z' })
  })
  afterAll(() => app.stop())

  test('copies kept by the feeds and by the change log equal the catalogue, field for field', async () => {
    const random = randomNumbers(seed)
    const history = new RandomHistory(random)
    await writeSome(app, history, 40)
    const feeds = new FeedMirror(app)
    const changes = new ChangesMirror(app)
    await feeds.backfill(7)
    for (let round = 0; round < 5; round += 1) {
      await liveThrough(app, history, random, feeds)
      await settle(app, feeds)
      await changes.follow(1 + Math.floor(random() * 20))
      const catalogue = await readCatalogue(app)
      expect(catalogue.size).toBeGreaterThan(0)
      expect(withoutStatus(feeds.copy)).toEqual(withoutStatus(catalogue))
      expect(withoutText(changes.copy)).toEqual(withoutText(catalogue))
    }
  })
})

/** Some hours of writes; in one round of three the client is away, for hours or for days with fewer writes. */
async function liveThrough(
  app: TestApp,
  history: RandomHistory,
  random: () => number,
  feeds: FeedMirror,
): Promise<void> {
  const isUnreachable = random() < 0.35
  const isLong = isUnreachable && random() < 0.5
  const hours = isLong ? 30 + Math.floor(random() * 200) : 3 + Math.floor(random() * 30)
  const skipped = isLong ? 0.9 : 0.3
  for (let hour = 0; hour < hours; hour += 1) {
    const end = floorToHour(app.clock.now()).getTime() + HOUR_MS
    // Also in the first and in the last millisecond of an hour.
    const instants = [0, HOUR_MS - 1, ...Array.from({ length: 3 }, () => random() * HOUR_MS)]
    for (const instant of instants.sort((a, b) => a - b)) {
      const time = end - HOUR_MS + Math.floor(instant)
      if (time < app.clock.now().getTime() || random() < skipped) continue
      app.clock.set(new Date(time).toISOString())
      await writeSome(app, history, 1 + Math.floor(random() * 4))
    }
    app.clock.set(new Date(end + CALL_MS).toISOString())
    if (!isUnreachable) await feeds.hourly()
  }
  if (isUnreachable) await feeds.recover()
}

/** Lets the hour end without writes, and brings the copy up to it. */
async function settle(app: TestApp, feeds: FeedMirror): Promise<void> {
  app.clock.set(new Date(floorToHour(app.clock.now()).getTime() + HOUR_MS + CALL_MS).toISOString())
  await feeds.hourly()
  await feeds.daily()
}

async function writeSome(app: TestApp, history: RandomHistory, count: number): Promise<void> {
  const lines = history.batch(count)
  if (lines.length > 0) await app.write(...lines)
}
