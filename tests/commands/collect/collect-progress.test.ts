import { expect, test } from 'bun:test'
import type { BoardRow } from '../../../src/collect/board/board-state'
import type { Collected } from '../../../src/collect/board/collected'
import { newBoardRow } from '../../../src/collect/board/new-board-row'
import { readAddress } from '../../../src/collect/names/read-address'
import { type Backlog, readBacklog, waitingIn } from '../../../src/collect/run/backlog'
import { SYSTEMS } from '../../../src/collect/systems/index'
import {
  CollectProgress,
  duration,
  startPolling,
} from '../../../src/commands/collect/collect-progress'
import { HOUR_MS, MINUTE_MS } from '../../../src/values/instant'
import { fake } from '../../collect/support/fake-system'
import { startRehearsal } from '../../collect/support/rehearsal'
import { startOnce } from '../../support/start-once'

const rehearsal = startOnce(startRehearsal, ({ close }) => close())

const SECOND_MS = 1000

const at = new Date('2026-03-02T08:00:00Z')

function backlogOf(due: Record<string, number>, more: Partial<Backlog> = {}): Backlog {
  return {
    at,
    due: new Map(Object.entries(due)),
    blocked: [],
    suspects: [],
    jobs: { CA: 0, US: 0 },
    ...more,
  }
}

function board(address: string, id: number): BoardRow {
  return { ...newBoardRow(readAddress(address, SYSTEMS), new Date()), id }
}

function read(count: number, isPastLimit = false): Collected {
  return {
    kind: 'read',
    isUnchanged: false,
    isUnderstood: true,
    changes: [],
    removed: [],
    hasUnlisted: false,
    count,
    listsWithoutPosting: 0,
    incompleteReason: undefined,
    boardName: undefined,
    unfinished: isPastLimit ? { isPastLimit } : undefined,
    remembered: undefined,
  }
}

test('a board takes as long as those before it, and no less than a request of its vendor', () => {
  const done = new Map([['lever', 10]])
  const backlog = backlogOf({ lever: 30, greenhouse: 1000, jibe: 5 })
  const waiting = waitingIn(backlog, { done, elapsedMs: MINUTE_MS }, SYSTEMS)
  expect(waiting).toEqual([
    { source: 'greenhouse', boards: 1000, leftMs: 200 * SECOND_MS },
    { source: 'lever', boards: 30, leftMs: 3 * MINUTE_MS },
    { source: 'jibe', boards: 5, leftMs: 0 },
  ])
})

test('a blocked vendor begins when its block ends', () => {
  const until = new Date(at.getTime() + HOUR_MS)
  const blocked = [{ key: 'lever', until, reason: 'jobs.lever.co answered 429', waiting: 9 }]
  const turn = { done: new Map<string, number>(), elapsedMs: 0 }
  const [lever] = waitingIn(backlogOf({ lever: 2 }, { blocked }), turn, SYSTEMS)
  expect(lever?.leftMs).toBe(HOUR_MS + 1000)
})

test('the line says how far the collector is, and what waits for whom', () => {
  let elapsedMs = 0
  const progress = new CollectProgress(SYSTEMS, () => elapsedMs)
  expect(progress.line()).toBeUndefined()
  for (let request = 0; request < 30; request += 1) progress.request()
  progress.board(board('lever/a', 1), read(1200))
  // Asked twice, and in turns: it is counted once, when it is whole.
  progress.board(board('lever/b', 2), read(50, true))
  elapsedMs = 10 * SECOND_MS
  const until = new Date('2026-03-02T09:30:00Z')
  const blocked = [{ key: 'bamboohr', until, reason: 'answered 429', waiting: 3 }]
  const suspects = [{ source: 'lever', since: until, boards: 41, share: 0.629, usual: 0.97 }]
  const more = { jobs: { CA: 3, US: 1045 }, blocked, suspects }
  progress.update(backlogOf({ lever: 41, paycom: 1 }, more))
  expect(progress.line()).toBe(
    'boards 1 of 43  left 7 min  jobs 3 CA 1,045 US  postings 1,250  requests/s 3.0  waiting lever 41 (7 min), paycom 1 (under 1 min)  blocked bamboohr until 09:30 UTC  suspect lever (62%, usually 97%)',
  )
  progress.board(board('lever/b', 2), read(60))
  expect(progress.entry()).toMatchObject({
    boards: 2,
    of: 43,
    postings: 1260,
    blocked: [{ key: 'bamboohr', until: '2026-03-02T09:30:00Z', boards: 3 }],
    suspects: [{ source: 'lever', since: '2026-03-02T09:30:00Z', share: '62%', usual: '97%' }],
  })
  // Until the next poll, boards that are done leave those that are due.
  expect(progress.line()).toContain('waiting lever 40 (')
  elapsedMs = 20 * SECOND_MS
  progress.update(backlogOf({ lever: 40, paycom: 1 }))
  elapsedMs = 30 * SECOND_MS
  progress.request()
  progress.update(backlogOf({}))
  expect(progress.entry()?.requestsPerSecond).toBe(0.1)
  expect(progress.line()).toStartWith('boards 2 of 2  jobs 0 CA 0 US')
  elapsedMs = HOUR_MS
  progress.update(backlogOf({ lever: 5 }))
  expect(progress.line()).toStartWith('boards 0 of 5  left under 1 min')
})

test.each([
  [59 * SECOND_MS, 'under 1 min'],
  [90 * MINUTE_MS, '90 min'],
  [5.5 * HOUR_MS, '5.5 h'],
  [72 * HOUR_MS, '3 days'],
])('%d ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})

test('a backlog is the boards that are due and the active jobs', async () => {
  const jobs = [
    { id: '1', title: 'Welder', place: 'Windsor, ON' },
    { id: '2', title: 'Cook', place: 'Austin, TX' },
    { id: '3', title: 'Nurse', place: 'Dallas, TX' },
  ]
  await rehearsal.add('acme', { jobs })
  await rehearsal.run()
  await rehearsal.add('beta', { jobs: [] })
  await rehearsal.add('other', { jobs: [] }, { source: 'unread' })
  const backlog = await readBacklog(rehearsal.database, [fake], rehearsal.clock.now())
  expect(backlog).toEqual({
    at: rehearsal.clock.now(),
    due: new Map([['fake', 1]]),
    blocked: [],
    suspects: [],
    jobs: { CA: 1, US: 2 },
  })
})

test('looks that fail are told, and the last one is waited for', async () => {
  const failures: unknown[] = []
  const { promise, reject } = Promise.withResolvers<void>()
  const end = startPolling(() => promise, {
    everyMs: HOUR_MS,
    onFailure: (error) => failures.push(error),
  })
  const failure = new Error('no table')
  reject(failure)
  await end()
  expect(failures).toEqual([failure])
})
