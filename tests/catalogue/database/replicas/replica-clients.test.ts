import { beforeAll, expect, test } from 'bun:test'
import { floorToHour, HOUR_MS, MINUTE_MS } from '../../../../src/values/instant'
import { ChangesMirror, FeedMirror } from '../../../support/mirror'
import { posting } from '../../../support/posting-builder'
import { RandomHistory, randomNumbers } from '../../../support/random-history'
import { startReplicatedService } from '../../../support/replicated-app'
import type { Server } from '../../../support/replicated-server'
import { startOnce } from '../../../support/start-once'
import type { TestApp } from '../../../support/test-app'
import { until } from '../../../support/until'
import { readCatalogue, withoutStatus, withoutText } from '../../../support/whole-catalogue'

/** For the faults of replicas. Timing decides in which order they take numbers, so what is written takes those of `random`. */
const troubles = randomNumbers(7)

const service = startOnce(startReplicatedService, ({ remove }) => remove())
let random: () => number
beforeAll(async () => {
  random = randomNumbers(8)
})

/** Clients of a load balancer: each request goes to the other process. */
function bothProcesses(): TestApp {
  const apps = [service.app, service.second.app] as const
  let turn = 0
  return {
    ...service.app,
    request(target, init) {
      turn = 1 - turn
      return apps[turn === 0 ? 0 : 1].request(target, init)
    },
    get(target) {
      turn = 1 - turn
      return apps[turn === 0 ? 0 : 1].get(target)
    },
  }
}

/** Replicas stop and go on replaying, and are killed and come back, all while `work` is done. */
async function withTrouble(work: () => Promise<void>): Promise<void> {
  let isDone = false
  const trouble = service.server.standbys.map(async (standby) => {
    while (!isDone) {
      await Bun.sleep(troubles() * 100)
      await (troubles() < 0.1 ? die(standby) : lag(standby))
    }
  })
  await work().finally(() => {
    isDone = true
  })
  await Promise.all(trouble)
}

async function lag(standby: Server): Promise<void> {
  await standby.pauseReplay()
  await Bun.sleep(troubles() * 100)
  await standby.resumeReplay()
}

async function die(standby: Server): Promise<void> {
  await standby.kill()
  await Bun.sleep(troubles() * 50)
  await standby.start()
}

async function writeSome(history: RandomHistory, count: number): Promise<void> {
  await service.app.write(...history.batch(count))
}

/** Both processes have the same time. */
function setClock(milliseconds: number): void {
  const instant = new Date(milliseconds).toISOString()
  service.app.clock.set(instant)
  service.second.app.clock.set(instant)
}

test('copies that are kept through two processes equal the catalogue, whatever befalls the replicas', async () => {
  const app = bothProcesses()
  const history = new RandomHistory(random)
  await writeSome(history, 30)
  const [feeds, changes] = [new FeedMirror(app), new ChangesMirror(app)]
  await feeds.backfill(7)
  await withTrouble(async () => {
    for (let hour = 0; hour < 10; hour += 1) {
      const end = floorToHour(app.clock.now()).getTime() + HOUR_MS
      for (const instant of [end - HOUR_MS / 2, end - 1]) {
        setClock(instant)
        await writeSome(history, 1 + Math.floor(random() * 4))
      }
      setClock(end + 5 * MINUTE_MS)
      await feeds.hourly()
      await changes.follow(5)
    }
    await feeds.daily()
  })
  const catalogue = await readCatalogue(service.app)
  expect(catalogue.size).toBeGreaterThan(10)
  expect(withoutStatus(feeds.copy)).toEqual(withoutStatus(catalogue))
  expect(withoutText(changes.copy)).toEqual(withoutText(catalogue))
  await until(async () => {
    await service.app.request('/v1/changes?limit=1')
    return service.reads.figures().replicas.every(({ reads }) => reads > 0)
  })
})

interface ChangesPage {
  events: { seq: number }[]
  latest_seq: number
  next_since: number
}

test('readers that run after a writer meet no older log and no refused checkpoint', async () => {
  let isWritten = false
  const write = async (): Promise<void> => {
    const history = new RandomHistory(random)
    for (let round = 0; round < 20; round += 1) await writeSome(history, 3)
    isWritten = true
  }
  const read = async (): Promise<number> => {
    const app = bothProcesses()
    let [since, latest] = [0, 0]
    for (let isLast = false; !isLast || since < latest; ) {
      isLast = isWritten
      const page = await app.get<ChangesPage>(`/v1/changes?since=${since}&limit=100`)
      expect(page.latest_seq).toBeGreaterThanOrEqual(latest)
      expect(page.events.map(({ seq }) => seq)).toEqual(page.events.map((_, i) => since + i + 1))
      latest = page.latest_seq
      since = page.next_since
    }
    return since
  }
  await withTrouble(async () => {
    const [, ...ends] = await Promise.all([write(), read(), read(), read(), read()])
    expect(new Set(ends).size).toBe(1)
  })
})

interface SearchPage {
  jobs: { title: string }[]
  next_cursor: string | null
}

test('a search walked over two processes gives each job once, while jobs are posted anew', async () => {
  const app = bothProcesses()
  const lines = Array.from({ length: 40 }, (_, index) =>
    posting({ title: `Mobile locksmith ${index}` }),
  )
  await app.write(...lines)
  const repost = async (): Promise<void> => {
    const reposted = lines[Math.floor(random() * lines.length)]
    const day = 10 + Math.floor(random() * 20)
    if (reposted) await app.write({ ...reposted, date_posted: `2025-12-${day}T00:00:00Z` })
  }
  await withTrouble(async () => {
    for (let walk = 0; walk < 3; walk += 1) {
      const found: string[] = []
      let cursor = ''
      do {
        await repost()
        const page = await app.get<SearchPage>(
          `/v1/jobs?title=%22mobile+locksmith%22&limit=9${cursor}`,
        )
        found.push(...page.jobs.map(({ title }) => title))
        cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
      } while (cursor !== '')
      expect(found.toSorted()).toEqual(lines.map(({ title }) => title).toSorted())
    }
  })
})
