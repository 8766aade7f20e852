import { describe, expect, test } from 'bun:test'
import {
  expiredWindow,
  modifiedWindow,
  narrow,
  newJobsWindow,
  windowBefore,
} from '../../../src/service/filters/time-window'
import { ParameterError } from '../../../src/values/errors'
import type { Window } from '../../../src/values/window'

const NOW = new Date('2026-03-01T10:20:30.400Z')

function texts({ from, to }: Window): [string, string] {
  return [from.toISOString(), to.toISOString()]
}

describe('new jobs', () => {
  test.each([
    ['1h', '2026-03-01T09:00:00.000Z', '2026-03-01T10:00:00.000Z'],
    ['24h', '2026-02-28T10:00:00.000Z', '2026-03-01T10:00:00.000Z'],
    ['7d', '2026-02-22T10:20:30.400Z', '2026-03-01T10:20:30.400Z'],
    ['1m', '2026-01-29T10:20:30.400Z', '2026-03-01T10:20:30.400Z'],
    ['6m', '2025-08-30T10:20:30.400Z', '2026-03-01T10:20:30.400Z'],
  ] as const)('%s is from %s to %s', (frame, from, to) => {
    expect(texts(newJobsWindow(frame, NOW))).toEqual([from, to])
  })

  test('1h is the hour before, at the first and at the last millisecond of an hour', () => {
    const hour = ['2026-03-01T09:00:00.000Z', '2026-03-01T10:00:00.000Z']
    const windows = ['2026-03-01T10:00:00.000Z', '2026-03-01T10:59:59.999Z'].map((now) =>
      texts(newJobsWindow('1h', new Date(now))),
    )
    expect(windows).toEqual([hour, hour] as typeof windows)
  })
})

describe('expired jobs', () => {
  test.each([
    ['1h', '2026-03-01T09:20:30.400Z', '2026-03-01T10:20:30.400Z'],
    ['1d', '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['1m', '2026-01-29T10:20:30.400Z', '2026-03-01T10:20:30.400Z'],
    ['6m', '2025-08-30T10:20:30.400Z', '2026-03-01T10:20:30.400Z'],
  ] as const)('%s is from %s to %s', (frame, from, to) => {
    expect(texts(expiredWindow(frame, NOW))).toEqual([from, to])
  })
})

describe('search', () => {
  test.each([
    ['1h', '2026-03-01T09:20:30.400Z'],
    ['24h', '2026-02-28T10:20:30.400Z'],
    ['7d', '2026-02-22T10:20:30.400Z'],
    ['30d', '2026-01-30T10:20:30.400Z'],
    ['6m', '2025-08-30T10:20:30.400Z'],
  ] as const)('%s is from %s until now', (frame, from) => {
    expect(texts(windowBefore(NOW, frame))).toEqual([from, NOW.toISOString()])
  })
})

describe('modified jobs', () => {
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
  const window = (gte: string | undefined, lt: string | undefined) =>
    modifiedWindow({ date_modified_gte: date(gte), date_modified_lt: date(lt) }, NOW)

  test.each<[string, string | undefined, string | undefined, string, string]>([
    ['no date', undefined, undefined, '2026-02-28T10:00:00.000Z', '2026-03-01T10:00:00.000Z'],
    ['gte alone', '2026-02-20', undefined, '2026-02-20T00:00:00.000Z', NOW.toISOString()],
    ['lt alone', undefined, '2026-02-20', '2026-01-20T00:00:00.000Z', '2026-02-20T00:00:00.000Z'],
    [
      'lt in the first month there is',
      undefined,
      '0001-01-20',
      '0001-01-01T00:00:00.000Z',
      '0001-01-20T00:00:00.000Z',
    ],
    ['both', '2026-02-20', '2026-02-21', '2026-02-20T00:00:00.000Z', '2026-02-21T00:00:00.000Z'],
    ['31 days', '2026-01-01', '2026-02-01', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['nothing', '2026-02-20', '2026-02-20', '2026-02-20T00:00:00.000Z', '2026-02-20T00:00:00.000Z'],
    [
      'the future',
      '2026-04-01',
      '2026-04-02',
      '2026-04-01T00:00:00.000Z',
      '2026-04-02T00:00:00.000Z',
    ],
  ])('%s', (_, gte, lt, from, to) => {
    expect(texts(window(gte, lt))).toEqual([from, to])
  })

  test.each<[string | undefined, string | undefined, string, string]>([
    [
      '2026-01-20',
      undefined,
      'date_modified_gte',
      'the window is 40.5 days, at most 31; send date_modified_lt=2026-02-20T00:00:00Z, then the next window from there',
    ],
    [
      '2025-12-31T23:59:59.999Z',
      '2026-02-01',
      'date_modified_gte',
      'the window is 31.1 days, at most 31; send date_modified_lt=2026-01-31T23:59:59.999Z, then the next window from there',
    ],
    ['2026-02-21', '2026-02-20', 'date_modified_gte', 'the window starts after date_modified_lt'],
    ['2026-03-01T10:20:31.401Z', undefined, 'date_modified_gte', 'the window starts after now'],
  ])('from %p to %p is refused', (gte, lt, parameter, detail) => {
    expect(() => window(gte, lt)).toThrow(new ParameterError([{ parameter, detail }]))
  })
})

describe('an end', () => {
  const created = (to: string | undefined) =>
    newJobsWindow('7d', NOW, to === undefined ? {} : { to: new Date(to) })
  const modified = (to: string | undefined) =>
    modifiedWindow(
      {
        date_modified_gte: new Date('2026-02-20'),
        date_modified_lt: to ? new Date(to) : undefined,
      },
      NOW,
    )
  test.each<[string, string | undefined, boolean]>([
    ['absent', undefined, true],
    ['past', '2026-03-01T10:20:30.399Z', false],
    ['now', '2026-03-01T10:20:30.400Z', false],
    ['now by a clock that is a second ahead', '2026-03-01T10:20:31.400Z', false],
    ['in the future', '2026-03-01T10:20:31.401Z', true],
  ])('that is %s', (_, to, isOpen) => {
    for (const window of [created(to), modified(to)]) {
      expect(window.isOpen).toBe(isOpen)
      if (!isOpen) expect(window.to.toISOString()).toBe(to ?? '')
    }
  })

  test('that another process served is no future start', () => {
    const gte = new Date('2026-03-01T10:20:31.400Z')
    const window = modifiedWindow({ date_modified_gte: gte }, NOW)
    expect(window).toEqual({ from: gte, to: gte, isOpen: true })
  })
})

describe('narrowing', () => {
  const whole = { from: new Date('2026-01-10'), to: new Date('2026-01-20') }
  test.each<[string, string | undefined, string | undefined, string, string]>([
    ['by nothing', undefined, undefined, '2026-01-10', '2026-01-20'],
    ['from inside', '2026-01-12', undefined, '2026-01-12', '2026-01-20'],
    ['until inside', undefined, '2026-01-12', '2026-01-10', '2026-01-12'],
    ['on both sides', '2026-01-12', '2026-01-13', '2026-01-12', '2026-01-13'],
    ['never widens', '2026-01-01', '2026-01-31', '2026-01-10', '2026-01-20'],
    ['after it: empty', '2026-01-25', undefined, '2026-01-25', '2026-01-25'],
    ['before it: empty', undefined, '2026-01-05', '2026-01-10', '2026-01-10'],
    ['reversed: empty', '2026-01-15', '2026-01-12', '2026-01-15', '2026-01-15'],
  ])('%s', (_, from, to, start, end) => {
    const span = {
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
    }
    expect(texts(narrow(whole, span))).toEqual(texts({ from: new Date(start), to: new Date(end) }))
  })
})
