import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Posting } from '../../../../src/catalogue/import/posting'
import { HOUR_MS } from '../../../../src/values/instant'
import { posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

const app = useTestApp({}, async (app) => {
  await app.write(...POSTINGS)
  app.clock.advance(HOUR_MS)
})

const JOBS = 200

type Words = readonly [string, string, string]

/** Words of which two are always there, side by side now and then, and a third seldom. */
function sentence(number: number, [one, other, third]: Words): string {
  const phrase = number % 7 === 0 ? `${one} ${other}` : `${other} ${one}`
  return number % 50 === 0 ? `${phrase} ${third}` : phrase
}

const RARE: Words = ['amber', 'beacon', 'cinder']

const COMMON: Words = ['of', 'the', 'people']

function descriptionOf(number: number): string {
  return `${sentence(number, RARE)} . x . ${sentence(number, COMMON)}`
}

/** The newest last, so that ids ascend where dates do, but for those without a date. */
const POSTINGS = Array.from({ length: JOBS }, (_, number): Posting => {
  const date_posted =
    number % 11 === 0 ? null : new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString()
  return posting({ title: `job ${number}`, description_text: descriptionOf(number), date_posted })
})

const NUMBERS = POSTINGS.map((_, number) => number)

/** From most to least, and those without a date last. */
const NEWEST = [...NUMBERS].sort(
  (a, b) => Number(a % 11 === 0) - Number(b % 11 === 0) || Number(b) - Number(a),
)

const SEARCHES = [RARE, COMMON].flatMap(
  ([one, other, third]): [string, (text: string) => boolean][] => [
    [`"${one} ${other}"`, (text) => text.includes(`${one} ${other}`)],
    [`"${other} ${third}"`, (text) => text.includes(`${other} ${third}`)],
    [`-"${one} ${other}"`, (text) => !text.includes(`${one} ${other}`)],
    [`"${third} ${one}"`, () => false],
  ],
)

const limit = fc.integer({ min: 1, max: 40 })

interface FoundJob {
  id: number
  title: string
}

async function read(parameters: Record<string, string | number>): Promise<FoundJob[]> {
  const texts = Object.entries({ time_frame: '6m', ...parameters }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return await app.get(`/v1/active-ats?${texts.join('&')}`)
}

const numberOf = ({ title }: FoundJob): number => Number(title.replace('job ', ''))

describe.each(SEARCHES)('%s', (description, isFound) => {
  const found = (numbers: readonly number[]) =>
    numbers.filter((number) => isFound(descriptionOf(number)))

  test('a page of any size anywhere is that of the whole list', async () => {
    await fc.assert(
      fc.asyncProperty(limit, fc.nat({ max: JOBS }), async (limit, offset) => {
        const page = await read({ description, limit, offset })
        expect(page.map(numberOf)).toEqual(found(NEWEST).slice(offset, offset + limit))
      }),
      { numRuns: 60 },
    )
  })

  test('a walk by cursor reads each job once, by id', async () => {
    await fc.assert(
      fc.asyncProperty(limit, async (limit) => {
        const all: FoundJob[] = []
        for (;;) {
          const page = await read({ description, limit, cursor: all.at(-1)?.id ?? 0 })
          if (page.length === 0) break
          all.push(...page)
        }
        expect(all.map(numberOf)).toEqual(found(NUMBERS))
      }),
      { numRuns: 10 },
    )
  })

  test('a walk through the live search reads each job once, the newest first', async () => {
    await fc.assert(
      fc.asyncProperty(limit, async (limit) => {
        const all: FoundJob[] = []
        let more = `limit=${limit}`
        for (;;) {
          const target = `/v1/jobs?country=CA&q=${encodeURIComponent(description)}&${more}`
          const page = await app.get<{ jobs: FoundJob[]; next_cursor: string | null }>(target)
          all.push(...page.jobs)
          if (page.next_cursor === null) break
          more = `limit=${limit}&cursor=${page.next_cursor}`
        }
        expect(all.map(numberOf)).toEqual(found(NEWEST))
      }),
      { numRuns: 10 },
    )
  })
})
