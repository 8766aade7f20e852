import { describe, expect, test } from 'bun:test'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import { postings } from '../../../src/catalogue/database/schema/jobs'
import { ChangeSignal } from '../../../src/collect/pace/change-signal'
import { Outages } from '../../../src/collect/pace/outages'
import { BoardImporter } from '../../../src/collect/run/board-importer'
import { claimDueBoards } from '../../../src/collect/run/schedule'
import { until } from '../../support/until'
import type { FakeAnswer, FakeJob } from '../support/fake-system'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const job = (more: Partial<FakeJob> = {}): FakeJob => ({
  id: '1',
  title: 'Welder',
  place: 'Toronto, ON',
  ...more,
})

const HOSTILE: [name: string, text: string][] = [
  ['half an emoji', 'x\ud83d'],
  ['the other half', '\udc00x'],
  ['NUL', 'x\0y'],
  ['950 Chinese characters', '\u5de5'.repeat(950)],
  ['a megabyte', 'x'.repeat(1_000_000)],
]

/** An answer with the text in one place. */
const PLACES: [name: string, answer: (text: string) => FakeAnswer][] = [
  ['an id', (id) => ({ jobs: [job({ id }), job({ id: 'good' })] })],
  ['a title', (title) => ({ jobs: [job({ title })] })],
  ['a place', (place) => ({ jobs: [job({ place })] })],
  ['the name of the company', (company) => ({ company, jobs: [job()] })],
  ['an address', (text) => ({ jobs: [job({ apply: `https://jobs.example/${text}` })] })],
]

describe.each(PLACES)('%s that is', (_, answer) => {
  test.each(HOSTILE)('%s ends nothing: the board beside it is written', async (_name, text) => {
    await rehearsal.add('hostile', answer(text))
    await rehearsal.add('good', { jobs: [job({ id: 'neighbour' })] })
    await rehearsal.run()
    expect((await rehearsal.jobs()).map(({ id }) => id)).toContain('neighbour')
    expect(await rehearsal.board('good')).toMatchObject({ leaseOwner: null, lastError: null })
    expect(await rehearsal.board('hostile')).toMatchObject({ leaseOwner: null })
  })
})

test('a board that PostgreSQL refuses to write is a failure of its own; 63 others are written', async () => {
  await rehearsal.add('board-0', { company: 'Refused', jobs: [job({ id: 'refused' })] })
  for (let index = 1; index < 64; index += 1)
    await rehearsal.add(`board-${index}`, { jobs: [job({ id: `job-${index}` })] })
  const queries = createQueries(rehearsal.database.send)
  const refusing = {
    ...rehearsal.database,
    ...queries,
    transaction: ((work, ...rest) =>
      rehearsal.database.transaction(
        (transaction) =>
          work({
            ...transaction,
            ...createQueries(async (statement, signal) => {
              if (statement.values.includes('Refused')) throw new Error('value out of range')
              return await transaction.send(statement, signal)
            }),
          }),
        ...rest,
      )) as typeof rehearsal.database.transaction,
  }
  const totals = await rehearsal.run({ on: refusing })
  expect(totals.failed).toBe(1)
  expect(await rehearsal.board('board-0')).toMatchObject({
    leaseOwner: null,
    failures: 1,
    lastError: 'its postings could not be written: value out of range',
  })
  expect(new Set((await rehearsal.jobs()).map(({ id }) => id)).size).toBeGreaterThanOrEqual(63)
  for (let index = 1; index < 64; index += 1)
    expect(await rehearsal.board(`board-${index}`)).toMatchObject({ lastError: null, lastCount: 1 })
})

test('an import that fails is told, though its boards then succeed one by one', async () => {
  await rehearsal.add('acme', { jobs: [job()] })
  await rehearsal.add('globex', { jobs: [job({ id: '2' })] })
  const { database } = rehearsal
  let isFirst = true
  const failing = {
    ...database,
    transaction: (async (work, ...rest) =>
      await database.transaction(
        async (transaction) => {
          const result = await work(transaction)
          if (isFirst && (await transaction.db.$count(postings)) > 0) {
            isFirst = false
            throw new Error('value out of range')
          }
          return result
        },
        ...rest,
      )) as typeof database.transaction,
  }
  const told: string[] = []
  const totals = await rehearsal.run({
    on: failing,
    onImportFailed: (boards, error) => told.push(`${boards} boards: ${String(error)}`),
  })
  expect(totals).toMatchObject({ boards: 2, failed: 0 })
  expect(told).toEqual([expect.stringMatching(/^[12] boards: Error: value out of range$/)])
  expect((await rehearsal.jobs()).map(({ id }) => id).sort()).toEqual(['1', '2'])
})

test('a finished board is written when the time of the import is over, while another is read', async () => {
  await rehearsal.add('acme', { jobs: [] })
  const { writer, clock, database } = rehearsal
  const leaseHolder = { owner: 'one', now: clock.now }
  const [row] = await claimDueBoards(database, leaseHolder, [{ source: 'fake', count: 1 }], 1)
  if (row === undefined) throw new Error('no board is due')
  let isWritten = false
  let isReading = true
  const change = new ChangeSignal()
  const imports = new BoardImporter({
    writer,
    outages: new Outages({
      time: { now: clock.now, wait: Bun.sleep },
      stop: new AbortController().signal,
    }),
    leaseHolder,
    importMs: 50,
    change,
    moreMayArrive: () => isReading,
    isOver: () => false,
    onWritten: () => {
      isWritten = true
    },
    onImport: () => undefined,
    onFailure: (error) => {
      throw error
    },
    onImportFailed: () => undefined,
    onRefused: () => undefined,
  })
  imports.add({ row, collected: { kind: 'replaced', boards: [] } })
  await until(async () => isWritten)
  isReading = false
  change.notify()
  await imports.settle()
})
