import { describe, expect, test } from 'bun:test'
import {
  judgeShare,
  MIN_BOARDS,
  type SystemDay,
  usualShare,
} from '../../../src/collect/health/judge-share'

const NOW = new Date('2026-03-20T09:00:00Z')

/** Days before the 20th, the last one first, each with 100 boards. */
function daysBefore(...understood: (number | Partial<SystemDay>)[]): SystemDay[] {
  return understood.map((value, index) => ({
    day: `2026-03-${19 - index}`,
    source: 'lever',
    boards: 100,
    postings: 0,
    suspectSince: null,
    isUsual: true,
    ...(typeof value === 'number' ? { understood: value } : { understood: 0, ...value }),
  }))
}

function judge(understood: number, boards: number, known: readonly SystemDay[]) {
  return judgeShare({ boards, understood }, { day: '2026-03-20', now: NOW, known })
}

const USUAL = { suspectSince: null, isUsual: true }

describe('the usual share', () => {
  test('is that of all boards of the last seven days that count as usual', () => {
    expect(usualShare([])).toBeUndefined()
    expect(usualShare(daysBefore({ understood: 50, isUsual: false }))).toBeUndefined()
    expect(usualShare(daysBefore(90, { understood: 0, isUsual: false }, 80))).toBeCloseTo(0.85)
    expect(usualShare(daysBefore(...Array(7).fill(90), 0, 0))).toBeCloseTo(0.9)
    expect(usualShare(daysBefore({ understood: 10, boards: 10 }, 45))).toBeCloseTo(0.5)
  })
})

describe('a system is suspect', () => {
  test('when the share falls by more than a fifth of the usual one', () => {
    const known = daysBefore(100, 100)
    expect(judge(80, 100, known)).toEqual(USUAL)
    expect(judge(79, 100, known)).toEqual({ suspectSince: NOW, isUsual: false })
    expect(judge(65, 100, daysBefore(80))).toEqual(USUAL)
    expect(judge(63, 100, daysBefore(80))).toEqual({ suspectSince: NOW, isUsual: false })
  })

  test('not on its first day, and not by few boards', () => {
    expect(judge(0, 100, [])).toEqual(USUAL)
    const few = { suspectSince: null, isUsual: false }
    expect(judge(0, MIN_BOARDS - 1, daysBefore(100))).toEqual(few)
    expect(judge(0, MIN_BOARDS, daysBefore(100)).suspectSince).toEqual(NOW)
  })

  test('until the share is back, however long that takes, since the instant at which it began', () => {
    const since = new Date('2026-03-10T12:00:00Z')
    const suspect = { understood: 10, suspectSince: since, isUsual: false }
    const known = daysBefore(...Array(9).fill(suspect), 100, 100)
    expect(judge(10, 100, known)).toEqual({ suspectSince: since, isUsual: false })
    expect(judge(3, 5, known)).toEqual({ suspectSince: since, isUsual: false })
    expect(judge(85, 100, known)).toEqual(USUAL)
  })

  test('by the earlier count of the day, which is no day to compare with', () => {
    const since = new Date('2026-03-20T07:00:00Z')
    const earlier = { understood: 0, day: '2026-03-20', suspectSince: since, isUsual: false }
    const [today] = daysBefore(earlier)
    const known = [today as SystemDay, ...daysBefore(100)]
    expect(judge(50, 100, known)).toEqual({ suspectSince: since, isUsual: false })
    expect(judge(90, 100, known)).toEqual(USUAL)
    expect(judge(50, 100, [{ ...(today as SystemDay), ...USUAL }])).toEqual(USUAL)
  })
})
