import { expect, test } from 'bun:test'
import { countedPage, readPages } from '../../../src/collect/answers/read-pages'
import { FetchFailure, VendorBlocked } from '../../../src/collect/failures'

const SIZE = 20
const rows = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`)

/** Reads pages of 20 from a server with these rows, whose total is `total`. */
async function read(served: readonly string[], total: number, behind?: () => never) {
  const offsets: number[] = []
  const pageAt = (offset: number) => {
    const end = offset + SIZE
    return countedPage(served.slice(offset, end), { total, end, size: SIZE, next: end })
  }
  const list = await readPages({
    start: 0,
    firstPage: pageAt(0),
    fetch: async (offset) => {
      offsets.push(offset)
      if (offset >= total) behind?.()
      return { status: 200, headers: new Headers(), text: '' }
    },
    page: (_, offset) => pageAt(offset),
    keyOf: (row) => row,
    keep: (page) => page.rows,
  })
  expect(list.pages.flat()).toEqual(served.slice(0, list.count))
  return { count: list.count, incompleteReason: list.incompleteReason, offsets }
}

test('a full last page is no end before the page behind it was asked for', async () => {
  expect(await read(rows(60), 40)).toEqual({
    count: 40,
    incompleteReason: 'more rows follow the last page that the total allows',
    offsets: [20, 40],
  })
  expect(await read(rows(40), 40)).toEqual({
    count: 40,
    incompleteReason: undefined,
    offsets: [20, 40, 0],
  })
  expect(await read(rows(20), 20)).toEqual({
    count: 20,
    incompleteReason: undefined,
    offsets: [20],
  })
  expect(await read(rows(39), 39)).toEqual({
    count: 39,
    incompleteReason: undefined,
    offsets: [20, 0],
  })
})

test('more rows than the total, and one twice instead of another, are no proof', async () => {
  expect((await read(rows(39), 35)).incompleteReason).toBe(
    'the list has 39 rows, and its total is 35',
  )
  expect((await read([...rows(9), 'row 0'], 10)).incompleteReason).toBe('the list repeats rows')
})

test('a page behind the last one may not exist; one that fails proves nothing', async () => {
  const failing = (error: Error) => () => {
    throw error
  }
  const refused = failing(new FetchFailure('answered 400', { status: 400 }))
  expect((await read(rows(40), 40, refused)).incompleteReason).toBeUndefined()
  const failed = failing(new FetchFailure('answered 500', { status: 500 }))
  expect((await read(rows(40), 40, failed)).incompleteReason).toBe(
    'the page behind the last one: answered 500',
  )
  const blocked = failing(new VendorBlocked(new Date(0), 'answered 429'))
  await expect(read(rows(40), 40, blocked)).rejects.toThrow('answered 429')
})

test('what is kept of a page replaces its answer before the next page is asked for', async () => {
  const steps: string[] = []
  const page = (offset: number) => ({
    rows: [`row ${offset}`],
    next: offset < 2 ? offset + 1 : undefined,
  })
  const { pages } = await readPages({
    start: 0,
    firstPage: page(0),
    fetch: async (offset) => {
      steps.push(`ask ${offset}`)
      const kept = (bytes: number) => steps.push(`${bytes} bytes of ${offset}`)
      return { status: 200, headers: new Headers(), text: '', kept }
    },
    page: (_, offset) => page(offset),
    keyOf: (row) => row,
    keep: ({ rows: [row] }) => ({ row }),
  })
  expect(pages).toEqual([{ row: 'row 0' }, { row: 'row 1' }, { row: 'row 2' }])
  const bytes = '["row 1"]{"row":"row 1"}'.length
  expect(steps).toEqual([
    'ask 1',
    `${bytes} bytes of 1`,
    'ask 2',
    `${bytes} bytes of 2`,
    'ask 0',
    '0 bytes of 0',
  ])
})
