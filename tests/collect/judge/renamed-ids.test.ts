import { expect, test } from 'bun:test'
import { renamedTo } from '../../../src/collect/judge/renamed-ids'
import type { FakeJob } from '../support/fake-system'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const job = (number: number, id = `${number}`): FakeJob => ({
  id,
  title: `Job ${number}`,
  place: 'Toronto, ON',
})
const jobs = (from: number, to: number, suffix = '') =>
  Array.from({ length: to - from + 1 }, (_, index) => job(from + index, `${from + index}${suffix}`))
const titles = async () => (await rehearsal.jobs()).map(({ title }) => title).toSorted()
const set = (list: readonly FakeJob[], total = list.length) =>
  rehearsal.server.boards.set('acme', { jobs: list, total })
const TEN = jobs(1, 10)
  .map(({ title }) => title)
  .toSorted()

test('ids that change at each list, under half of them, expire and create nothing', async () => {
  await rehearsal.add('acme', { jobs: jobs(1, 10) })
  await rehearsal.run()
  for (let day = 1; day <= 6; day += 1) {
    set([...jobs(1, 4, `-${day}`), ...jobs(5, 10)])
    const { counts } = await rehearsal.after(25)
    expect(counts).toMatchObject({ created: 0, expired: 0, updated: 4 })
    expect(await titles()).toEqual(TEN)
  }
  const renamed = (await rehearsal.postings('acme')).flatMap((posting) => renamedTo(posting) ?? [])
  expect(renamed.toSorted()).toEqual(['1-6', '2-6', '3-6', '4-6'])
  // The first ids again.
  set(jobs(1, 10))
  await rehearsal.after(25)
  expect((await rehearsal.postings('acme')).flatMap((posting) => renamedTo(posting) ?? [])).toEqual(
    [],
  )
})

test('a posting that was renamed leaves as any other, and changes as any other', async () => {
  await rehearsal.add('acme', { jobs: jobs(1, 10) })
  await rehearsal.run()
  set([...jobs(1, 2, '-new'), ...jobs(3, 10)])
  await rehearsal.after(25)
  set([{ ...job(1, '1-new'), title: 'Welder' }, ...jobs(3, 10)])
  expect((await rehearsal.after(25)).counts).toMatchObject({ created: 0, updated: 1, expired: 0 })
  expect((await rehearsal.after(2)).counts).toMatchObject({ created: 0, expired: 1 })
  expect(await titles()).toEqual([...TEN.filter((title) => !/ [12]$/.test(title)), 'Welder'])
})

test('a posting that is replaced by another one leaves', async () => {
  await rehearsal.add('acme', { jobs: jobs(1, 10) })
  await rehearsal.run()
  set([...jobs(2, 10), { ...job(11), title: 'Job 1', place: 'Boise, ID' }])
  await rehearsal.after(25)
  await rehearsal.after(2)
  expect((await rehearsal.jobs('expired')).map(({ id }) => id)).toEqual(['1'])
})

test('an opening beside an equal one is another one, also in a list in doubt', async () => {
  await rehearsal.add('acme', { jobs: jobs(1, 9) })
  await rehearsal.run()
  set([...jobs(1, 9), job(1, '1-second')])
  expect((await rehearsal.after(25)).counts.created).toBe(1)
  // It is not the one that a list in doubt lacks.
  set([...jobs(2, 9), job(1, '1-second'), job(2, '2-second')], 11)
  expect((await rehearsal.after(25)).counts.created).toBe(1)
  expect((await titles()).length).toBe(11)
})

test('a list with other ids in most places is quarantined, as before', async () => {
  await rehearsal.add('acme', { jobs: jobs(1, 10) })
  await rehearsal.run()
  set([...jobs(1, 8, '-new'), ...jobs(9, 10)])
  await rehearsal.after(25)
  expect((await rehearsal.board('acme')).quarantineReason).toBe('it lists 2 of 10 known postings')
})
