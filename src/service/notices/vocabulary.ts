import type { Database } from '../../catalogue/database/client/connection'
import { renewVocabulary, type StoredVocabulary } from '../../catalogue/database/queries/vocabulary'
import { citySpelling } from '../../text/locations/table/city-names'
import { analyze } from '../../text/search/index/analyzer'
import { keepingShort } from '../../values/bounded-cache'
import { COUNTRY_NAMES, type Country } from '../../values/country'
import { HOUR_MS } from '../../values/instant'
import { findRegion, REGIONS, type Region } from '../../values/region'
import { memoizeSync, staleWhileRevalidate } from '../../values/single-flight'
import { placeInText, type Uses } from './place-in-text'
import { similarName } from './suggestions'
import { formsOf, type Names } from './word-forms'

/** Minimum interval between two counts of the vocabulary, across all processes. */
const VOCABULARY_AGE_MS = HOUR_MS

/** The names in active jobs, at most about an hour old. */
export class Vocabulary {
  readonly words: Names
  readonly employers: Names
  readonly sources: Names

  constructor(stored: StoredVocabulary) {
    this.words = byNumber(stored.words)
    this.employers = byNumber(stored.employers)
    this.sources = byNumber(stored.sources)
    this.cities = memoizeSync(() =>
      [...byNumber(stored.cities)].flatMap(([city, jobs]) => {
        const comma = city.lastIndexOf(',')
        const region = findRegion(city.slice(comma + 1))
        return region ? [{ name: city.slice(0, comma), region, jobs }] : []
      }),
    )
  }

  readonly formsOf = keepingShort(10_000, (word) => formsOf(word, this.words))

  /** The place that a text begins or ends with, if it has one. */
  readonly placeIn = keepingShort(2_000, (text) => [placeInText(text, (name) => this.uses(name))])

  /** Words of employers' names. */
  readonly employerWords = memoizeSync(() => countWords(this.employers))

  /** Words of the names of cities, regions and countries. */
  readonly placeWords = memoizeSync(() =>
    countWords(
      new Map([...[...REGION_NAMES.keys()].map((name) => [name, 1] as const), ...this.cityNames()]),
    ),
  )

  /** The cities, those with the most jobs first. */
  private readonly cities: () => readonly City[]

  /** Names of cities, with the number of jobs in all of each name. */
  private readonly cityNames = memoizeSync(() => {
    const names = new Map<string, number>()
    for (const { name, jobs } of this.cities()) names.set(name, (names.get(name) ?? 0) + jobs)
    return names
  })

  /** How many jobs are in cities of this name, and how many have it as a word of their titles. */
  private uses(text: string): Uses {
    const name = analyze(text).join(' ')
    return { asCity: this.cityNames().get(name) ?? 0, asWord: this.words.get(name) ?? 0 }
  }

  /** The cities whose names begin with a text, as `Toronto, Ontario`, those with the most jobs first. */
  citiesThatBegin(
    beginning: string,
    countries: readonly Country[],
  ): { name: string; jobs: number }[] {
    const asked = analyze(beginning).join(' ')
    if (asked.length < MIN_BEGINNING) return []
    return this.cities()
      .filter(({ name, region }) => name.startsWith(asked) && countries.includes(region.country))
      .slice(0, MAX_CITIES)
      .map((city) => ({ name: fullName(city), jobs: city.jobs }))
  }

  /** `Toronto, Ontario` for `Tornto`; the region of a name with one stays. Undefined if no place is similar. */
  nearestPlace(typed: string): string | undefined {
    const [name = '', wider] = typed.split(',')
    if (name.trim().length < MIN_PLACE) return undefined
    const region = findRegion(wider ?? '')
    const cities = this.cities().filter((city) => city.region === (region ?? city.region))
    const nearest = similarName(analyze(name).join(' '), [
      ...(wider === undefined ? REGION_NAMES.keys() : []),
      ...new Set(cities.map((city) => city.name)),
    ])
    const named = nearest ?? (wider === undefined ? cityAmong(analyze(name), cities) : undefined)
    const city = cities.find((one) => one.name === named)
    return REGION_NAMES.get(nearest ?? '') ?? (city && fullName(city))
  }
}

/** The city whose name begins a text: `calgary nw`, `vancouver downtown area`. */
function cityAmong(words: readonly string[], cities: readonly City[]): string | undefined {
  const beginnings = words.map((_, at) => words.slice(0, words.length - at).join(' '))
  return beginnings.find((beginning) => cities.some(({ name }) => name === beginning))
}

interface City {
  /** Normalized. */
  name: string
  region: Region
  jobs: number
}

/** One letter begins too many names. */
const MIN_BEGINNING = 2

const MAX_CITIES = 10

/** A shorter name is an initial as likely as a slip. */
const MIN_PLACE = 4

const REGION_NAMES: ReadonlyMap<string, string> = new Map(
  [...REGIONS.map(({ name }) => name), ...Object.values(COUNTRY_NAMES)].map((name) => [
    analyze(name).join(' '),
    name,
  ]),
)

/** `St. John's, Newfoundland and Labrador`: the name as the table of cities spells it, or with capitals. */
function fullName({ name, region }: City): string {
  const typed = name.replace(/ s(?= |$)/g, "'s")
  const known = citySpelling(typed, region.code)
  const capitals = name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  return `${known === typed ? capitals : known}, ${region.name}`
}

function byNumber(numbers: Readonly<Record<string, number>>): Names {
  return new Map(Object.entries(numbers).sort(([, a], [, b]) => b - a))
}

function countWords(names: Names): Names {
  const words = new Map<string, number>()
  for (const [name, number] of names) {
    for (const word of new Set(analyze(name))) {
      words.set(word, (words.get(word) ?? 0) + number)
    }
  }
  return new Map([...words].sort(([, a], [, b]) => b - a))
}

/** The vocabulary of this process: `current` is undefined until `prepare` has read it once. */
export function createVocabulary(options: {
  database: Database
  now: () => Date
  onFailure: (error: unknown) => void
}) {
  const { database, now } = options
  let current: Vocabulary | undefined
  const { prepare } = staleWhileRevalidate({
    ...options,
    name: 'the vocabulary',
    renewAfterMs: VOCABULARY_AGE_MS,
    async make() {
      const { value, at } = await renewVocabulary(database, {
        now: now(),
        maxAgeMs: VOCABULARY_AGE_MS,
      })
      current = new Vocabulary(value)
      return { value: undefined, at }
    },
  })
  return { current: () => current, prepare }
}
