import { expect, test } from 'bun:test'
import { boardState } from '../../../src/collect/board/board-state'
import { callCommand } from '../../support/run-command'
import { fake } from '../support/fake-system'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

/** A system whose employers name the fields of places. */
const named = { ...fake, placeSetting: 'location' }
const collect = async (hours = 0) => {
  rehearsal.clock.advance(hours * 3_600_000)
  return await rehearsal.run({ systems: [named] })
}
const job = (id: string, place: string) => ({ id, title: `Job ${id}`, place })
const show = async () => await callCommand('boards.ts', ['show', 'fake/acme'], rehearsal)

const ISSUE =
  "none of 2 postings has a certain place, such as 'Depot 9'; name the fields that have it by the setting location=FIELD,FIELD"

test('a list without a certain place is no success: the board fails, and show names each posting', async () => {
  await rehearsal.add('acme', { jobs: [job('1', 'Depot 9'), job('2', 'Head office')] })
  for (const hours of [0, 25, 25, 25, 25]) await collect(hours)
  const board = await rehearsal.board('acme')
  expect(boardState(board)).toBe('failing')
  expect(board).toMatchObject({ lastSuccessAt: null, listsWithoutPosting: 0, lastError: ISSUE })
  const { output } = await show()
  expect(output).toContain(ISSUE)
  expect(output).toMatch(/^ +1 +unresolved +Depot 9$/m)
  expect(output).toMatch(/^ +2 +unresolved +Head office$/m)
})

test('one place that is understood is enough, in whatever country', async () => {
  await rehearsal.add('acme', { jobs: [job('1', 'Depot 9'), job('2', 'Head office')] })
  await collect()
  rehearsal.server.boards.set('acme', { jobs: [job('1', 'Depot 9'), job('2', 'Paris, France')] })
  await collect(1)
  expect(boardState(await rehearsal.board('acme'))).toBe('ok')
})

test('an empty list is understood', async () => {
  await rehearsal.add('acme', { jobs: [] })
  await collect()
  expect(boardState(await rehearsal.board('acme'))).toBe('ok')
})

test('show says which settings the list told, until the operator gives them', async () => {
  await rehearsal.add('acme', { jobs: [job('1', 'Guelph, ON')] }, { settings: { host: 'h' } })
  let foundSettings: Record<string, string> | undefined = { location: 'formtext5,formtext4' }
  const telling = {
    ...named,
    list: async (...asked: Parameters<typeof fake.list>) => ({
      ...(await fake.list(...asked)),
      ...(foundSettings && { foundSettings }),
    }),
  }
  await rehearsal.run({ systems: [telling] })
  const line = /^settings +host=h location=formtext5,formtext4 \(found in its list\)$/m
  expect((await show()).output).toMatch(line)
  // The same list, which is not changed.
  rehearsal.clock.advance(25 * 3_600_000)
  await rehearsal.run({ systems: [telling] })
  expect((await show()).output).toMatch(line)
  foundSettings = undefined
  rehearsal.server.boards.set('acme', { jobs: [job('2', 'Guelph, ON')] })
  rehearsal.clock.advance(25 * 3_600_000)
  await rehearsal.run({ systems: [telling] })
  expect((await show()).output).toMatch(/^settings +host=h$/m)
})
