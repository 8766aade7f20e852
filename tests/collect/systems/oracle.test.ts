import { describe, expect, test } from 'bun:test'
import { oracle } from '../../../src/collect/systems/oracle'
import { type Answer, boardOf, listing, range } from './answers'
import { recordedBoard } from './boards'

const { board: address, exchanges } = recordedBoard(oracle)
const board = boardOf(oracle, address.slug)
const LIST = exchanges[0]?.request.url ?? ''

/** The answers for a list of this many jobs, from both ends. */
function fromBothEnds(total: number): Record<string, Answer> {
  const ids = range(0, total).map((id) => ({ Id: String(id), Title: 'Weaver' }))
  const pagesOf = (order: string, list: unknown[]) =>
    range(0, 50).map((page): [string, Answer] => {
      const offset = page * 200
      const requisitionList = list.slice(offset, offset + 200)
      const body = { items: [{ Offset: offset, TotalJobsCount: total, requisitionList }] }
      return [LIST.replace('DESC', order).replace('offset=0', `offset=${offset}`), { body }]
    })
  return Object.fromEntries([...pagesOf('DESC', ids), ...pagesOf('ASC', ids.toReversed())])
}

describe('pages', () => {
  test('past 10,000 are read from both ends, until they meet', async () => {
    const { ids, incompleteReason, asked } = await listing(oracle, board, fromBothEnds(11_436))
    expect([ids.length, incompleteReason, asked.length]).toEqual([11_436, undefined, 100])
  })

  test('that are out of reach from both ends make no complete list', async () => {
    const { ids, incompleteReason } = await listing(oracle, board, fromBothEnds(20_150))
    const reason = 'both ends of the list have 20000 of 20150 jobs'
    expect([ids.length, incompleteReason]).toEqual([20_000, reason])
  })
})
