import { expect, test } from 'bun:test'
import { DAY_MS, HOUR_MS } from '../../../src/values/instant'
import type { FakeJob } from '../support/fake-system'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const foreign: FakeJob = { id: '1', title: 'Welder', place: 'Paris, France' }
const canadian: FakeJob = { id: '2', title: 'Cook', place: 'Windsor, ON' }

const listing =
  (...jobs: FakeJob[]) =>
  () =>
    Response.json({ jobs })

/** The days until the board is asked again, after it was asked now. */
async function daysUntilNext(slug: string): Promise<number> {
  const { nextDue } = await rehearsal.board(slug)
  rehearsal.clock.set(nextDue.toISOString())
  const now = rehearsal.clock.now().getTime()
  await rehearsal.run()
  const board = await rehearsal.board(slug)
  return (board.nextDue.getTime() - now) / DAY_MS
}

test('a board without a posting here in three lists is asked once a week, then once a month', async () => {
  await rehearsal.add('abroad', listing(foreign))
  for (const list of [1, 2]) {
    expect(await daysUntilNext('abroad')).toBeLessThan(1.2)
    expect((await rehearsal.board('abroad')).listsWithoutPosting).toBe(list)
  }
  for (let list = 3; list < 7; list += 1) {
    const days = await daysUntilNext('abroad')
    expect(days).toBeWithin(6, 8)
  }
  expect(await daysUntilNext('abroad')).toBeWithin(26, 34)
  // One posting ends it, and the board is asked as often as others.
  await rehearsal.add('abroad', listing(foreign, canadian))
  expect(await daysUntilNext('abroad')).toBeLessThan(1.2)
  expect(await rehearsal.board('abroad')).toMatchObject({ listsWithoutPosting: 0 })
})

test('a board with one posting here is asked as before, also when its list is empty for a while', async () => {
  await rehearsal.add('both', listing(foreign, canadian))
  for (let list = 0; list < 5; list += 1) {
    expect(await daysUntilNext('both')).toBeLessThan(1.2)
    expect((await rehearsal.board('both')).listsWithoutPosting).toBe(0)
  }
  await rehearsal.add('both', listing())
  await rehearsal.after(48)
  expect((await rehearsal.board('both')).listsWithoutPosting).toBe(0)
})

test('a list does not count while its details are still to be read', async () => {
  const withDetail = (detail: () => Response) => (id: string | undefined) =>
    id === undefined ? Response.json({ jobs: [canadian] }) : detail()
  const failing = withDetail(() => new Response('', { status: 500 }))
  await rehearsal.add('details', failing, { settings: { details: 'yes' } })
  await rehearsal.run()
  expect((await rehearsal.board('details')).listsWithoutPosting).toBe(0)
  rehearsal.server.boards.set(
    'details',
    withDetail(() => Response.json({ ...foreign, id: canadian.id })),
  )
  rehearsal.clock.advance(48 * HOUR_MS)
  await rehearsal.run()
  expect((await rehearsal.board('details')).listsWithoutPosting).toBe(1)
})
