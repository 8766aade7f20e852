import { describe, expect, test } from 'bun:test'
import { memberAt } from '../../../src/collect/answers/members'
import type { Board, Fetch, HttpRequest, System } from '../../../src/collect/system'
import { accepted, listed, range, testEach } from './answers'
import {
  type Exchange,
  type Pages,
  type RecordedAnswer,
  type RecordedBoard,
  recordedBoards,
  toResponse,
} from './boards'
import { changedVendor } from './cases'
import { changeAt, changedAnswer, merged } from './changed-answer'

/** The fault of the second page of a list. */
type Fault = 'none' | 'shifted' | 'other total' | 'short' | 'empty' | 'repeated' | number

const counted = recordedBoards().flatMap(([system, recorded]) => {
  const { pages } = recorded
  return pages === undefined ? [] : { name: system.name, system, recorded, pages }
})

describe.each(counted)('the pages of $name', ({ system, recorded, pages }) => {
  const total = pages.size * 2 + 5
  const read = async (fault: Fault, rows = total) => {
    const { board, fetch, asked } = pagedVendor(system, recorded, pages, { total: rows, fault })
    const { postings, incompleteReason } = await listed(system, board, fetch)
    return { count: postings.length, incompleteReason, asked }
  }

  test('are read to the total, and the first one again', async () => {
    const step = pages.counts === 'rows' ? pages.size : 1
    const { count, incompleteReason, asked } = await read('none')
    expect([count, incompleteReason]).toEqual([total, undefined])
    expect(asked).toEqual([0, 1, 2, 0].map((page) => pages.first + page * step))
  })

  const faults: [name: string, fault: Fault, reason: string, applies?: boolean][] = [
    ['their order shifts by one row in between', 'shifted', 'repeats rows', !pages.hasRepeats],
    [
      'the total changes',
      'other total',
      `the total changed from ${total} to ${total - 1}`,
      !pages.isTotalOnFirst,
    ],
    ['they end before the total', 'short', `its total is ${total}`],
    [
      'one is empty',
      'empty',
      pages.isBareWhenEmpty
        ? `the total changed from ${total} to not given`
        : 'page 2 has no new rows',
    ],
    ['they begin again', 'repeated', 'page 2 has no new rows'],
  ]

  test.each(faults.filter(([, , , applies = true]) => applies))(
    'prove nothing when %s',
    async (_, fault, reason) => {
      expect((await read(fault)).incompleteReason).toContain(reason)
    },
  )

  test.each([400, 500])('fail as a whole with the second one: %d', async (status) => {
    await expect(read(status)).rejects.toThrow(`status ${status}`)
  })

  testEach([pages.end ?? []].flat().map((end) => [end]))(
    'are read to row %d, behind which the vendor refuses them',
    async (end) => {
      const { count, incompleteReason } = await read('none', end + 345)
      const reason = `the list has ${end} rows, and its total is ${end + 345}`
      expect([count, incompleteReason]).toEqual([end, reason])
    },
  )
})

/** A vendor whose list has this many rows like the first one of the recorded list, and what its pages were asked for by. */
function pagedVendor(
  system: System,
  recorded: RecordedBoard,
  pages: Pages,
  { total, fault }: { total: number; fault: Fault },
) {
  const usual = changedVendor(system, recorded, {})
  const list = recorded.exchanges.find(({ name }) => name === 'list')
  if (list === undefined) throw new Error('no exchange is called list')
  const asked: number[] = []
  const fetch: Fetch = async (request) => {
    const at = positionOf(request, list, pages)
    if (at === undefined) return await usual.fetch(request)
    asked.push(at)
    return accepted(request, toResponse(pageAt(list, pages, { at, total, fault })))
  }
  return { board: usual.board as Board, fetch, asked }
}

/** What a request for a page of the list asks for. */
function positionOf(request: HttpRequest, list: Exchange, { at }: Pages): number | undefined {
  const position = RegExp(`(?<=[?&;,]${RegExp.escape(at)}=)\\d+`)
  const withoutPosition = ({ url, body }: HttpRequest) => [
    decodeURIComponent(url).replace(position, ''),
    body && merged(body, Object(changeAt(at, null)).change),
  ]
  if (!Bun.deepEquals(withoutPosition(request), withoutPosition(list.request))) return undefined
  const found = memberAt(request.body, ...at.split('.'))
  return Number(found ?? position.exec(decodeURIComponent(request.url))?.[0])
}

function pageAt(
  { answer }: Exchange,
  pages: Pages,
  { at, total, fault }: { at: number; total: number; fault: Fault },
): RecordedAnswer {
  const { first, size, counts } = pages
  const page = counts === 'rows' ? (at - first) / size : at - first
  const start = page * size
  if (start >= (pages.end ?? total + size)) return { status: 500 }
  // The second page has the fault.
  const wrong = page === 1 ? fault : 'none'
  if (typeof wrong === 'number') return { status: wrong }
  const rowsOf = (from: number, to: number) => {
    const [row] = [memberAt(answer.json, ...pages.rows.split('.'))].flat()
    return range(from, Math.min(total, to)).map((number) => likeRow(row, pages, number))
  }
  const rows = {
    none: () => rowsOf(start, start + size),
    'other total': () => rowsOf(start, start + size),
    shifted: () => rowsOf(start - 1, start - 1 + size),
    short: () => rowsOf(start, start + size - 3),
    repeated: () => rowsOf(0, size),
    empty: () => [],
  }[wrong]()
  if (wrong === 'empty' && pages.isBareWhenEmpty) return { json: { [pages.rows]: rows } }
  const shown = pages.isTotalOnFirst && page > 0 ? 0 : total
  const changes: [string, unknown][] = [
    [pages.rows, rows],
    [pages.total, wrong === 'other total' ? total - 1 : shown],
  ]
  if (pages.pages) changes.push([pages.pages, Math.ceil(total / size)])
  return changes.reduce(
    (value, [path, change]) => changedAnswer(value, changeAt(path, change)),
    answer,
  )
}

function likeRow(row: unknown, { id, pattern }: Pages, number: number): unknown {
  return [id].flat().reduce((like, path) => {
    const old = memberAt(row, ...path.split('.'))
    const text = pattern?.replace('#', String(number).padStart(12, '0')) ?? String(number + 1)
    return merged(like, changeAt(path, typeof old === 'number' ? Number(text) : text).change)
  }, row)
}
