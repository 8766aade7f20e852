import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { collectorDays } from '../../../src/catalogue/database/schema/collector-days'
import { addRequests, RequestCounts } from '../../../src/collect/health/request-counts'
import { calendarDay } from '../../../src/values/instant'
import { useRehearsal } from '../../collect/support/use-rehearsal'
import { callCommand } from '../../support/run-command'

const rehearsal = useRehearsal()

async function boards(...args: string[]) {
  return await callCommand('boards.ts', args, { url: rehearsal.url })
}

const SINCE = new Date('2026-03-02T07:00:00Z')

/** A healthy system and a suspect one, as collectors counted them on these days before today. */
async function addSystems(daysAgo: number): Promise<void> {
  for (const source of ['ashby', 'lever']) await rehearsal.add('acme', { jobs: [] }, { source })
  const day = (ago: number) => calendarDay(new Date(Date.now() - ago * 86_400_000))
  const counts = { boards: 1200, postings: 9000, suspectSince: null, isUsual: true }
  const [last, before] = [day(daysAgo), day(daysAgo + 1)]
  await rehearsal.database.db.insert(collectorDays).values([
    { ...counts, day: before, source: 'ashby', understood: 1190 },
    { ...counts, day: last, source: 'ashby', understood: 1195 },
    { ...counts, day: before, source: 'lever', understood: 1170 },
    { ...counts, day: last, source: 'lever', understood: 750, suspectSince: SINCE, isUsual: false },
  ])
  const requests = new RequestCounts()
  for (const status of [200, 200, 429]) {
    requests.add({ source: 'lever', host: '', status, ms: 10_000 })
  }
  await addRequests(rehearsal.database, last, requests.take())
}

const SUSPECT =
  'suspect: lever since 2026-03-02T07:00:00Z: 62% of 1,200 boards are understood, usually 97%; nothing of it expires'

test('health shows the suspect system first, and says on standard error what is wrong', async () => {
  await addSystems(0)
  const { output, errors, status } = await boards('health')
  expect([status, errors]).toEqual([0, `\n${SUSPECT}; bun run boards sample lever\n`])
  expect(output.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())).toEqual([
    'SYSTEM NEW OK FAILING MISSING QUARANTINED PAUSED DEAD ASKED UNDERSTOOD USUALLY POSTINGS USUALLY',
    'lever 1 0 0 0 0 0 0 1,200 62% 97% 0 9,000',
    'ashby 1 0 0 0 0 0 0 1,200 99% 99% 0 9,000',
    '',
    'SYSTEM UNREADABLE INCOMPLETE REQUESTS P50 P95 BY STATUS',
    'lever 0 0 3 11 s 13 s 200: 2, 429: 1',
    'ashby 0 0 0',
    '',
  ])
})

test('health without boards says so, and how to add some', async () => {
  expect(await boards('health')).toEqual({
    output: '',
    errors:
      'there are no boards; bun run boards add --starter adds those of the list that comes with the program\n',
    status: 0,
  })
  await addSystems(0)
  expect(await boards('health', '--source', 'greenhouse', '--json')).toEqual({
    output: '',
    errors: 'there are no boards of greenhouse\n',
    status: 0,
  })
})

test('health names three blocked hosts of a system, and counts the others', async () => {
  await addSystems(0)
  await rehearsal.database.run(sql`insert into collector_vendors (source, next_at, blocked_until, blocked_reason)
    select 'ashby/' || host || '.example', now(), now() + interval '1 hour', 'answered 429'
    from unnest(array['a', 'b', 'c', 'd', 'e']) as host`)
  const { errors } = await boards('health', '--source', 'ashby')
  expect(errors.match(/^blocked: ashby\/[abc]\.example until \S+ \(answered 429\)/gm)).toHaveLength(
    3,
  )
  expect(errors).toContain('\nblocked: 2 more hosts of ashby\n')
})

test('health --json prints a line for each system of --source', async () => {
  await addSystems(0)
  const { output, errors } = await boards('health', '--json', '--source', 'lever')
  expect(errors).toBe('')
  expect(JSON.parse(output)).toEqual({
    source: 'lever',
    boards: { new: 1, ok: 0, failing: 0, missing: 0, quarantined: 0, paused: 0, dead: 0 },
    counted: calendarDay(new Date()),
    boards_asked: 1200,
    understood: 0.625,
    understood_usually: 0.975,
    suspect_since: '2026-03-02T07:00:00Z',
    postings: 0,
    postings_usually: 9000,
    unreadable: 0,
    incomplete: [],
    requests: { 200: 2, 429: 1 },
    p50_ms: expect.any(Number),
    p95_ms: expect.any(Number),
    blocked: [],
  })
  const refused = await boards('health', '--source', 'levr')
  expect(refused.errors).toBe(
    "boards: --source: 'levr' is not a known system; did you mean lever?\n",
  )
})

test('health says when no collector counts', async () => {
  await rehearsal.add('acme', { jobs: [] })
  const never = await boards('health')
  expect(never.errors).toBe('\nthe boards were never counted: no collector runs\n')
  await addSystems(3)
  const { errors } = await boards('health')
  const day = calendarDay(new Date(Date.now() - 3 * 86_400_000))
  expect(errors).toContain(`\nthe boards were last counted on ${day}: no collector runs\n`)
})

test('list names a suspect system, and resume --source accepts it', async () => {
  await addSystems(0)
  expect((await boards('list')).errors).toContain(`${SUSPECT}; to see what it answers`)
  const resumed = await boards('resume', '--source', 'lever')
  expect(resumed.output).toBe('lever is no longer suspect\n')
  expect((await boards('resume', '--source', 'lever')).output).toBe(
    'lever is neither blocked nor suspect\n',
  )
  expect((await boards('list')).errors).not.toContain('suspect')
})
