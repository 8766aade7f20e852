import { describe, expect, test } from 'bun:test'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import { locationKey } from '../../../src/text/locations/table/location-key'
import { printResolution } from './print-resolution'

/** A text, what it means, and what the resolver says: `unresolved`, `foreign`, or places. */
interface Labelled {
  set: string
  text: string
  meaning: string
  answer: string
}

const ARRANGEMENT = /, (?:remote|hybrid|onsite)$/
const resolver = new LocationResolver()
const file = Bun.file(new URL('labelled-texts.tsv', import.meta.url))
const [, , ...lines] = (await file.text()).trimEnd().split('\n')
const labelled = lines.map((line): Labelled => {
  const [set = '', , text = '', meaning = ''] = line.split('\t')
  const answer = printResolution(resolver.resolve(text)).replace(ARRANGEMENT, '')
  return {
    set,
    text,
    meaning,
    answer: answer.replaceAll('?', '').replace(', foreign', ' + foreign'),
  }
})

/** Compared without case and accents; `Saint` and `St.` are one. */
function placesOf(printed: string): string[] {
  const keys = printed.split(' + ').map((place) => locationKey(place).replace(/\bsaint\b/g, 'st'))
  return keys.sort()
}

function isExact({ meaning, answer }: Labelled): boolean {
  return placesOf(answer).join() === placesOf(meaning).join()
}

/** Says nothing but what is true: each place is one that is meant, or the region or country of one. */
function isTrue({ meaning, answer }: Labelled): boolean {
  const meant = placesOf(meaning)
  return placesOf(answer).every((place) =>
    meant.some((other) => other === place || other.endsWith(`, ${place}`)),
  )
}

describe.each([
  ['seen', 0.99, 0.95],
  ['unseen', 0.99, 0.93],
])('of the texts labelled %s', (set, precision, recall) => {
  const texts = labelled.filter((row) => row.set === set)

  test(`at least ${precision} of what is answered is true`, () => {
    const answered = texts.filter(({ answer }) => answer !== 'unresolved')
    const wrong = answered.filter((row) => !isTrue(row))
    expect(wrong.length / answered.length, Bun.inspect(wrong)).toBeLessThanOrEqual(1 - precision)
  })

  test(`at least ${recall} of the places are answered in full`, () => {
    const meant = texts.filter(({ meaning }) => meaning !== 'unresolved')
    const missed = meant.filter((row) => !isExact(row))
    expect(missed.length / meant.length, Bun.inspect(missed)).toBeLessThanOrEqual(1 - recall)
  })
})

test('there are enough texts of either kind', () => {
  const count = (set: string) => labelled.filter((row) => row.set === set).length
  expect(count('seen')).toBeGreaterThan(400)
  expect(count('unseen')).toBeGreaterThanOrEqual(75)
})
