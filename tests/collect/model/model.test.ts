import { expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { queryErrorCause } from '../../../src/catalogue/database/client/drizzle'
import { changes } from '../../../src/catalogue/database/schema/changes'
import { CompleteBoards } from '../../../src/catalogue/import/complete-boards'
import { importPostings } from '../../../src/catalogue/import/import-postings'
import type { BoardRow } from '../../../src/collect/board/board-state'
import {
  addBoard,
  collectedBoards,
  findBoard,
  setBoardState,
} from '../../../src/collect/board/boards'
import { acceptShare } from '../../../src/collect/health/suspects'
import { preferredBoardName } from '../../../src/collect/judge/preferred-board'
import { LEASE_MS, readKnownPostings } from '../../../src/collect/run/schedule'
import { NO_PREFERRED_BOARD } from '../../../src/collect/system'
import { storableText } from '../../../src/values/storable-text'
import { startOnce } from '../../support/start-once'
import { timeLimit } from '../../support/until'
import { endless, shifting } from '../support/fake-server'
import { type FakeAnswer, type FakeJob, fakeAddress } from '../support/fake-system'
import { absent, Killed, mortal } from '../support/mortal-database'
import { type Rehearsal, type SeenJob, startRehearsal } from '../support/rehearsal'
import { suspect } from '../support/suspicion'

const rehearsal = startOnce(startRehearsal, ({ close }) => close())

const FAULTS = [
  'empty',
  'half',
  'vanish',
  'cut',
  '500',
  '429',
  'incomplete',
  'total',
  'shift',
  'repeat',
  'ids',
  'some ids',
  'unstorable ids',
  'endless',
  '404',
  'owner',
  'details',
  'token',
  'locale',
  'unpublished',
] as const
type Fault = (typeof FAULTS)[number]

/** These lack a posting and look complete. By the rules it has left when two lists an hour apart lack it. */
const LOOK_COMPLETE: readonly Fault[] = ['vanish', 'unpublished']

/** These are wrong for longer than a list is quarantined. */
const LAST_LONG: readonly Fault[] = ['repeat', 'ids', 'some ids', 'total', 'token', 'locale']

const PLACES = {
  'Boise, ID': ['US'],
  'Toronto, ON': ['CA'],
  'Boise, ID; Toronto, ON': ['CA', 'US'],
  'Berlin, Germany': [],
} as const
type PlaceName = keyof typeof PLACES
const PLACE_NAMES: PlaceName[] = [
  'Boise, ID',
  'Toronto, ON',
  'Boise, ID; Toronto, ON',
  'Berlin, Germany',
]

/** Boards by their strategies: a whole list, a list in pages, details, a token, and languages. */
const BOARDS = [
  { slug: 'whole', settings: {} },
  { slug: 'pages', settings: { pages: 'yes' } },
  { slug: 'details', settings: { pages: 'yes', details: 'yes' } },
  { slug: 'token', settings: { token: 'yes', details: 'yes' } },
  { slug: 'locales', settings: { token: 'yes', locales: 'yes' } },
  { slug: 'claims', settings: {} },
] as const

/** The board whose postings each board may have copies of. The first two name each other. */
const OTHERS: Readonly<Record<string, string>> = {
  whole: 'pages',
  pages: 'whole',
  details: 'token',
  token: 'locales',
  locales: 'details',
  claims: 'whole',
}

/** The board that is read in languages. */
const LOCALES_BOARD = BOARDS.findIndex(({ slug }) => slug === 'locales')

/** A hostile board, which claims postings of others: it has ids that are words of their addresses. */
const HOSTILE = 'claims'
const CLAIMED_IDS = ['claims', 'apply', '9002']

/** Addresses on a board that name no posting of it, though they have the id of one. */
const LOOKALIKES: readonly ((slug: string, id: string) => string)[] = [
  (slug, id) => `${fakeAddress(slug, '9001')}?source=${id}`,
  (slug, id) => fakeAddress(slug, `careers/${id}`),
  (slug, id) => fakeAddress(slug, `9001/${id}/apply`),
  (slug, id) => fakeAddress(slug, `${id}-9001`),
  (slug, id) => `${fakeAddress(slug, '9001')}/apply?board=${slug}&id=${id}`,
]

/** Ends of titles, by the number of the posting: halves of an emoji, a NUL, and characters of three bytes. */
const ENDS = ['', '', '', ' \ud83d', ' \udc00x', ' a\0b', ` ${'\u5de5'.repeat(300)}`]

/** Ids of more bytes than a key may have, with half an emoji, and with a NUL. */
const UNSTORABLE_IDS = ['\u5de5'.repeat(950), 'p\ud83d', 'p\0']

/** The languages of a posting by its number. */
const LOCALES = [['en-US', 'en-CA', 'fr-CA'], ['en-US'], ['en-CA', 'fr-CA'], ['fr-CA']] as const

const BUDGET = { details: 3, ms: 60_000 }

/**
 * The rules take this long at most: a board is asked daily, a drop is quarantined for eight hours. A board that prefers another
 * one by itself is read, chooses, and may wait for a choice that others take back.
 */
const QUIET_HOURS = 130

interface PlainPosting extends FakeJob {
  place: PlaceName
  changes: number
  /** The posting of another board that it is. */
  original?: string | undefined
}

/** What is true of a board, whatever it answers. */
interface PlainBoard {
  slug: string
  postings: Map<string, PlainPosting>
  fault: { kind: Fault; until: number } | undefined
  /** Its jobs were imported from elsewhere while the collector did not have the board. */
  isImported: boolean
  /** Some of its postings have had other ids, and other addresses with them. */
  isRenamed: boolean
  /** The board whose postings it may have copies of, and whether the operator had it prefer that one. */
  other: string
  /** The number that its next posting has as its id. */
  nextId: number
  prefer: 'set' | 'none' | 'auto'
  /** The postings of another employer, who has the slug since. */
  sold: Map<string, PlainPosting> | undefined
}

const HOURS = { noNaN: true, max: 9, min: 0.1 }
const boardNumber = fc.nat(BOARDS.length - 1)
const which = fc.nat(50)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create'), board: boardNumber }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('copy'),
      board: boardNumber,
      which,
      // Undefined: that of the original.
      place: fc.constantFrom(...PLACE_NAMES, undefined, undefined, undefined),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change'), board: boardNumber, which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove'), board: boardNumber, which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      board: boardNumber,
      which,
      place: fc.constantFrom(...PLACE_NAMES),
    }),
  },
  { weight: 7, arbitrary: fc.record({ kind: fc.constant('mirror'), board: boardNumber }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('orphan'), board: boardNumber, which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mutual'), board: boardNumber }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('lookalike'),
      board: boardNumber,
      isOnHostile: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sell'), board: boardNumber }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('operate'),
      board: boardNumber,
      how: fc.constantFrom('pause', 'resume', 'remove', 'add', 'collect', 'import', 'import'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('operate'),
      board: boardNumber,
      how: fc.constantFrom('prefer', 'none', 'auto', 'auto', 'auto'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('fault'),
      board: boardNumber,
      fault: fc.constantFrom(...FAULTS),
      hours: fc.double({ min: 0.2, max: 5, noNaN: true }),
    }),
  },
  // Those of a token and of languages concern no other board.
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('fault'),
      board: fc.constant(LOCALES_BOARD),
      fault: fc.constantFrom('token', 'locale', 'locale', 'unpublished', 'incomplete'),
      hours: fc.double({ min: 0.5, max: 5, noNaN: true }),
    }),
  },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('wait'), hours: fc.double(HOURS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('two'), hours: fc.double(HOURS) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('suspect'), hours: fc.double(HOURS) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('kill'),
      hours: fc.double({ ...HOURS, max: 4 }),
      statements: fc.nat(60),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('away'),
      hours: fc.double({ ...HOURS, max: 4 }),
      statements: fc.nat(60),
      lost: fc.nat(20),
      runsFirst: fc.boolean(),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

test(
  'random weeks: no wrong expiry, none missed, no second update for the same content',
  async () => {
    const weeks = fc.array(step, { minLength: 20, maxLength: 45 })
    await fc.assert(fc.asyncProperty(weeks, simulate), {
      numRuns: Number(process.env.COLLECT_WEEKS ?? 4),
      endOnFailure: true,
    })
    expect([choices.begun > 0, choices.ended > 0]).toEqual([true, true])
  },
  timeLimit(120_000),
)

/** Preferences that boards began and ended by themselves in all weeks. */
const choices = { begun: 0, ended: 0 }

async function run(more: Parameters<Rehearsal['run']>[0] = {}): Promise<void> {
  await rehearsal.run({
    budget: BUDGET,
    onPreference: (news) => {
      choices[news.includes('no longer') ? 'ended' : 'begun'] += 1
    },
    ...more,
  })
}

async function simulate(steps: readonly Step[]): Promise<void> {
  await rehearsal.reset()
  let next = 0
  const create: Create = (board, more = {}, postings = board.postings) => {
    next += 1
    const posting: PlainPosting = {
      id: String(board.nextId),
      locales: LOCALES[next % LOCALES.length] ?? [],
      title: `Job ${next}${ENDS[next % ENDS.length]}`,
      place: 'Boise, ID',
      changes: 0,
      ...more,
    }
    board.nextId += 1
    postings.set(posting.id, posting)
  }
  const boards = BOARDS.map(
    ({ slug }): PlainBoard => ({
      slug,
      other: OTHERS[slug] ?? '',
      nextId: 1,
      prefer: 'auto',
      postings: new Map(),
      fault: undefined,
      isImported: false,
      isRenamed: false,
      sold: undefined,
    }),
  )
  for (const [index, board] of boards.entries()) {
    for (let count = 0; count < 8; count += 1) create(board)
    if (board.slug === HOSTILE) for (const id of CLAIMED_IDS) create(board, { id })
    // One had jobs that were imported before; what those are is not checked until the end.
    if (index === 1) await importOver(board)
    await rehearsal.add(board.slug, undefined, { settings: BOARDS[index]?.settings ?? {} })
  }
  const seen: Seen = { postings: new Set(), jobs: new Map() }
  const collect = async (hours: number, collectNow: () => Promise<unknown> = run, step = 1) => {
    // In small steps, so that boards are asked when they are due.
    for (let left = hours; left > 0; left -= step) {
      rehearsal.clock.advance(Math.min(step, left) * 3_600_000)
      for (const board of boards) publish(board)
      await collectNow()
      await check(boards, seen)
    }
  }
  for (const [index, board] of boards.entries()) {
    for (const [count, place] of [undefined, undefined, ...PLACE_NAMES].entries()) {
      act(board, boards, { kind: 'copy', board: index, which: count, place }, create)
    }
    // Two boards have nearly nothing else from the start, one of which is named by the other one too; and one seems so.
    if (index % 3 === 0) act(board, boards, { kind: 'mirror', board: index }, create)
    if (index === 0) act(board, boards, { kind: 'mutual', board: index }, create)
    if (index === 2)
      act(board, boards, { kind: 'lookalike', board: index, isOnHostile: true }, create)
    // The original of its second copy.
    const [, abroad] = board.postings.values()
    if (abroad) abroad.place = 'Berlin, Germany'
  }
  await collect(1)
  for (const current of steps) {
    if (current.kind === 'wait') await collect(current.hours)
    else if (current.kind === 'two') {
      await collect(current.hours, () => {
        return Promise.all([run(), run({ on: rehearsal.database })])
      })
    } else if (current.kind === 'suspect') {
      await whileSuspect(() => collect(current.hours))
    } else if (current.kind === 'kill') {
      await collect(current.hours, () => runKilled(boards, current.statements))
    } else if (current.kind === 'away') {
      await collect(current.hours, () => run({ on: absent(rehearsal.database, current) }))
    } else {
      const board = boards[current.board]
      if (board === undefined) continue
      if (current.kind === 'operate') await operate(board, current.how)
      else if (board.sold === undefined && (current.kind !== 'sell' || (await isNamed(board))))
        act(board, boards, current, create)
    }
  }
  for (const board of boards) {
    await operate(board, 'add')
    await operate(board, 'resume', 'paused')
  }
  for (const board of boards) {
    if (board.sold === undefined) continue
    await collect(2)
    const { id } = await rehearsal.board(board.slug)
    await setBoardState(rehearsal.database, id, 'active', rehearsal.clock.now())
    board.postings = board.sold
    board.sold = undefined
  }
  await collect(QUIET_HOURS, undefined, 2)
  const rows = await Promise.all(boards.map(({ slug }) => rehearsal.board(slug)))
  const preferring = preferringBoards(boards, rows)
  const expected = boards.flatMap((board) =>
    [...board.postings.values()].flatMap((posting) => {
      const { id, title, place } = posting
      if (preferring.has(board) && isElsewhere(posting, boards)) return []
      return PLACES[place].map((country) => `${board.slug} ${id} ${storableText(title)} ${country}`)
    }),
  )
  const active = (await rehearsal.jobs()).map(
    ({ board, id, title, country }) => `${board} ${id} ${title} ${country}`,
  )
  expect(active.toSorted()).toEqual(expected.toSorted())
}

/** Whether the collector knows the employer's name: after `resume` it takes any. */
async function isNamed({ slug }: PlainBoard): Promise<boolean> {
  const row = await findBoard(rehearsal.database, 'fake', slug)
  return row !== undefined && row.boardName !== null
}

/** Work of collectors while the system of all boards is suspect: nothing expires. */
async function whileSuspect(work: () => Promise<void>): Promise<void> {
  const { database, clock } = rehearsal
  await suspect(database, 'fake', clock.now())
  const countExpired = () => database.db.$count(changes, eq(changes.event, 'expired'))
  const before = await countExpired()
  await work()
  expect(await countExpired()).toBe(before)
  expect(await acceptShare(database, 'fake')).toBe(true)
}

/** A collector that is killed, and, after its leases, another one. */
async function runKilled(boards: readonly PlainBoard[], statements: number): Promise<void> {
  const on = mortal(rehearsal.database, statements)
  await run({ on }).catch((error: unknown) => {
    if (!(queryErrorCause(error) instanceof Killed)) throw error
  })
  rehearsal.clock.advance(LEASE_MS)
  for (const board of boards) publish(board)
  await run()
}

/** What operators do between collections. `only`: in this state alone. */
async function operate(
  board: PlainBoard,
  how: Extract<Step, { kind: 'operate' }>['how'],
  only?: string,
): Promise<void> {
  const { database, clock } = rehearsal
  const { slug } = board
  const row = await findBoard(database, 'fake', slug, { removed: true })
  if (row === undefined || (only !== undefined && row.state !== only)) return
  publish(board)
  if (how === 'add') await addBoard(database, { source: 'fake', slug }, clock.now())
  else if (how === 'prefer' || how === 'none' || how === 'auto') {
    board.prefer = how === 'prefer' ? 'set' : how
    const prefer = { set: `fake/${board.other}`, none: NO_PREFERRED_BOARD, auto: '' }[board.prefer]
    await addBoard(database, { source: 'fake', slug, settings: { prefer } }, clock.now())
  } else if (how === 'import') await importOver(board)
  else if (row.state === 'removed') return
  else if (how === 'collect') await run({ boardId: row.id })
  else {
    // A board that is quarantined for its new owner is resumed at the end of the week.
    const isHeld = how === 'resume' && board.sold !== undefined && only === undefined
    const states = { pause: 'paused', resume: 'active', remove: 'removed' } as const
    if (!isHeld) await setBoardState(database, row.id, states[how], clock.now())
  }
}

/**
 * An import of a full listing that names some of its postings, with other titles, and one that it lacks. It is refused while the
 * collector has the board.
 */
async function importOver(board: PlainBoard): Promise<void> {
  const name = `fake/${board.slug}`
  if ((await collectedBoards(rehearsal.database)).has(name)) return
  board.isImported = true
  const here = [...board.postings.values()].filter(({ place }) => PLACES[place].length > 0)
  const some = here.filter((_, index) => index % 3 === 1)
  const lines = some.map(({ id }, index) => {
    const url = `https://jobs.fake.example/${board.slug}/${id}`
    const identity = { source: 'fake', source_slug: board.slug, external_id: id }
    const text = JSON.stringify({ ...identity, title: 'Imported', url, countries: ['CA'] })
    return { number: index + 1, text, bytes: 0 }
  })
  await importPostings(rehearsal.writer, Readable.from(lines), {
    history: false,
    complete: new CompleteBoards([name]),
    onReject: async ({ issue }) => expect(issue).toBe(''),
    onProgress: () => undefined,
  })
}

type Create = (
  board: PlainBoard,
  more?: Partial<PlainPosting>,
  postings?: PlainBoard['postings'],
) => void

type Act = Exclude<Extract<Step, { board: number }>, { kind: 'operate' }>

function act(board: PlainBoard, boards: readonly PlainBoard[], current: Act, create: Create): void {
  const { postings } = board
  if (current.kind === 'create') {
    create(board)
    return
  }
  if (current.kind === 'sell') {
    board.sold = new Map()
    for (let count = 0; count < 4; count += 1) create(board, {}, board.sold)
    return
  }
  if (current.kind === 'fault') {
    const { fault } = current
    const hours = LOOK_COMPLETE.includes(fault)
      ? Math.min(current.hours, 0.9)
      : current.hours * (LAST_LONG.includes(fault) ? 8 : 1)
    const until = rehearsal.clock.now().getTime() + hours * 3_600_000
    board.fault ??= { kind: fault, until }
    board.isRenamed ||= board.fault.kind === 'some ids'
    return
  }
  const others = [...(boards.find(({ slug }) => slug === board.other)?.postings.values() ?? [])]
  // Its title is its own: two postings of a board with one title could be one posting under two ids.
  const copy = ({ id, place }: PlainPosting): void => {
    const apply = fakeAddress(board.other, id)
    create(board, { place, apply, original: `${board.other}/${id}` })
  }
  if (current.kind === 'copy') {
    const original = others[current.which % Math.max(1, others.length)]
    if (original !== undefined) copy({ ...original, place: current.place ?? original.place })
    return
  }
  if (current.kind === 'mirror') {
    // Nearly all of its postings are of the other board from now on.
    const own = [...postings.values()].filter(({ original }) => original === undefined)
    for (const { id } of own.slice(1)) postings.delete(id)
    for (const original of others.slice(0, 12)) copy(original)
    return
  }
  if (current.kind === 'orphan') {
    // The original of a copy leaves.
    const copies = [...postings.values()].filter(({ original }) => original !== undefined)
    const [slug, id = ''] =
      copies[current.which % Math.max(1, copies.length)]?.original?.split('/') ?? []
    boards.find((one) => one.slug === slug)?.postings.delete(id)
    return
  }
  if (current.kind === 'mutual') {
    nameEachOther(board, boards)
    return
  }
  if (current.kind === 'lookalike') {
    becomeLookalike(board, boards, current.isOnHostile)
    return
  }
  const posting = [...postings.values()][current.which % Math.max(1, postings.size)]
  if (posting === undefined) return
  if (current.kind === 'remove') {
    postings.delete(posting.id)
    return
  }
  posting.changes += 1
  if (current.kind === 'move') posting.place = current.place
  else posting.title = `${posting.title}, ${posting.changes}`
}

/** The originals of its copies name these from now on, if the other board may have copies of its postings too. */
function nameEachOther({ slug, other, postings }: PlainBoard, boards: readonly PlainBoard[]): void {
  if (OTHERS[other] !== slug) return
  const originals = boards.find((board) => board.slug === other)?.postings
  for (const { id, original = '' } of postings.values()) {
    const found = originals?.get(original.slice(other.length + 1))
    if (found === undefined || found.original !== undefined) continue
    found.original = `${slug}/${id}`
    found.apply = fakeAddress(slug, id)
    found.changes += 1
  }
}

/** All of its postings seem to be of another board by their addresses, and none is. */
function becomeLookalike(
  { slug, other, postings }: PlainBoard,
  boards: readonly PlainBoard[],
  isOnHostile: boolean,
): void {
  const target = isOnHostile && slug !== HOSTILE ? HOSTILE : other
  const ids = [...(boards.find((board) => board.slug === target)?.postings.keys() ?? [])]
  for (const [at, posting] of [...postings.values()].entries()) {
    const write = LOOKALIKES[at % LOOKALIKES.length]
    const id = ids[at % Math.max(1, ids.length)]
    if (write === undefined || id === undefined) continue
    posting.original = undefined
    posting.apply = write(target, id)
    posting.changes += 1
  }
}

/** What the board answers now. */
function publish(board: PlainBoard): void {
  const now = rehearsal.clock.now().getTime()
  // A board is asked between two faults: two that follow one another are one long fault.
  if (board.fault !== undefined && now >= board.fault.until + 25 * 3_600_000)
    board.fault = undefined
  const company = board.sold === undefined ? `${board.slug} \0\ud83d` : 'Zeta'
  const jobs = [...(board.sold ?? board.postings).values()].map(
    ({ id, title, place, locales, apply }) => ({
      id,
      title,
      place,
      ...(locales !== undefined && { locales }),
      ...(apply !== undefined && { apply }),
    }),
  )
  const isOver = board.fault === undefined || now >= board.fault.until
  rehearsal.server.boards.set(
    board.slug,
    isOver || board.fault === undefined
      ? { company, jobs }
      : faulty({ company, jobs }, board.fault.kind, now),
  )
}

function faulty(listing: FakeAnswer, fault: Fault, now: number) {
  const { jobs, company } = listing
  const other = (job: FakeJob) => ({ ...job, id: `${job.id}at${now}` })
  const renamed = (job: FakeJob, index: number) => (index % 3 === 0 ? other(job) : job)
  const inFrench = (status: number) => (_id?: string, _page?: number, locale?: string | null) =>
    locale === 'fr-CA' ? new Response('', { status }) : listing
  switch (fault) {
    case 'empty':
      return { ...listing, jobs: [] }
    case 'half':
      // Fewer than half and five fewer; a smaller board is whole.
      return jobs.length >= 8 ? { ...listing, jobs: jobs.slice(0, jobs.length >> 2) } : listing
    case 'vanish':
      return { ...listing, jobs: jobs.slice(1) }
    case 'cut':
      return () => new Response(JSON.stringify(listing).slice(0, -9))
    case '500':
      return () => new Response('', { status: 500 })
    case '429':
      return () => new Response('', { status: 429, headers: { 'retry-after': '5400' } })
    case 'incomplete':
      return { ...listing, total: jobs.length + 1, jobs: jobs.slice(2) }
    case 'total':
      return { ...listing, total: Math.max(0, jobs.length - 1) }
    case 'repeat':
      return { ...listing, jobs: [...jobs.slice(1), ...jobs.slice(-1)] }
    case 'ids':
      return { ...listing, jobs: jobs.map(other) }
    case 'some ids':
      // Of the board with details nothing tells that two ids are of one posting.
      return company === 'three' ? listing : { ...listing, jobs: jobs.map(renamed) }
    case 'unstorable ids':
      return {
        ...listing,
        jobs: [
          ...jobs,
          ...UNSTORABLE_IDS.map((id) => ({ id, title: 'Other', place: 'Boise, ID' })),
        ],
      }
    case 'shift':
      return shifting(listing)
    case 'endless':
      return endless(listing)
    case '404':
      return undefined
    case 'details':
      return (id?: string) =>
        id !== undefined && Number(id) % 2 === 0 ? new Response('', { status: 500 }) : listing
    case 'token':
      return (id?: string) =>
        id === 'token' ? Response.json({ token: 'none', company: listing.company }) : listing
    case 'locale':
      return inFrench(500)
    case 'unpublished':
      return inFrench(400)
    case 'owner':
      return { company: 'Another', jobs: [{ id: 'x', title: 'Other', place: 'Boise, ID' }] }
  }
}

/** The id of a posting before a fault gave it another one. */
function firstId(id: string): string {
  return id.replace(/at\d+$/, '')
}

/** The postings that are to stay in the catalogue, and the jobs of the last look at it by board and id. */
interface Seen {
  postings: Set<string>
  jobs: Map<string, SeenJob[]>
}

/**
 * Postings that are on the board and were seen stay in the catalogue, and their updates are their changes. One that is left out
 * leaves only where the board that it is taken from has it.
 */
async function check(boards: readonly PlainBoard[], seen: Seen): Promise<void> {
  const active = Map.groupBy(await rehearsal.jobs(), ({ board, id }) => `${board}/${firstId(id)}`)
  const countriesOf = (key: string, jobs: Seen['jobs']) =>
    (jobs.get(key) ?? []).map(({ country }) => country)
  const out = await leftOut(boards)
  for (const { slug, postings, isImported, isRenamed } of boards) {
    if (isImported) continue
    for (const { id, changes, place, original = '' } of postings.values()) {
      const key = `${slug}/${id}`
      const jobs = active.get(key) ?? []
      // A posting that moved abroad leaves when it is read, and returns when it is read after it moved back.
      if (PLACES[place].length === 0) seen.postings.delete(key)
      else if (jobs.length > 0) seen.postings.add(key)
      if (out.has(key)) {
        // Under another id it may be in the catalogue again.
        const has = [
          ...countriesOf(key, active),
          ...countriesOf(original, seen.jobs),
          ...countriesOf(original, active),
        ]
        const lost = countriesOf(key, seen.jobs).filter((country) => !has.includes(country))
        expect([key, lost]).toEqual([key, []])
        seen.postings.delete(key)
      }
      if (seen.postings.has(key)) expect([key, jobs.length > 0]).toEqual([key, true])
      for (const { updates } of isRenamed ? [] : jobs) expect(updates).toBeLessThanOrEqual(changes)
    }
  }
  seen.jobs = active
}

/** The postings that boards leave out, by board and id. */
async function leftOut(boards: readonly PlainBoard[]): Promise<Set<string>> {
  const found = await Promise.all(
    boards.map(async ({ slug }) => {
      const row = await findBoard(rehearsal.database, 'fake', slug, { removed: true })
      const postings = row ? await readKnownPostings(rehearsal.database, row.id) : []
      const out = postings.filter(({ skipped }) => skipped === 'preferred')
      return out.map(({ externalId }) => `${slug}/${externalId}`)
    }),
  )
  return new Set(found.flat())
}

/** Whether the other board has the posting in the same countries. */
function isElsewhere(
  { original = '', place }: PlainPosting,
  boards: readonly PlainBoard[],
): boolean {
  const [slug, id = ''] = original.split('/')
  const found = boards.find((board) => board.slug === slug)?.postings.get(id)
  if (found === undefined) return false
  const has: readonly string[] = PLACES[found.place]
  return has.length > 0 && PLACES[place].every((country) => has.includes(country))
}

/**
 * The boards whose preference has an effect. The operator's choice is in force; a board that was left to itself prefers the other
 * one if nine of ten postings name one of it, does not below a half, and does either between, as it did before.
 */
function preferringBoards(
  boards: readonly PlainBoard[],
  rows: readonly BoardRow[],
): Set<PlainBoard> {
  const titles = new Map(
    boards.map(({ slug }, at) => [slug, preferredBoardName(rows[at] ?? NO_ROW)]),
  )
  const preferring = new Set<PlainBoard>()
  for (const board of boards) {
    const { slug, other, prefer, postings } = board
    const title = titles.get(slug)
    const isFree = titles.get(other) === undefined
    const isPreferred = [...titles.values()].includes(`fake/${slug}`)
    const originals = boards.find((one) => one.slug === other)?.postings
    const named = [...postings.values()].filter(({ original = '' }) =>
      originals?.has(original.slice(other.length + 1)),
    ).length
    const share = named / postings.size
    if (prefer !== 'auto') {
      expect([slug, title]).toEqual([slug, prefer === 'set' ? `fake/${other}` : undefined])
    } else if (title !== undefined) {
      expect([slug, title, share >= 0.5, isFree, isPreferred]).toEqual([
        slug,
        `fake/${other}`,
        true,
        true,
        false,
      ])
    } else if (isFree && !isPreferred && postings.size >= 5) {
      expect([slug, share < 0.9]).toEqual([slug, true])
    }
    if (title !== undefined && isFree) preferring.add(board)
  }
  return preferring
}

const NO_ROW = { settings: {}, preferredBoard: null }
