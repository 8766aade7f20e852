import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Posting, Removal } from '../../../src/catalogue/import/posting'
import { EMPLOYMENT_TYPES } from '../../../src/values/vocabulary'
import { deleteJobs } from '../../support/empty-catalogue'
import { posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp()
beforeEach(() => deleteJobs(app.database))

interface Page {
  jobs: { id: number; title: string }[]
  next_cursor: string | null
}

const page = (cursor: string | null, query = '') =>
  app.get<Page>(`/v1/jobs?${query}${cursor === null ? '' : `&cursor=${cursor}`}`)

/** The titles of every page in turn; `between` happens while each page is read. */
async function walk(limit: number, between: (step: number) => Promise<unknown>) {
  const found: string[] = []
  let cursor: string | null = null
  let step = 0
  do {
    const [next]: [Page, unknown] = await Promise.all([
      page(cursor, `q=%22senior+developer%22&limit=${limit}`),
      between(step),
    ])
    await between(step + 1)
    found.push(...next.jobs.map(({ title }) => title))
    cursor = next.next_cursor
    step += 2
  } while (cursor !== null)
  return found
}

const DATES = [null, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00.001Z']
const date = fc.constantFrom(...DATES)

interface Write {
  kind: 'create' | 'repost' | 'edit' | 'remove'
  job: number
  date: string | null
}

const write: fc.Arbitrary<Write> = fc.record({
  kind: fc.constantFrom('create', 'repost', 'edit', 'remove'),
  job: fc.nat(),
  date,
})

interface Job {
  line: Posting
  /** Whether it was there before the walk, and stayed. */
  stays: boolean
  isActive: boolean
}

let count = 0

function newJob(datePosted: string | null, stays: boolean): Job {
  count += 1
  const line = posting({ title: `Senior Developer ${count}`, date_posted: datePosted })
  return { line, stays, isActive: true }
}

async function carryOut(jobs: Job[], { kind, job: index, date: datePosted }: Write) {
  app.clock.advance(1000)
  const active = jobs.filter((job) => job.isActive)
  const job = active[index % Math.max(1, active.length)]
  if (kind === 'create' || job === undefined) {
    const created = newJob(datePosted, false)
    jobs.push(created)
    await app.write(created.line)
  } else if (kind === 'remove') {
    Object.assign(job, { stays: false, isActive: false })
    await app.write({ ...job.line, status: 'expired' } as Removal)
  } else {
    const change = kind === 'edit' ? { employment_type: types(index) } : { date_posted: datePosted }
    job.line = { ...job.line, ...change }
    await app.write(job.line)
  }
}

const types = (index: number) => [EMPLOYMENT_TYPES[index % EMPLOYMENT_TYPES.length] ?? 'INTERN']

describe('a walk to the end', () => {
  test('gives each job that stays exactly once, and no job twice, whatever is written meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(date, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.array(write, { maxLength: 3 }), { maxLength: 8 }),
        async (dates, limit, writes) => {
          await deleteJobs(app.database)
          const jobs = dates.map((datePosted) => newJob(datePosted, true))
          await app.write(...jobs.map(({ line }) => line))
          const found = await walk(limit, async (step) => {
            for (const one of writes[step] ?? []) await carryOut(jobs, one)
          })
          expect(found.filter((title, index) => found.indexOf(title) !== index)).toEqual([])
          const missed = jobs.filter(({ line, stays }) => stays && !found.includes(line.title))
          expect(missed).toEqual([])
        },
      ),
      { numRuns: 40, endOnFailure: true },
    )
  })

  test('keeps the order that it began with; the next walk has the new one', async () => {
    const [old, middle, fresh] = [1, 2, 3].map((day) =>
      posting({
        title: `Senior Developer of day ${day}`,
        date_posted: `2026-01-0${day}T00:00:00Z`,
      }),
    )
    if (!old || !middle || !fresh) throw new Error('three postings')
    await app.write(old, middle, fresh)
    const found = await walk(1, async (step) => {
      app.clock.advance(1000)
      if (step === 1) {
        await app.write({ ...old, date_posted: '2026-01-09T00:00:00Z' })
        await app.write({ ...fresh, date_posted: null })
      }
    })
    expect(found).toEqual([
      'Senior Developer of day 3',
      'Senior Developer of day 2',
      'Senior Developer of day 1',
    ])
    expect((await page(null)).jobs.map(({ title }) => title)).toEqual([
      'Senior Developer of day 1',
      'Senior Developer of day 2',
      'Senior Developer of day 3',
    ])
  })

  test('gives no job that does not match, though it moves meanwhile', async () => {
    const baker = posting({ title: 'Baker', date_posted: '2026-01-01T00:00:00Z' })
    const developers = [2, 3].map((day) =>
      posting({
        title: `Senior Developer of day ${day}`,
        date_posted: `2026-01-0${day}T00:00:00Z`,
      }),
    )
    await app.write(baker, ...developers)
    const found = await walk(1, async (step) => {
      app.clock.advance(1000)
      if (step === 1) await app.write({ ...baker, date_posted: '2026-01-09T00:00:00Z' })
    })
    expect(found).toEqual(['Senior Developer of day 3', 'Senior Developer of day 2'])
  })

  test('tells apart ids beyond 2^53', async () => {
    await app.database.run(sql`alter sequence jobs_id_seq restart with 9007199254740992`)
    await app.write(...[1, 2, 3].map(() => posting({ title: 'Senior Developer' })))
    const ids: (string | undefined)[] = []
    let cursor: string | null | undefined
    do {
      const query: string = cursor ? `&cursor=${cursor}` : ''
      const text = await (await app.request(`/v1/jobs?limit=1${query}`)).text()
      ids.push(/"id":(\d+)/.exec(text)?.[1])
      cursor = /"next_cursor":"([\w-]+)"/.exec(text)?.[1]
    } while (cursor !== undefined)
    expect(ids).toEqual(['9007199254740994', '9007199254740993', '9007199254740992'])
  })
})

describe('400', () => {
  const refused = async (query: string) => {
    const response = await app.request(`/v1/jobs?${query}`)
    expect(response.status).toBe(400)
    return ((await response.json()) as { detail: string }).detail
  }

  test('for a cursor of another country, of other filters, and one that is none', async () => {
    await app.write(...[1, 2].map(() => posting({ title: 'Senior Developer' })))
    const { next_cursor: cursor } = await page(null, 'limit=1')
    expect(cursor).not.toBeNull()
    expect(await refused(`country=US&cursor=${cursor}`)).toBe(
      'cursor: expected a cursor of country=US, got one of CA; leave cursor out to begin again',
    )
    expect(await refused(`q=developer&cursor=${cursor}`)).toBe(
      'cursor: was made with other filters; send those of the first page, or leave cursor out to begin again',
    )
    expect(await refused(`cursor=${cursor?.slice(1)}`)).toMatch(
      /^cursor: expected the next_cursor of the page before, got '[\w-]+\.\.\.'; leave cursor out to begin again$/,
    )
    expect(await refused('cursor=')).toBe('cursor: expected a value')
  })
})
