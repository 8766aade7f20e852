import { expect, test } from 'bun:test'
import type { KnownPosting } from '../../../src/collect/board/board-state'
import { withKnownIds } from '../../../src/collect/judge/known-ids'
import { newPage } from '../../../src/collect/sites/page-state'
import { workday } from '../../../src/collect/systems/workday'

const [TACOMA, BOISE] = ['/job/Tacoma/Cook_R1', '/job/Boise/Cook_R1']

/** The ids of a list of paths for a collector that knows these ids, each with the path it was last read from. */
function idsOf(paths: readonly string[], known: Record<string, string> = {}): string[] {
  const rows = Object.entries(known).map(
    ([id, path]): KnownPosting => newPage(id, `2.settings:${path}`, new Date(0)),
  )
  const postings = paths.map((path) => ({ external_id: path, fingerprint: path }))
  return withKnownIds({ kind: 'listed', postings }, rows, workday).postings.map(
    ({ external_id }) => external_id,
  )
}

test('the id of a new posting is its requisition, unless another one shares it', () => {
  expect(idsOf([TACOMA, '/job/C/Head-Welder_JR-2-1', '/job/C/x'])).toEqual([
    'R1',
    'JR-2-1',
    '/job/C/x',
  ])
  expect(idsOf([TACOMA, BOISE])).toEqual([TACOMA, BOISE])
})

test('a posting keeps its id when its path changes', () => {
  expect(idsOf(['/job/Tacoma/Head-Cook_R1'], { R1: TACOMA })).toEqual(['R1'])
  expect(idsOf([TACOMA, '/job/Boise/Head-Cook_R1'], { R1: TACOMA, [BOISE]: BOISE })).toEqual([
    'R1',
    BOISE,
  ])
})

test.each([
  [
    [TACOMA, BOISE],
    ['R1', BOISE],
  ],
  [
    [BOISE, TACOMA],
    [BOISE, 'R1'],
  ],
])('a posting keeps its id when another one comes to share its requisition: %p', (paths, ids) => {
  expect(idsOf(paths, { R1: TACOMA })).toEqual(ids)
})

test('a posting keeps its id when the other one of its requisition leaves', () => {
  const known = { R1: TACOMA, [BOISE]: BOISE }
  expect([idsOf([TACOMA], known), idsOf([BOISE], known)]).toEqual([['R1'], [BOISE]])
})

test('an entry that cannot be read is any of its requisition', () => {
  const known = ['R1', BOISE, 'R2'].map((id) => newPage(id, '', new Date(0)))
  const unreadable = [{ external_id: TACOMA, reason: 'no title' }, { reason: 'no path' }]
  const listing = { kind: 'listed' as const, postings: [], unreadable }
  expect(withKnownIds(listing, known, workday).unreadable).toEqual([
    { external_id: 'R1', reason: 'no title' },
    { external_id: BOISE, reason: 'no title' },
    { reason: 'no path' },
  ])
})
