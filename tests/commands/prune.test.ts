import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { removedJobs } from '../../src/catalogue/database/schema/jobs'
import { createWriter } from '../../src/catalogue/import/write/writer'
import { DAY_MS } from '../../src/values/instant'
import { plural } from '../../src/values/plural'
import { deleteJobs } from '../support/empty-catalogue'
import { importLines } from '../support/import-lines'
import { posting } from '../support/posting-builder'
import { callCommand } from '../support/run-command'
import { useTestDatabase } from '../support/use-test-database'

const database = useTestDatabase()

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

/** Two jobs that left 200 and 300 days ago, and an active one. */
beforeEach(async () => {
  await deleteJobs(database.database)
  const left = [200, 300].map((days) =>
    posting({
      external_id: `left ${days}`,
      history: {
        date_created: daysAgo(days + 30),
        date_removed: daysAgo(days),
        status: 'expired',
      },
    }),
  )
  const lines = [...left, posting({ external_id: 'active' })]
  await importLines(createWriter(database.database), lines, { history: true })
})

const callPrune = (args: string[], env: Record<string, string> = {}) =>
  callCommand('prune.ts', args, { url: database.url, env })

const PRUNED = (jobs: number, changes: number): RegExp =>
  new RegExp(
    `^pruned ${plural(jobs, 'job')} and ${plural(changes, 'change')}: jobs that left before \\S+Z\n$`,
  )

describe('prune', () => {
  test.each([
    ['183d', 2],
    ['28w', 2],
    ['29w', 1],
    ['299d', 1],
    ['36500d', 0],
  ])('--keep %s deletes the jobs that left before, once', async (keep, jobs) => {
    const { output, errors, status } = await callPrune(['--keep', keep])
    expect(output).toMatch(PRUNED(jobs, jobs))
    expect([errors, status]).toEqual(['', 0])
    expect((await callPrune(['--keep', keep])).output).toMatch(PRUNED(0, 0))
  })

  const LEAST = 'expected at least 183d, because the feeds and counts reach back that far'
  const FORM = 'expected days or weeks such as 200d or 30w, at most 36500d'
  test.each([
    [['--keep', '182d'], `--keep: ${LEAST}, got '182d'`],
    [['--keep', '26w'], `--keep: ${LEAST}, got '26w'`],
    [['--keep', '0d'], `--keep: ${LEAST}, got '0d'`],
    [['--keep', '36501d'], `--keep: ${FORM}, got '36501d'`],
    [['--keep', '200'], `--keep: ${FORM}, got '200'`],
    [['--keep', '1y'], `--keep: ${FORM}, got '1y'`],
  ])('%j is refused', async (args, issue) => {
    const errors = `prune: ${issue}\n`
    expect(await callPrune(args)).toEqual({ output: '', errors, status: 1 })
  })

  test('without --keep, only the words of jobs that left are dropped', async () => {
    const dropped = async () => (await callPrune([])).output
    expect(await dropped()).toBe('dropped the words of 0 jobs that left\n')
    await database.database.run(sql`update removed_jobs set title_words = 'nurse:1'`)
    expect(await dropped()).toBe('dropped the words of 2 jobs that left\n')
    expect(await database.database.db.$count(removedJobs)).toBe(2)
  })

  test('RETENTION_DAYS is the default of --keep', async () => {
    expect((await callPrune([], { RETENTION_DAYS: '250' })).output).toMatch(PRUNED(1, 1))
    const keep = ['--keep', '200d']
    expect((await callPrune(keep, { RETENTION_DAYS: '250' })).output).toMatch(PRUNED(0, 0))
  })
})

describe('RETENTION_DAYS', () => {
  const importNothing = (env: Record<string, string>) =>
    callCommand('import.ts', ['/dev/null'], { url: database.url, env })

  test('lets an import prune once an hour', async () => {
    const env = { RETENTION_DAYS: '183' }
    const [summary, pruned] = (await importNothing(env)).output.split(/(?<=\n)/)
    expect(summary).toStartWith('read 0')
    expect(pruned).toMatch(PRUNED(2, 2))
    await importLines(createWriter(database.database), [posting({ external_id: 'b' })])
    expect((await importNothing(env)).output.split('\n')).toHaveLength(2)
  })

  test('is not needed for an import to drop words', async () => {
    await database.database.run(sql`update removed_jobs set title_words = 'nurse:1'`)
    await importNothing({})
    expect((await callPrune([])).output).toBe('dropped the words of 0 jobs that left\n')
  })

  test('is off by default', async () => {
    expect((await importNothing({})).output.split('\n')).toHaveLength(2)
    expect((await callPrune(['--keep', '183d'])).output).toMatch(PRUNED(2, 2))
  })

  test('lets a collector prune', async () => {
    const env = { RETENTION_DAYS: '250', COLLECT_CONTACT: 'jobs@example.com' }
    const { output, errors, status } = await callCommand('collect.ts', ['--once'], {
      url: database.url,
      env,
    })
    expect([output.split(' ', 2), status]).toEqual([['boards', '0'], 0])
    expect(JSON.parse(errors)).toEqual({
      time: expect.any(String),
      prune: expect.stringMatching(/^pruned 1 job and 1 change: /),
    })
  })
})
