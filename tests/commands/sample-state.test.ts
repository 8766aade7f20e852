import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { agreeToMix } from '../../src/commands/boards/agree-to-mix'
import { findSampleState, sampleWarning } from '../../src/commands/catalogue/sample-state'
import { seedCatalogue } from '../../src/commands/catalogue/seed-catalogue'
import { deleteJobs } from '../support/empty-catalogue'
import { posting } from '../support/posting-builder'
import { callCommand } from '../support/run-command'
import { useTestApp } from '../support/use-test-app'

const app = useTestApp()
beforeEach(() => deleteJobs(app.database))

const seed = () =>
  seedCatalogue(app.database, { jobs: 20, random: 1, until: new Date('2026-01-15T10:00:00Z') })
const writeReal = () => app.write(posting({ url: 'https://jobs.lever.co/acme/1' }))

const MIXED =
  'warning: the catalogue has sample jobs and real ones; for real jobs alone, use another DATA_DIR or database'
const INTERRUPTED =
  'warning: the sample was interrupted, so only a part of it is served; to finish it, run: bun run demo'

test('an empty catalogue, real jobs alone and a sample alone are served without a warning', async () => {
  expect(await sampleWarning(app.database)).toBeUndefined()
  await writeReal()
  expect(await sampleWarning(app.database)).toBeUndefined()
  await deleteJobs(app.database)
  await seed()
  expect(await sampleWarning(app.database)).toBeUndefined()
})

test('real jobs behind a sample, or before it, are warned of', async () => {
  await seed()
  await writeReal()
  expect(await sampleWarning(app.database)).toBe(MIXED)
  await deleteJobs(app.database)
  await writeReal()
  await seed()
  expect(await sampleWarning(app.database)).toBe(MIXED)
})

test('a posting with an address under .example, as README shows one, is no sample', async () => {
  await app.write(posting({ url: 'https://jobs.acme.example/1' }))
  expect(await findSampleState(app.database)).toEqual({
    ...{ hasSample: false, isMixed: false, isUnfinished: false },
  })
  await agreeToMix(app.database, false)
})

test('a sample that was interrupted is warned of', async () => {
  await seed()
  await app.database.run(sql`update samples set finished_at = null`)
  expect(await sampleWarning(app.database)).toBe(INTERRUPTED)
})

test('boards come into a sample catalogue only if that is agreed', async () => {
  const add = (...options: string[]) =>
    callCommand('boards.ts', ['add', ...options, 'greenhouse/acme'], { url: app.url })
  await seed()
  const refused = await add()
  expect([refused.status, refused.errors]).toEqual([
    1,
    'boards: the catalogue has sample jobs, and nothing was added; use another DATA_DIR or database, or --into-sample to mix real jobs with them\n',
  ])
  // No site is asked: none answers here.
  const env = { COLLECT_CONTACT: 'jobs@example.com', COLLECT_REPLAY_URL: 'http://127.0.0.1:9' }
  const found = await callCommand('boards.ts', ['find', '--add', 'acme.example'], {
    url: app.url,
    env,
  })
  expect(found).toMatchObject({ status: 1, errors: refused.errors, output: '' })
  expect(await add('--into-sample')).toMatchObject({ status: 0 })
  // They have been agreed to.
  await agreeToMix(app.database, false)
})

test('boards come into other catalogues without a question', async () => {
  await app.database.run(sql`delete from collector_boards`)
  await agreeToMix(app.database, false)
  await writeReal()
  await agreeToMix(app.database, false)
})
