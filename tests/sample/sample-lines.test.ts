import { describe, expect, test } from 'bun:test'
import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { Posting, Removal } from '../../src/catalogue/import/posting'
import { sampleLines } from '../../src/sample/sample-lines'
import { DAY_MS, floorToDay, floorToHour, HOUR_MS, parseInstant } from '../../src/values/instant'
import { replay } from './replay'

const UNTIL = new Date('2026-11-21T07:20:00Z')
const JOBS = 6000
const SPAN_MS = 183 * DAY_MS

if (!Format.Has('instant')) Format.Set('instant', (text) => parseInstant(text) !== undefined)

const history = replay(sampleLines({ jobs: JOBS, random: 1, until: UNTIL }))
const { events } = history

describe('sequence', () => {
  test('equal arguments give equal lines', () => {
    const options = { jobs: 400, random: 7, until: UNTIL }
    expect(Array.from(sampleLines(options))).toEqual(Array.from(sampleLines(options)))
  })

  test('another seed gives other lines', () => {
    const [first] = sampleLines({ jobs: 5, random: 1, until: UNTIL })
    const [other] = sampleLines({ jobs: 5, random: 2, until: UNTIL })
    expect(first).not.toEqual(other)
  })

  test.each([0, 1, 20, 999, 1000])('%d postings are created when as many are asked for', (jobs) => {
    const lines = replay(sampleLines({ jobs, random: 3, until: UNTIL }))
    expect(lines.keys.size).toBe(jobs)
  })

  test('instants do not go back', () => {
    const instants = events.map((event) => event.at)
    expect(instants).toEqual(instants.toSorted((one, other) => one - other))
  })

  test('instants lie in the 183 days before the end', () => {
    const outside = events.filter(
      ({ at }) => at < UNTIL.getTime() - SPAN_MS || at >= UNTIL.getTime(),
    )
    expect(outside).toEqual([])
  })

  test('only postings that are there are changed or removed, and only those that are not appear', () => {
    expect(history.issues).toEqual([])
  })

  test('a change is one that clients see', () => {
    expect(history.invisibleChanges).toEqual([])
  })
})

describe('lines', () => {
  test('hold against the schemas of import', () => {
    const posting = Compile(Posting)
    const removal = Compile(Removal)
    const wrong = events.filter(({ line }) =>
      'status' in line ? !removal.Check(line) : !posting.Check(line),
    )
    expect(wrong.map(({ line }) => line)).toEqual([])
  })

  test('survive being written as JSON', () => {
    const lines = events.slice(0, 500).map(({ line }) => line)
    expect(JSON.parse(JSON.stringify(lines))).toEqual(lines)
  })

  test('no placeholder stays unfilled', () => {
    const open = history.created.filter(
      ({ title, description_html, description_text }) =>
        /[{}|]|undefined|null/.test(`${description_html ?? description_text}`) ||
        /[{}]/.test(title),
    )
    expect(open.map(({ title }) => title)).toEqual([])
  })
})

describe('proportions', () => {
  test.each([
    ['active at the end', () => history.active.size / JOBS, 0.42, 0.5],
    ['excluded', () => history.count('excluded') / JOBS, 0.015, 0.05],
    ['updated at least once', () => history.updated.size / JOBS, 0.13, 0.19],
    ['reappeared of the expired', () => history.reappeared / history.count('expired'), 0.02, 0.07],
  ])('%s', (_, share, low, high) => {
    expect(share()).toBeGreaterThan(low)
    expect(share()).toBeLessThan(high)
  })

  test('weekends bring fewer postings than weekdays', () => {
    const perDay = new Array<number>(7).fill(0)
    for (const { kind, at } of events) {
      const day = new Date(at).getUTCDay()
      if (kind === 'created') perDay[day] = (perDay[day] ?? 0) + 1
    }
    const [sunday = 0, , tuesday = 0] = perDay
    expect(sunday * 2).toBeLessThan(tuesday)
  })
})

describe('the last hours, at every time of day', () => {
  test.each([0, 3.9, 8.25, 13.5, 19.99, 23.75])('%d h', (hour) => {
    const until = new Date(Date.parse('2026-03-01T00:00:00Z') + hour * HOUR_MS)
    const { events } = replay(sampleLines({ jobs: 1500, random: 11, until }))
    const floor = floorToHour(until).getTime()
    const day = floorToDay(until).getTime()
    const windows = [
      [floor - HOUR_MS, floor],
      [floor - DAY_MS, floor],
      [day - DAY_MS, day],
      [until.getTime() - HOUR_MS, until.getTime()],
    ]
    const empty = windows.flatMap(([from = 0, to = 0]) =>
      ['created', 'updated', 'expired'].filter(
        (kind) => !events.some((event) => event.kind === kind && event.at >= from && event.at < to),
      ),
    )
    expect(empty).toEqual([])
  })
})
