import fc from 'fast-check'
import type { Posting } from '../../src/catalogue/import/posting'
import { EMPLOYMENT_TYPES, WORK_ARRANGEMENTS } from '../../src/values/vocabulary'
import { place, posting } from './posting-builder'
import { word } from './search-arbitraries'

/** Few values of every member, so that random filters find some postings and miss others. */
export const EMPLOYERS = ['a', 'ab, c', 'b "c++"', 'ea .net']
export const SOURCES = ['greenhouse', 'lever', 'careerpage']
export const INSTANTS = [
  '2026-01-14T00:00:00.000Z',
  '2026-01-15T00:30:00.000Z',
  '2026-01-15T05:30:00.000Z',
  '2026-01-15T10:29:59.999Z',
  '2026-01-15T10:30:00.000Z',
  '2026-01-16T00:00:00.000Z',
]

const words = fc.array(word, { maxLength: 10 }).map((list) => list.join(' '))
const name = fc.array(word, { minLength: 1, maxLength: 2 }).map((list) => list.join(' '))

const region = fc.oneof(fc.constantFrom('ON', 'QC', 'NY', 'California'), name)

const location = fc
  .tuple(fc.option(name), fc.option(region), fc.constantFrom('CA', 'CA', 'US'))
  .map((parts) => place(...parts))

const amount = fc.constantFrom(20, 31, 31.01, 60_000, 75_000.5)
const amounts = fc.oneof(
  fc.record({ value: amount }),
  fc.record({ minValue: amount }),
  fc.record({ maxValue: amount }),
  fc.tuple(amount, amount).map((pair) => {
    const [minValue = 0, maxValue = 0] = pair.toSorted((a, b) => a - b)
    return { minValue, maxValue }
  }),
)
const salary = fc.record({
  currency: fc.constantFrom('CAD', 'USD'),
  value: fc
    .tuple(amounts, fc.constantFrom('HOUR' as const, 'YEAR' as const))
    .map(([paid, unitText]) => ({ ...paid, unitText })),
})

/** A posting of words, employers and places that meet those of `search-arbitraries`. */
export const randomPosting: fc.Arbitrary<Posting> = fc
  .record({
    title: words.map((text) => text || '—'),
    organization: fc.option(fc.constantFrom(...EMPLOYERS)),
    description_text: fc.option(words),
    source: fc.constantFrom(...SOURCES),
    date_posted: fc.option(fc.constantFrom(...INSTANTS)),
    locations: fc.array(location, { maxLength: 3 }),
    countries: fc.constant<'CA'[]>(['CA']),
    location_type: fc.option(fc.constant('TELECOMMUTE' as const)),
    salary: fc.option(salary),
    work_arrangement: fc.option(fc.constantFrom(...WORK_ARRANGEMENTS)),
    employment_type: fc.option(fc.subarray([...EMPLOYMENT_TYPES], { maxLength: 2 })),
  })
  .map((members) => posting(members))
