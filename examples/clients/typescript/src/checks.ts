import { UnexpectedAnswer } from './errors.js'

/**
 * Checks of the members that the client uses: a catalogue is not trusted, and may send members that are not known here. Each
 * throws `UnexpectedAnswer` with the path, the member and what came.
 */
export type Check = (body: unknown, path: string) => void

export const PAGE = 1000

type Members = Record<string, unknown>

function expect(
  isRight: boolean,
  path: string,
  member: string,
  expected: unknown,
  got: unknown,
): asserts isRight {
  if (isRight) return
  throw new UnexpectedAnswer(
    `${path}: the answer is not as documented: ${member}: expected ${expected}, got ${shown(got)}`,
  )
}

/** A value for a message: short, and without control characters. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 60).replace(/\p{Cc}/gu, '\ufffd')}'`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function asObject(value: unknown, path: string, member: string): Members {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  expect(isObject, path, member, 'an object', value)
  return value as Members
}

function asList(value: unknown, path: string, member: string, limit = Infinity): unknown[] {
  expect(Array.isArray(value), path, member, 'a list', value)
  expect(value.length <= limit, path, member, `at most ${limit}`, value.length)
  return value
}

/** An integer that a number holds exactly. */
function asNumber(value: unknown, path: string, member: string, least = 0): number {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value >= least
  expect(isNumber, path, member, `a number, at least ${least}`, value)
  return value
}

function checkCountry(value: Members, path: string, member: string, country?: string): void {
  if (country === undefined) return
  expect(value.country === country, path, member, country, value.country)
}

function jobAt(value: unknown, path: string, member: string, country?: string): number {
  const job = asObject(value, path, member)
  checkCountry(job, path, `${member}.country`, country)
  return asNumber(job.id, path, `${member}.id`)
}

export const isObject: Check = (body, path) => void asObject(body, path, 'the body')

export const isList: Check = (body, path) => void asList(body, path, 'the body')

export const isJob: Check = (body, path) => void jobAt(body, path, 'the body')

export const isCount: Check = (body, path) =>
  void asNumber(asObject(body, path, 'the body').count, path, 'count')

export const areIds: Check = (body, path) => {
  for (const [at, id] of asList(body, path, 'the body').entries()) asNumber(id, path, `[${at}]`)
}

/** A page of a feed after `cursor`, which gets further when it is full. */
export const isFeedPage =
  (cursor: number): Check =>
  (body, path) => {
    const ids = asList(body, path, 'the body', PAGE).map((job, at) => jobAt(job, path, `[${at}]`))
    if (ids.length === PAGE) asNumber(ids.at(-1), path, 'the last id', cursor + 1)
  }

/** A page of a search; `cursors` has those of the pages before it. */
export const isSearchPage =
  (query: Members, cursors: Set<string>): Check =>
  (body, path) => {
    const { jobs, next_cursor: cursor } = asObject(body, path, 'the body')
    const limit = typeof query.limit === 'number' ? query.limit : PAGE
    const country = typeof query.country === 'string' ? query.country : undefined
    const list = asList(jobs, path, 'jobs', limit)
    for (const [at, job] of list.entries()) jobAt(job, path, `jobs[${at}]`, country)
    if (cursor === null) return
    const isNew = typeof cursor === 'string' && !cursors.has(cursor)
    expect(isNew, path, 'next_cursor', 'one that did not come before', cursor)
    expect(list.length > 0, path, 'next_cursor', 'null on a page without jobs', cursor)
    cursors.add(cursor)
  }

/** A page of the change log after `since`, which gets further if there is more. */
export const isChangesPage =
  ({ country, since, limit }: { country: string; since: number; limit: number }): Check =>
  (body, path) => {
    const page = asObject(body, path, 'the body')
    checkCountry(page, path, 'country', country)
    let last = since
    const events = asList(page.events, path, 'events', limit)
    for (const [at, value] of events.entries()) {
      const event = asObject(value, path, `events[${at}]`)
      last = asNumber(event.seq, path, `events[${at}].seq`, last + 1)
      const id = asNumber(event.job_id, path, `events[${at}].job_id`)
      if (event.job === null) continue
      const ofJob = jobAt(event.job, path, `events[${at}].job`, country)
      expect(ofJob === id, path, `events[${at}].job.id`, id, ofJob)
    }
    const next = asNumber(page.next_since, path, 'next_since', last)
    asNumber(page.latest_seq, path, 'latest_seq', next)
    expect(typeof page.more === 'boolean', path, 'more', 'true or false', page.more)
    expect(!page.more || events.length > 0, path, 'more', 'false on a page without events', true)
  }
