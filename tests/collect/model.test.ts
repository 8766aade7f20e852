import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { timeLimit } from '../support/until'
import type { FakeJob } from './fake-system'
import { type Rehearsal, startRehearsal } from './rehearsal'

let rehearsal: Rehearsal
beforeAll(async () => {
  rehearsal = await startRehearsal()
})
afterAll(() => rehearsal.close())

const FAULTS = [
  'empty',
  'half',
  'vanish',
  'cut',
  '500',
  '429',
  'doubt',
  '404',
  'owner',
  'details',
] as const
type Fault = (typeof FAULTS)[number]

/** The rules take this long at most: a board is asked daily, a drop is held for eight hours. */
const QUIET_HOURS = 80

interface PlainPosting extends FakeJob {
  changes: number
}

/** What is true of a board, whatever it answers. */
interface PlainBoard {
  slug: string
  postings: Map<string, PlainPosting>
  fault: { kind: Fault; until: number } | undefined
}

const boardNumber = fc.nat(2)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create'), board: boardNumber }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('change'), board: boardNumber, which: fc.nat(50) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('remove'), board: boardNumber, which: fc.nat(50) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('fault'),
      board: boardNumber,
      fault: fc.constantFrom(...FAULTS),
      hours: fc.double({ min: 0.2, max: 5, noNaN: true }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      hours: fc.double({ min: 0.1, max: 9, noNaN: true }),
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
  },
  timeLimit(120_000),
)

async function simulate(steps: readonly Step[]): Promise<void> {
  await rehearsal.reset()
  let next = 0
  const create = (board: PlainBoard) => {
    next += 1
    const posting = { id: `p${next}`, title: `Job ${next}`, place: 'Boise, ID', changes: 0 }
    board.postings.set(posting.id, posting)
  }
  const boards = ['one', 'two', 'three'].map(
    (slug): PlainBoard => ({ slug, postings: new Map(), fault: undefined }),
  )
  for (const board of boards) {
    for (let count = 0; count < 8; count += 1) create(board)
    // Details of one board, a few in a turn.
    const settings = board.slug === 'three' ? { details: 'yes' } : {}
    await rehearsal.add(board.slug, undefined, { settings })
  }
  const seen = new Set<string>()
  const collect = async (hours: number) => {
    // In small steps, so that boards are asked when they are due.
    for (let left = hours; left > 0; left -= 1) {
      rehearsal.clock.advance(Math.min(1, left) * 3_600_000)
      for (const board of boards) publish(board)
      await rehearsal.run({ budget: { details: 3, ms: 60_000 } })
      await check(boards, seen)
    }
  }
  await collect(1)
  for (const current of steps) {
    if ('hours' in current && !('board' in current)) {
      await collect(current.hours)
      continue
    }
    const board = boards['board' in current ? current.board : 0]
    if (board === undefined) continue
    if ('fault' in current) {
      // A posting that two complete lists an hour apart lack has left by the rules.
      const hours = current.fault === 'vanish' ? Math.min(current.hours, 0.9) : current.hours
      const until = rehearsal.clock.now().getTime() + hours * 3_600_000
      if (board.fault === undefined) board.fault = { kind: current.fault, until }
    } else if (!('which' in current)) create(board)
    else {
      const posting = [...board.postings.values()][current.which % Math.max(1, board.postings.size)]
      if (posting === undefined) continue
      if (current.kind === 'remove') board.postings.delete(posting.id)
      else {
        posting.changes += 1
        posting.title = `${posting.title}, ${posting.changes}`
      }
    }
  }
  await collect(QUIET_HOURS)
  const expected = boards.flatMap(({ slug, postings }) =>
    [...postings.values()].map(({ id, title }) => `${slug} ${id} ${title}`),
  )
  const active = (await rehearsal.jobs()).map(({ board, id, title }) => `${board} ${id} ${title}`)
  expect(active.toSorted()).toEqual(expected.toSorted())
}

/** What the board answers now. */
function publish(board: PlainBoard): void {
  const now = rehearsal.clock.now().getTime()
  // A board is asked between two faults: two that follow one another are one long fault.
  if (board.fault !== undefined && now >= board.fault.until + 25 * 3_600_000)
    board.fault = undefined
  const jobs = [...board.postings.values()].map(({ id, title, place }) => ({ id, title, place }))
  const isOver = board.fault === undefined || now >= board.fault.until
  rehearsal.server.boards.set(
    board.slug,
    isOver || board.fault === undefined
      ? { company: board.slug, jobs }
      : faulty(board, board.fault.kind, jobs),
  )
}

function faulty({ slug }: PlainBoard, fault: Fault, jobs: readonly FakeJob[]) {
  const listing = { company: slug, jobs }
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
    case 'doubt':
      return { ...listing, total: jobs.length + 1, jobs: jobs.slice(2) }
    case '404':
      return undefined
    case 'details':
      return (id?: string) =>
        id !== undefined && Number(id.slice(1)) % 2 === 0
          ? new Response('', { status: 500 })
          : listing
    case 'owner':
      return { company: 'Another', jobs: [{ id: 'x', title: 'Other', place: 'Boise, ID' }] }
  }
}

/** Postings that are on the board and were seen stay in the catalogue, and their updates are their changes. */
async function check(boards: readonly PlainBoard[], seen: Set<string>): Promise<void> {
  const active = new Map((await rehearsal.jobs()).map((job) => [`${job.board}/${job.id}`, job]))
  for (const key of active.keys()) seen.add(key)
  for (const { slug, postings } of boards) {
    for (const { id, changes } of postings.values()) {
      const key = `${slug}/${id}`
      if (!seen.has(key)) continue
      expect([key, active.has(key)]).toEqual([key, true])
      expect(active.get(key)?.updates ?? 0).toBeLessThanOrEqual(changes)
    }
  }
}
