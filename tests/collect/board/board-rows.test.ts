import { beforeAll, expect, test } from 'bun:test'
import { writePostings } from '../../../src/collect/board/board-rows'
import { Stopped } from '../../../src/collect/failures'
import { claimBoard } from '../../../src/collect/run/schedule'
import { newPage } from '../../../src/collect/sites/page-state'
import { startOnce } from '../../support/start-once'
import { startRehearsal } from '../support/rehearsal'

const rehearsal = startOnce(startRehearsal, ({ close }) => close())
beforeAll(async () => {
  await rehearsal.add('acme', { jobs: [] })
})

/** Leases the board, writes postings with these ids as `owner`, and returns those that are stored. */
async function write(
  ids: readonly string[],
  owner: string,
  isOver?: () => boolean,
): Promise<string[]> {
  const { database, clock } = rehearsal
  const { id: boardId } = await rehearsal.board('acme')
  await claimBoard(database, { owner: 'one', now: clock.now }, boardId)
  const rows = ids.map((id) => ({ boardId, ...newPage(id, '', clock.now()) }))
  await database
    .transaction((queries) => writePostings(queries, owner, rows, isOver))
    .catch((error) => {
      if (!(error instanceof Stopped)) throw error
    })
  return (await rehearsal.postings('acme')).map(({ externalId }) => externalId).toSorted()
}

test('a collector that does not hold the board writes none of its postings', async () => {
  expect(await write(['1'], 'two')).toEqual([])
})

test('NUL is replaced; a text that looks like its escape is not', async () => {
  expect(await write(['a\0b\0\0', '\\u0000', '\\\0'], 'one')).toEqual([
    '\\u0000',
    '\\\ufffd',
    'a\ufffdb\ufffd\ufffd',
  ])
})

test('more rows than one statement takes are all written', async () => {
  const ids = Array.from({ length: 1001 }, (_, index) => `many-${index}`)
  const written = await write(ids, 'one')
  expect(written.filter((id) => id.startsWith('many-'))).toEqual(ids.toSorted())
})

test('a stop between two statements writes none of them', async () => {
  let statements = 0
  const ids = Array.from({ length: 2001 }, (_, index) => `cut-${index}`)
  const written = await write(ids, 'one', () => {
    statements += 1
    return statements > 2
  })
  expect(statements).toBe(3)
  expect(written.filter((id) => id.startsWith('cut-'))).toEqual([])
})
