import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Posting, Removal } from '../../../../src/catalogue/import/posting'
import { writeBatch } from '../../../../src/catalogue/import/write/write-batch'
import { emptyCatalogue } from '../../../support/empty-catalogue'
import { place, posting } from '../../../support/posting-builder'
import { asBatchLine } from '../../../support/test-app'
import { useTestApp } from '../../../support/use-test-app'

const CANADA = [place('Toronto', 'ON', 'CA')]
const BOTH = [place('Windsor', 'ON', 'CA'), place('Detroit', 'MI', 'US')]
const START = '2026-01-15T10:30:00Z'
const LATER = '2026-01-15T11:30:00.250Z'
const app = useTestApp()
beforeEach(() => emptyCatalogue(app, START))

interface Event {
  seq: number
  event: string
  job_id: number
  occurred_at: string
  changed: string[] | null
  job: (Record<string, unknown> & { status: string }) | null
}

async function events(country: 'CA' | 'US'): Promise<Event[]> {
  return (await app.get<{ events: Event[] }>(`/v1/changes?country=${country}`)).events
}

/** `created 1, updated 1 title,url`. */
async function story(country: 'CA' | 'US' = 'CA'): Promise<string> {
  return (await events(country))
    .map(({ event, job_id, changed }) => `${event} ${job_id}${changed ? ` ${changed}` : ''}`)
    .join(', ')
}

async function job(id: number): Promise<Record<string, unknown>> {
  return await app.get(`/v1/jobs/${id}`)
}

function removal({ source, source_slug = null, external_id = '' }: Posting): Removal {
  return { source, source_slug, external_id, status: 'expired' }
}

/** Every row that clients can see something of, with the transaction that wrote it. */
async function rows(): Promise<unknown> {
  return await app.database.run(sql`
    select 'jobs' as name, xmin::text, ctid::text from jobs
    union all select 'documents', xmin::text, ctid::text from job_documents
    union all select 'changes', xmin::text, ctid::text from changes
    union all select 'counters', xmin::text, ctid::text from change_counters
    order by 1, 3`)
}

describe('a new posting', () => {
  test('is a job in its country, active, created now and never modified', async () => {
    expect(await app.write(posting({ title: 'Nurse' }))).toEqual(['created'])
    expect(await story()).toBe('created 1')
    expect(await events('US')).toEqual([])
    expect(await job(1)).toMatchObject({
      title: 'Nurse',
      country: 'CA',
      status: 'active',
      date_created: START,
      date_modified: null,
      date_removed: null,
    })
  })

  test('is a job in each of its countries, each with its own id and locations', async () => {
    expect(await app.write(posting({ locations: BOTH }))).toEqual(['created'])
    expect([await story('CA'), await story('US')]).toEqual(['created 1', 'created 2'])
    expect([(await job(1)).locations_alt, (await job(2)).locations_alt]).toEqual([
      ['Windsor, ON'],
      ['Detroit, MI'],
    ])
  })

  test('that is in neither country is rejected, and nothing is written', async () => {
    const before = await rows()
    expect(await app.write(posting({ locations: [place('Paris', null, 'FR')] }))).toEqual([
      'rejected',
    ])
    expect(await rows()).toEqual(before)
  })

  test('takes its id in the order of the lines, Canada first', async () => {
    await app.write(
      posting({ title: 'a' }),
      posting({ title: 'b', locations: BOTH }),
      posting({ title: 'c', locations: [place('Austin', 'TX', 'US')] }),
    )
    const titles = await Promise.all(
      [1, 2, 3, 4].map(async (id) => {
        const { title, country } = await job(id)
        return `${title} ${country}`
      }),
    )
    expect(titles).toEqual(['a CA', 'b CA', 'b US', 'c US'])
  })
})

describe('the same posting again', () => {
  test.each<[string, (line: Posting) => Posting]>([
    ['the same line', (line) => line],
    [
      'its members in another order',
      (line) => Object.fromEntries(Object.entries(line).reverse()) as Posting,
    ],
    [
      'only other source fields',
      (line) => ({ ...line, source_fields: { version: 2, fields: {} } }),
    ],
    ['an alias of its source', (line) => ({ ...line, source: 'greenhouse.io' })],
    [
      'the same instant in another zone',
      (line) => ({ ...line, date_posted: '2026-01-10T07:00:00-05:00' }),
    ],
    [
      'the region by its name',
      (line) => ({ ...line, locations: [place('Toronto', 'Ontario', 'Canada')] }),
    ],
    ['members that are null', (line) => ({ ...line, salary: null, apply_url: null })],
    [
      'a foreign location more',
      (line) => ({ ...line, locations: [...CANADA, place('Paris', null, 'FR')] }),
    ],
  ])('%s writes nothing', async (_, change) => {
    const line = posting({ locations: CANADA })
    await app.write(line)
    app.clock.set(LATER)
    const before = await rows()
    expect(await app.write(change(line))).toEqual(['unchanged'])
    expect(await rows()).toEqual(before)
    expect(await app.write(change(line))).toEqual(['unchanged'])
  })

  test('with other source fields and content has the new ones', async () => {
    const line = posting()
    await app.write(line)
    const sourceFields = { version: 2, fields: {} }
    await app.write({ ...line, source_fields: sourceFields })
    expect((await job(1)).source_fields).toBeNull()
    expect(await app.write({ ...line, title: 'b', source_fields: sourceFields })).toEqual([
      'updated',
    ])
    expect(await story()).toBe('created 1, updated 1 title')
    expect((await job(1)).source_fields).toEqual(sourceFields)
  })
})

describe('changed content', () => {
  const pay = { currency: 'CAD', value: { value: 20, unitText: 'HOUR' as const } }
  test.each<[string, Partial<Posting>]>([
    ['title', { title: 'Other' }],
    ['organization', { organization: 'Other' }],
    ['organization', { organization: null }],
    ['date_posted', { date_posted: '2026-01-10T12:00:00.001Z' }],
    ['date_valid_through', { date_valid_through: '2026-02-01' }],
    ['location_type', { location_type: 'TELECOMMUTE' }],
    ['salary', { salary: pay }],
    ['employment_type', { employment_type: ['INTERN'] }],
    ['url,source_domain', { url: 'https://other.example/1' }],
    ['source_type', { source_type: 'career_site' }],
    ['apply_url', { apply_url: 'https://apply.example' }],
    ['work_arrangement', { work_arrangement: 'onsite' }],
    ['description_text', { description_text: 'b' }],
    ['description_text,description_html', { description_html: '<p>b</p>' }],
    [
      'locations',
      {
        locations: [
          {
            ...place('Toronto', 'ON', 'CA'),
            address: { ...place('Toronto', 'ON', 'CA').address, postalCode: 'M5V' },
          },
        ],
      },
    ],
    [
      'locations,locations_alt,locations_derived,cities_derived',
      { locations: [place('Ottawa', 'ON', 'CA')] },
    ],
    [
      'locations,lats_derived,lngs_derived',
      { locations: [{ ...place('Toronto', 'ON', 'CA'), latitude: 1, longitude: 2 }] },
    ],
    [
      'locations,locations_alt,locations_derived,cities_derived,regions_derived,countries_derived,lats_derived,lngs_derived',
      { locations: [], countries: ['CA'] },
    ],
  ])('is told as %s', async (changed, members) => {
    const line = posting({ locations: CANADA })
    await app.write(line)
    app.clock.set(LATER)
    expect(await app.write({ ...line, ...members })).toEqual(['updated'])
    const [, update] = await events('CA')
    expect(update).toMatchObject({
      seq: 2,
      event: 'updated',
      job_id: 1,
      occurred_at: LATER,
      changed: changed.split(','),
      job: { id: 1, date_created: START, date_modified: LATER, status: 'active' },
    })
    expect(await app.write({ ...line, ...members })).toEqual(['unchanged'])
  })

  test('in one country alone leaves the job of the other', async () => {
    const line = posting({ locations: BOTH })
    await app.write(line)
    app.clock.set(LATER)
    const moved = [place('Windsor', 'ON', 'CA'), place('Flint', 'MI', 'US')]
    expect(await app.write({ ...line, locations: moved })).toEqual(['updated'])
    expect(await story('CA')).toBe('created 1')
    expect(await story('US')).toBe(
      'created 2, updated 2 locations,locations_alt,locations_derived,cities_derived',
    )
  })

  test('back to what it was is another update', async () => {
    const line = posting({ title: 'a' })
    await app.write(line)
    await app.write({ ...line, title: 'b' })
    expect(await app.write(line)).toEqual(['updated'])
    expect(await story()).toBe('created 1, updated 1 title, updated 1 title')
  })
})

describe('countries', () => {
  test('one that is lost excludes the job there, and leaves the other', async () => {
    const line = posting({ locations: BOTH })
    await app.write(line)
    app.clock.set(LATER)
    expect(await app.write({ ...line, locations: BOTH.slice(0, 1) })).toEqual(['excluded'])
    expect([await story('CA'), await story('US')]).toEqual(['created 1', 'created 2, excluded 2'])
    expect(await job(2)).toMatchObject({ status: 'excluded', date_removed: LATER })
    expect((await events('US'))[1]).toMatchObject({ occurred_at: LATER, changed: null, job: null })
  })

  test('one that is gained is a new job there, and leaves the other', async () => {
    const line = posting({ locations: CANADA })
    await app.write(line)
    app.clock.set(LATER)
    expect(
      await app.write({ ...line, locations: [...CANADA, place('Austin', 'TX', 'US')] }),
    ).toEqual(['created'])
    expect([await story('CA'), await story('US')]).toEqual(['created 1', 'created 2'])
    expect(await job(2)).toMatchObject({ date_created: LATER })
  })

  test('one that is lost and gained again is a new job', async () => {
    const line = posting({ locations: BOTH })
    await app.write(line)
    await app.write({ ...line, locations: BOTH.slice(0, 1) })
    await app.write(line)
    expect([await story('CA'), await story('US')]).toEqual([
      'created 1',
      'created 2, excluded 2, created 3',
    ])
  })

  test('a posting that moves to the other is excluded here and created there', async () => {
    const line = posting({ locations: BOTH.slice(0, 1) })
    await app.write(line)
    expect(await app.write({ ...line, locations: BOTH.slice(1) })).toEqual(['created'])
    expect([await story('CA'), await story('US')]).toEqual(['created 1, excluded 1', 'created 2'])
  })

  test('a posting that loses all of them is excluded, and then rejected', async () => {
    const line = posting({ locations: BOTH })
    await app.write(line)
    const nowhere = { ...line, locations: [] }
    expect(await app.write(nowhere)).toEqual(['excluded'])
    expect([await story('CA'), await story('US')]).toEqual([
      'created 1, excluded 1',
      'created 2, excluded 2',
    ])
    expect(await app.write(nowhere)).toEqual(['rejected'])
  })
})

describe('a removal', () => {
  test.each(['expired', 'excluded'] as const)(
    'makes the posting %s in both countries',
    async (status) => {
      const line = posting({ locations: BOTH })
      await app.write(line)
      app.clock.set(LATER)
      expect(await app.write({ ...removal(line), status })).toEqual([status])
      expect([await story('CA'), await story('US')]).toEqual([
        `created 1, ${status} 1`,
        `created 2, ${status} 2`,
      ])
      expect(await job(1)).toMatchObject({ status, date_removed: LATER, date_modified: null })
    },
  )

  test('of a posting that left changes nothing', async () => {
    const line = posting()
    await app.write(line)
    await app.write(removal(line))
    const before = await rows()
    expect(await app.write({ ...removal(line), status: 'excluded' })).toEqual(['unchanged'])
    expect(await rows()).toEqual(before)
  })

  test('of a posting that is not known changes nothing', async () => {
    expect(await app.write(removal(posting()))).toEqual(['unchanged'])
    expect(await story()).toBe('')
  })

  test('by the url, when that identifies the posting', async () => {
    const { external_id: _, ...line } = posting()
    await app.write(line)
    const { source, source_slug = null, url } = line
    expect(await app.write({ source, source_slug, url, status: 'expired' })).toEqual(['expired'])
  })

  test('of the same id on another board or source changes nothing', async () => {
    const line = posting()
    await app.write(line)
    expect(await app.write({ ...removal(line), source_slug: 'other' })).toEqual(['unchanged'])
    expect(await app.write({ ...removal(line), source_slug: null })).toEqual(['unchanged'])
    expect(await app.write({ ...removal(line), source: 'lever' })).toEqual(['unchanged'])
  })

  test('a posting that is seen again is a new job with a new id', async () => {
    const line = posting()
    await app.write(line)
    await app.write(removal(line))
    app.clock.set(LATER)
    expect(await app.write(line)).toEqual(['created'])
    expect(await story()).toBe('created 1, expired 1, created 2')
    expect(await job(1)).toMatchObject({ status: 'expired' })
    expect(await job(2)).toMatchObject({ status: 'active', date_created: LATER })
  })
})

test('lines of one batch have one instant, and their events the order of the lines', async () => {
  const [first, second] = [posting(), posting()]
  await app.write(first, second)
  app.clock.set(LATER)
  expect(
    await app.write(
      removal(second),
      { ...first, title: 'b' },
      posting(),
      posting({ locations: [] }),
    ),
  ).toEqual(['expired', 'updated', 'created', 'rejected'])
  expect(await story()).toBe('created 1, created 2, expired 2, updated 1 title, created 3')
  const instants = (await events('CA')).map(({ occurred_at }) => occurred_at)
  expect(instants).toEqual([START, START, LATER, LATER, LATER])
})

test('a batch that names a posting twice is refused, and nothing is written', async () => {
  const line = posting()
  const twice = [line, { ...line, title: 'b' }].map((text) => asBatchLine(text))
  await expect(writeBatch(app.writer, twice)).rejects.toThrow('a batch names a posting once')
  expect(await story()).toBe('')
})
