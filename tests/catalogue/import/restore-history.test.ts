import { beforeEach, describe, expect, test } from 'bun:test'
import type { Posting, Removal } from '../../../src/catalogue/import/posting'
import { emptyCatalogue } from '../../support/empty-catalogue'
import { importLines } from '../../support/import-lines'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const NOW = '2026-06-15T10:30:00Z'
const [T1, T2, T3, T4, T5] = [1, 2, 3, 4, 5].map((day) => `2026-01-0${day}T08:00:00Z`) as Instants
type Instants = [string, string, string, string, string]

const CA = place('Windsor', 'ON', 'CA')
const US = place('Detroit', 'MI', 'US')
const app = useTestApp()
beforeEach(() => emptyCatalogue(app, NOW))

type History = NonNullable<Posting['history']>

const base = posting({ title: 'a', locations: [CA] })

function line(history: History, members: Partial<Posting> = {}): Posting {
  return { ...base, ...members, history }
}

function gone(date: string | undefined, status: Removal['status'] = 'expired'): Removal {
  const { source, source_slug = null, external_id = '' } = base
  const history = date === undefined ? {} : { history: { date_removed: date } }
  return { source, source_slug, external_id, status, ...history }
}

/** Writes lines one after another, as archives tell of the same posting more than once. */
async function restore(lines: readonly (Posting | Removal)[]): Promise<string> {
  const outcomes: string[] = []
  for (const each of lines) outcomes.push(...(await app.write(each)))
  return outcomes.join(' ')
}

/** `created 1 T1, updated 1 T2`, with the instants by their names. */
async function story(country: 'CA' | 'US' = 'CA'): Promise<string> {
  const { events } = await app.get<{
    events: { event: string; job_id: number; occurred_at: string }[]
  }>(`/v1/changes?country=${country}`)
  return events
    .map(({ event, job_id, occurred_at }) => `${event} ${job_id} ${named(occurred_at)}`)
    .join(', ')
}

const named = (instant: string): string =>
  instant === NOW ? 'now' : instant.replace(/^2026-01-0(\d)T08:00:00Z$/, 'T$1')

/** `active T1 T2 -`: status, created, modified, removed. */
async function job(id: number): Promise<string> {
  const { status, ...dates } = await app.get<Record<string, string | null>>(`/v1/jobs/${id}`)
  return [
    status,
    ...['created', 'modified', 'removed'].map((name) => {
      const date = dates[`date_${name}`]
      return date ? named(date) : '-'
    }),
  ].join(' ')
}

describe('an archive of one line a posting', () => {
  test.each<[History, string, string, string]>([
    [{}, 'created', 'created 1 now', 'active now - -'],
    [{ date_created: T1 }, 'created', 'created 1 T1', 'active T1 - -'],
    [
      { date_created: T1, date_modified: T2 },
      'created',
      'created 1 T1, updated 1 T2',
      'active T1 T2 -',
    ],
    [
      { date_created: T1, date_removed: T3, status: 'expired' },
      'created',
      'created 1 T1, expired 1 T3',
      'expired T1 - T3',
    ],
    [
      { date_created: T1, date_modified: T2, date_removed: T3, status: 'excluded' },
      'created',
      'created 1 T1, updated 1 T2, excluded 1 T3',
      'excluded T1 T2 T3',
    ],
    [{ date_modified: T2 }, 'created', 'created 1 T2, updated 1 T2', 'active T2 T2 -'],
    [
      { date_removed: T3, status: 'expired' },
      'created',
      'created 1 T3, expired 1 T3',
      'expired T3 - T3',
    ],
  ])('restores %j, and a second time nothing', async (history, outcome, told, shown) => {
    expect(await restore([line(history)])).toBe(outcome)
    expect([await story(), await job(1)]).toEqual([told, shown])
    // With its members in another order the line is not known at a glance.
    const { title, ...others } = line(history)
    expect(await restore([line(history), { ...others, title }])).toBe('unchanged unchanged')
    expect(await story()).toBe(told)
  })

  test('an update of an archive does not say which fields it changed', async () => {
    await restore([line({ date_created: T1, date_modified: T2 })])
    const { events } = await app.get<{ events: { changed: unknown }[] }>('/v1/changes')
    expect(events.map(({ changed }) => changed)).toEqual([null, []])
  })

  test('restores both countries', async () => {
    await restore([
      line({ date_created: T1, date_removed: T3, status: 'expired' }, { locations: [CA, US] }),
    ])
    expect([await story('CA'), await story('US')]).toEqual([
      'created 1 T1, expired 1 T3',
      'created 2 T1, expired 2 T3',
    ])
  })

  test('restores the lives of a posting that came again, in any order, and a second time nothing', async () => {
    const lives = [
      line(
        { date_created: T3, date_modified: T4, date_removed: T5, status: 'expired' },
        { title: 'c' },
      ),
      line({ date_created: T1, date_removed: T2, status: 'expired' }, { title: 'a' }),
    ]
    expect(await restore(lives)).toBe('created created')
    expect([await job(1), await job(2)]).toEqual(['expired T3 T4 T5', 'expired T1 - T2'])
    expect(await restore(lives)).toBe('unchanged unchanged')
    expect(await restore([...lives].reverse())).toBe('unchanged unchanged')
  })

  test('restores a posting that came again at the instant it left, and a second time nothing', async () => {
    const lives = [
      line({ date_created: T1, date_removed: T2, status: 'expired' }),
      line({ date_created: T2 }, { title: 'b' }),
    ]
    expect(await restore(lives)).toBe('created created')
    expect([await job(1), await job(2)]).toEqual(['expired T1 - T2', 'active T2 - -'])
    expect(await restore(lives)).toBe('unchanged unchanged')
  })

  test('an earlier life leaves the job of today, in its country and in the other', async () => {
    const today = { ...base, locations: [US] }
    await restore([today])
    const earlier = line(
      { date_created: T1, date_removed: T2, status: 'expired' },
      { locations: [CA, US] },
    )
    expect(await restore([earlier])).toBe('created')
    expect(await job(1)).toBe('active now - -')
    expect(await story('US')).toBe('created 1 now, created 3 T1, expired 3 T2')
    expect(await restore([line({ date_created: T1, date_removed: T3, status: 'expired' })])).toBe(
      'created',
    )
    expect(await job(1)).toBe('active now - -')
  })
})

describe('an archive of one line an event', () => {
  test('restores a life, and a second time nothing', async () => {
    const archive = [
      line({ date_created: T1 }),
      line({ date_created: T1, date_modified: T2 }, { title: 'b' }),
      line({ date_modified: T3 }, { title: 'c' }),
      gone(T4),
    ]
    expect(await restore(archive)).toBe('created updated updated expired')
    const told = 'created 1 T1, updated 1 T2, updated 1 T3, expired 1 T4'
    expect(await story()).toBe(told)
    expect(await restore(archive)).toBe('unchanged unchanged unchanged unchanged')
    expect(await story()).toBe(told)
  })

  test('names the fields of an update that it shows', async () => {
    await restore([line({ date_created: T1 }), line({ date_modified: T2 }, { title: 'b' })])
    const { events } = await app.get<{ events: { changed: unknown }[] }>('/v1/changes')
    expect(events.map(({ changed }) => changed)).toEqual([null, ['title']])
  })

  test('restores a posting that left and came again as two jobs, and a second time nothing', async () => {
    const archive = [
      line({ date_created: T1 }),
      gone(T2, 'excluded'),
      line({ date_created: T3 }),
      line({ date_created: T3, date_modified: T4 }, { title: 'b' }),
    ]
    expect(await restore(archive)).toBe('created excluded created updated')
    const told = 'created 1 T1, excluded 1 T2, created 2 T3, updated 2 T4'
    expect(await story()).toBe(told)
    expect(await restore(archive)).toBe('unchanged unchanged unchanged unchanged')
    expect(await story()).toBe(told)
  })

  test('restores a posting that came again at the instant it left, and a second time nothing', async () => {
    const archive = [line({ date_created: T1 }), gone(T2), line({ date_created: T2 })]
    expect(await restore(archive)).toBe('created expired created')
    const told = 'created 1 T1, expired 1 T2, created 2 T2'
    expect(await story()).toBe(told)
    expect(await restore(archive)).toBe('unchanged unchanged unchanged')
    expect(await story()).toBe(told)
  })

  test('restores a move from one country to the other, and a second time nothing', async () => {
    const archive = [
      line({ date_created: T1 }, { locations: [CA] }),
      line({ date_created: T1, date_modified: T2 }, { locations: [US] }),
    ]
    expect(await restore(archive)).toBe('created created')
    const told = [await story('CA'), await story('US')]
    expect(told).toEqual(['created 1 T1, excluded 1 T2', 'created 2 T1, updated 2 T2'])
    expect(await restore(archive)).toBe('unchanged unchanged')
    expect([await story('CA'), await story('US')]).toEqual(told)
  })

  test('restores the loss of a country, and a second time nothing', async () => {
    const archive = [
      line({ date_created: T1 }, { locations: [CA, US] }),
      line({ date_modified: T2 }, { locations: [CA] }),
    ]
    expect(await restore(archive)).toBe('created excluded')
    expect(await story('US')).toBe('created 2 T1, excluded 2 T2')
    expect(await restore(archive)).toBe('unchanged unchanged')
    expect(await story('CA')).toBe('created 1 T1')
  })

  test('cut short and begun again, finishes with the same result', async () => {
    const archive = [
      line({ date_created: T1 }),
      line({ date_created: T1, date_modified: T2 }, { title: 'b' }),
      gone(T3),
      line({ date_created: T4 }),
      gone(T5),
    ]
    await restore(archive)
    const told = await story()
    for (let cut = 1; cut < archive.length; cut += 1) {
      await emptyCatalogue(app, NOW)
      await restore(archive.slice(0, cut))
      await restore(archive)
      expect(await story()).toBe(told)
    }
  })
})

describe('beside what the catalogue knows', () => {
  test('a job that was changed since is left', async () => {
    await restore([line({ date_created: T1 })])
    await restore([{ ...base, title: 'today' }])
    expect(await restore([line({ date_created: T1, date_modified: T2 }, { title: 'b' })])).toBe(
      'unchanged',
    )
    expect(await story()).toBe('created 1 T1, updated 1 now')
  })

  test('a job that left since is left', async () => {
    await restore([line({ date_created: T1 }), gone(undefined)])
    expect(await restore([line({ date_created: T1, date_modified: T2 }, { title: 'b' })])).toBe(
      'unchanged',
    )
    expect(await job(1)).toBe('expired T1 - now')
  })

  test('a later end is told, with the content it had', async () => {
    await restore([line({ date_created: T1 })])
    const end = {
      date_created: T1,
      date_modified: T2,
      date_removed: T3,
      status: 'expired',
    } as const
    expect(await restore([line(end, { title: 'b' })])).toBe('updated')
    expect(await story()).toBe('created 1 T1, updated 1 T2, expired 1 T3')
    expect(await job(1)).toBe('expired T1 T2 T3')
  })

  test('content that is told with an end alone changed by then', async () => {
    await restore([line({ date_created: T1 })])
    const end = { date_created: T1, date_removed: T3, status: 'expired' } as const
    expect(await restore([line(end, { title: 'b' })])).toBe('updated')
    expect(await story()).toBe('created 1 T1, updated 1 T3, expired 1 T3')
  })

  test('a removal before the job came is none', async () => {
    await restore([line({ date_created: T3 })])
    expect(await restore([gone(T2)])).toBe('unchanged')
    expect(await restore([gone(T3)])).toBe('expired')
    expect(await job(1)).toBe('expired T3 - T3')
  })

  test('a removal before the job was changed is none', async () => {
    await restore([line({ date_created: T1, date_modified: T3 })])
    expect(await restore([gone(T2)])).toBe('unchanged')
    expect(await job(1)).toBe('active T1 T3 -')
    expect(await restore([gone(T3)])).toBe('expired')
    expect(await job(1)).toBe('expired T1 T3 T3')
  })

  test('a line without history goes on from what was restored', async () => {
    await restore([line({ date_created: T1, date_modified: T2 })])
    expect(await restore([base])).toBe('unchanged')
    expect(await restore([{ ...base, title: 'b' }])).toBe('updated')
    expect(await job(1)).toBe('active T1 now -')
  })
})

test('restored jobs are in the feeds of their time', async () => {
  await restore([line({ date_created: T1, date_modified: T2 })])
  app.clock.set('2026-01-01T09:05:00Z')
  expect(await app.get('/v1/active-ats?time_frame=1h')).toHaveLength(1)
  app.clock.set('2026-01-02T09:05:00Z')
  expect(await app.get('/v1/modified-ats')).toHaveLength(1)
})

test('instants after the import began are refused', async () => {
  const { rejects } = await importLines(
    app.writer,
    [
      line({ date_created: NOW }),
      line({ date_created: '2026-06-15T10:30:01Z' }),
      gone('2027-01-01'),
    ],
    { history: true },
  )
  expect(rejects).toEqual([
    "line 2: history.date_created: expected an instant before the import began, got '2026-06-15T10:30:01Z'",
    "line 3: history.date_removed: expected an instant before the import began, got '2027-01-01'",
  ])
  expect(await story()).toBe('created 1 now')
})
