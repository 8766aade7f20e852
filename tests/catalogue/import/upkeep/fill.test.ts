import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { findPosition } from '../../../../src/catalogue/database/queries/find-position'
import { postings } from '../../../../src/catalogue/database/schema/jobs'
import type { Posting } from '../../../../src/catalogue/import/posting'
import { countFill, countUnread, fill } from '../../../../src/catalogue/import/upkeep/fill'
import { emptyCatalogue } from '../../../support/empty-catalogue'
import { importLines } from '../../../support/import-lines'
import { place, posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

const app = useTestApp()
beforeEach(() => emptyCatalogue(app, '2026-01-15T10:30:00Z'))

const onProgress = () => undefined

/** Jobs as a version left them that read nothing from texts. */
async function importAsBefore(lines: readonly Posting[]): Promise<void> {
  await importLines({ ...app.writer, payFromText: false }, lines)
  await app.database.db.update(postings).set({ lineHash: sql`'1.old'` })
  app.clock.advance(1000)
}

interface Shown {
  title: string
  salary: { currency: string } | null
  date_modified: string | null
  source_fields: { fields: object } | null
}

async function shown(): Promise<Shown[]> {
  const { jobs } = await app.get<{ jobs: Shown[] }>('/v1/jobs?source_fields=true')
  return jobs.toSorted((a, b) => (a.title < b.title ? -1 : 1))
}

async function updates(): Promise<(string[] | null)[]> {
  const { events } = await app.get<{ events: { event: string; changed: string[] | null }[] }>(
    '/v1/changes?since=0',
  )
  return events.filter(({ event }) => event === 'updated').map(({ changed }) => changed)
}

const LINES = () => [
  posting({ title: 'a', description_text: 'The salary is $60,000.' }),
  posting({ title: 'b', description_text: 'No word of money.' }),
  posting({
    title: 'c',
    description_text: 'Salary: $70,000',
    locations: [place('Windsor', 'ON', 'CA'), place('Detroit', 'MI', 'US')],
  }),
]

test('jobs of an older version get what their texts state, with one event each', async () => {
  const lines = LINES()
  await importAsBefore(lines)
  expect(await countUnread(app.writer)).toBe(4)
  const due = await countFill(app.writer, onProgress)
  expect(due).toEqual({ read: 4, changed: 1, fields: new Map([['salary', 1]]) })
  expect(await updates()).toEqual([])
  expect(await fill(app.writer, { events: true, onProgress })).toEqual(due)
  expect(await shown()).toMatchObject([
    {
      title: 'a',
      salary: { currency: 'CAD' },
      date_modified: '2026-01-15T10:30:01Z',
      source_fields: {
        fields: {
          stated_salary: { value: 'The salary is $60,000.', source_path: 'description' },
        },
      },
    },
    { title: 'b', salary: null, date_modified: null, source_fields: null },
    { title: 'c', salary: null },
  ])
  expect(await updates()).toEqual([['salary']])
  expect((await app.get<{ jobs: unknown[] }>('/v1/jobs?has_salary=true')).jobs).toHaveLength(1)
  // The same again changes nothing, and neither does an import.
  expect((await fill(app.writer, { events: true, onProgress })).changed).toBe(0)
  expect((await importLines(app.writer, lines)).counts).toMatchObject({ updated: 0, unchanged: 3 })
})

test('without events, nothing shows the change but the job', async () => {
  await importAsBefore(LINES())
  const before = await findPosition(app.database)
  await fill(app.writer, { events: false, onProgress })
  // A replica that lacks it is not asked.
  expect((await findPosition(app.database)).changes).toBe(before.changes + 1n)
  expect((await shown())[0]).toMatchObject({ salary: { currency: 'CAD' }, date_modified: null })
  expect(await updates()).toEqual([])
})

test('jobs of this version are not read', async () => {
  const elsewhere = [place('Windsor', 'ON', 'CA'), place('Sydney', null, 'Australia')]
  await importLines(app.writer, [
    posting({ description_text: 'Salary: $60,000', locations: elsewhere }),
  ])
  expect(await countUnread(app.writer)).toBe(0)
  expect((await fill(app.writer, { events: true, onProgress })).read).toBe(0)
})

test('pay from texts is taken out again when it is turned off, and numbers of source fields stay exact', async () => {
  const exact = '{"version":1,"fields":{"id":{"value":12345678901234567890,"source_path":"$.id"}}}'
  const line = JSON.stringify(posting({ description_text: 'Salary: $60,000' }))
  const text = `${line.slice(0, -1)},"source_fields":${exact}}`
  await importLines(app.writer, [text])
  const writer = { ...app.writer, payFromText: false }
  const done = await fill(writer, { events: true, onProgress })
  expect(done).toEqual({ read: 1, changed: 1, fields: new Map([['salary', 1]]) })
  const { jobs } = await app.get<{ jobs: { id: number }[] }>('/v1/jobs')
  const body = await (await app.request(`/v1/jobs/${jobs[0]?.id}`)).text()
  expect(body).toContain(`"source_fields":${exact}`)
  expect(body).toContain('"salary":null')
})

test('other fields are filled too, and only those that are stated', async () => {
  const text = 'Employment type: Full-time\nClosing date: March 1, 2026'
  await importLines(app.writer, [posting({ title: 'Cook (Remote)' })])
  await app.database.db.execute(
    sql`update job_documents set description_text = ${JSON.stringify(text)}`,
  )
  await app.database.db.update(postings).set({ lineHash: sql`'1.old'` })
  const done = await fill(app.writer, { events: true, onProgress })
  expect(Object.fromEntries(done.fields)).toEqual({ date_valid_through: 1, employment_type: 1 })
  expect(
    (await app.get<{ jobs: unknown[] }>('/v1/jobs?employment_type=FULL_TIME')).jobs,
  ).toHaveLength(1)
})
