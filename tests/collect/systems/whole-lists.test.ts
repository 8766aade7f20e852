import { describe, expect, test } from 'bun:test'
import { listAt, textAt } from '../../../src/collect/answers/members'
import type { System } from '../../../src/collect/system'
import { gem } from '../../../src/collect/systems/gem'
import { greenhouse } from '../../../src/collect/systems/greenhouse'
import { lever } from '../../../src/collect/systems/lever'
import { pinpoint } from '../../../src/collect/systems/pinpoint'
import { recruitee } from '../../../src/collect/systems/recruitee'
import { workable } from '../../../src/collect/systems/workable'
import { type Answer, listFrom, readRecordedList, recordedLists } from './answers'

/** What these systems answer for a board that does not exist, and the rows of an answer. */
const SYSTEMS: [System, { missing: Answer['body']; rows: readonly string[] }][] = [
  [gem, { missing: { error: 'Not found' }, rows: [] }],
  [
    greenhouse,
    {
      missing: { status: 404, error: 'Job not found' },
      rows: ['jobs'],
    },
  ],
  [
    lever,
    {
      missing: { ok: false, error: 'Document not found' },
      rows: [],
    },
  ],
  [pinpoint, { missing: 'Not found', rows: ['data'] }],
  [
    recruitee,
    {
      missing: { error: 'Not found' },
      rows: ['offers'],
    },
  ],
  [workable, { missing: { error: 'Not found' }, rows: ['jobs'] }],
]

describe.each(SYSTEMS.map(([system, expected]) => ({ ...expected, system, name: system.name })))(
  '$name',
  ({ system, missing }) => {
    test('a board that does not exist is missing', async () => {
      expect(await listFrom(system, { status: 404, body: missing })).toEqual({
        kind: 'missing',
        reason: expect.stringMatching(/^https:.*acme.* answered 404$/),
      })
    })

    test('a page of maintenance is an error and no absence', async () => {
      await expect(listFrom(system, { body: '<html>Back soon</html>' })).rejects.toThrow(
        `answered with something else than JSON`,
      )
      await expect(listFrom(system, { body: { error: 'busy' } })).rejects.toThrow(
        `answered without`,
      )
      await expect(listFrom(system, { status: 503, body: '' })).rejects.toThrow('status 503')
    })
  },
)

/** Other interfaces of Workable, which are recorded too, have no such rows. */
const recorded = await Promise.all(
  SYSTEMS.map(async ([system, { rows }]) =>
    (await recordedLists(system.source))
      .map(([file, answer]) => ({ system, file, answer, rows: listAt(answer, ...rows) }))
      .filter((list) => system !== workable || list.rows.length > 0),
  ),
)

test.each(recorded.flat().map((list) => [list.file, list] as const))(
  'recorded answers give postings: %s',
  async (_, { system, answer, rows }) => {
    const { isStable, unreadable, postings, withoutPlaces } = await readRecordedList(system, answer)
    expect({ isStable, unreadable, withoutPlaces }).toEqual({
      isStable: true,
      unreadable: [],
      withoutPlaces: 0,
    })
    // Workable repeats a row for each place.
    const ids = rows.map((row, index) => (system === workable ? textAt(row, 'shortcode') : index))
    expect(postings).toBe(new Set(ids).size)
  },
)
