import { Random } from '../../../src/sample/random'
import { analyze } from '../../../src/text/search/index/analyzer'
import { combine, type Form, type Query, type TextField, textQuery } from './query'
import type { SampleJob, Vocabulary, Word } from './vocabulary'

/** How many queries of each form; 330 in all. */
const COUNTS: Readonly<Record<Form, number>> = {
  word: 40,
  and: 35,
  or: 30,
  not: 30,
  phrase: 40,
  distance: 25,
  prefix: 30,
  place: 25,
  employer: 15,
  combination: 30,
  apart: 30,
}

/** Apart from the streams of the sample. */
const STREAM = 9_001

/** Searches in all forms, from the catalogue's own words by their frequency; the same for the same catalogue. */
export function makeQueries(vocabulary: Vocabulary): Query[] {
  const random = new Random(1, STREAM, 0)
  const maker = new QueryMaker(vocabulary, random)
  return Object.entries(COUNTS).flatMap(([form, count]) =>
    Array.from({ length: count }, (_, number) => maker.make(form as Form, number)),
  )
}

/** From a word in most jobs to one in a few. */
const SHARES = [
  { least: 0.1, most: 1 },
  { least: 0.01, most: 0.1 },
  { least: 0.001, most: 0.01 },
  { least: 0, most: 0.001 },
] as const

/** An English and a French word, which postings in one language do not have together. */
const BILINGUAL: readonly (readonly [string, string])[] = [
  ['there', 'en'],
  ['the', 'les'],
  ['and', 'poste'],
  ['work', 'travail'],
  ['team', 'equipe'],
  ['with', 'vous'],
  ['you', 'nous'],
  ['benefits', 'avantages'],
  ['health', 'sante'],
  ['care', 'soins'],
]

class QueryMaker {
  private readonly strangers: Record<TextField, [string, string][]>

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly random: Random,
  ) {
    this.strangers = {
      title: strangers(vocabulary, 'title'),
      description: strangers(vocabulary, 'description'),
    }
  }

  make(form: Form, number: number): Query {
    const field: TextField = number % 2 === 0 ? 'title' : 'description'
    switch (form) {
      case 'word': {
        const word = this.word(field, number >> 1)
        return textQuery(form, field, word, word)
      }
      case 'and':
        return this.words(form, field, number, { ours: ' ', rival: ' & ' })
      case 'or':
        return this.words(form, field, number, { ours: ' OR ', rival: ' | ' })
      case 'not': {
        // One in six excludes and asks nothing else.
        const first = this.word(field, number)
        const second = this.word(field, number >> 1, first)
        if (number % 6 === 5) return textQuery(form, field, `-${first}`, `!${first}`)
        return textQuery(form, field, `${first} -${second}`, `${first} & !${second}`)
      }
      case 'phrase': {
        const words = this.neighbours(field, 2 + (number % 3 === 2 ? 1 : 0))
        return textQuery(form, field, `"${words.join(' ')}"`, words.join(' <-> '))
      }
      case 'distance':
        return this.near(field, number)
      case 'prefix': {
        const start = this.word(field, number).slice(0, 3 + (number % 3))
        return textQuery(form, field, `${start}*`, `${start}:*`)
      }
      case 'place':
        return this.place(number)
      case 'employer':
        return this.employer(number)
      case 'combination':
        return this.combination(field, number)
      case 'apart':
        return this.apart(number)
    }
  }

  /** Two or three words joined, each of another frequency. */
  private words(
    form: Form,
    field: TextField,
    number: number,
    joints: { ours: string; rival: string },
  ): Query {
    const count = 2 + (number % 4 === 3 ? 1 : 0)
    const words = Array.from({ length: count }, (_, part) => this.word(field, number + part))
    return textQuery(form, field, words.join(joints.ours), words.join(joints.rival))
  }

  /** Two frequent words that never or seldom meet: of two languages, of two kinds of text, of two trades. */
  private apart(number: number): Query {
    const field = number % 3 === 2 ? 'title' : 'description'
    const place = Math.floor(number / 3)
    const [one, other] = (number % 3 === 0 ? BILINGUAL[place] : this.strangers[field][place]) ?? []
    if (one === undefined) throw new Error(`too few words of a ${field} never meet`)
    return textQuery('apart', field, `${one} ${other}`, `${one} & ${other}`)
  }

  private near(field: TextField, number: number): Query {
    const distance = 2 + (number % 5)
    const words = this.neighbours(field, field === 'title' ? 2 : distance + 1)
    const [first = '', last = ''] = [words[0], words.at(-1)]
    const apart = Array.from(
      { length: distance },
      (_, index) => `(${first} <${index + 1}> ${last})`,
    )
    return {
      form: 'distance',
      ours: { [`${field}_advanced`]: `${first} <${distance}> ${last}` },
      rival: textQuery('distance', field, '', apart.join(' | ')).rival,
    }
  }

  private place(number: number): Query {
    const one = this.placeName(number)
    if (number % 4 !== 3) return placeQuery([one])
    return placeQuery([one, this.placeName(number + 1)])
  }

  private placeName(number: number): string {
    const { city, region, countryName } = this.job(({ city, region }) => Boolean(city && region))
    const parts = [[city, region, countryName], [region], [city], [city, region]][number % 4] ?? []
    return parts.filter((part) => part !== null).join(', ')
  }

  private employer(number: number): Query {
    const name = this.job(({ organization }) => organization !== null).organization ?? ''
    if (number % 2 === 0) {
      const quoted = name.includes(',') ? `"${name}"` : name
      return { form: 'employer', ours: { organization: quoted }, rival: { organization: name } }
    }
    const word = analyze(name)[0] ?? ''
    return {
      form: 'employer',
      ours: { organization_advanced: `'${word}'` },
      rival: { organization_query: `'${word}'` },
    }
  }

  private combination(field: TextField, number: number): Query {
    const one = this.word(field, number)
    const text = textQuery('combination', field, one, one)
    const flags = [{ remote: 'true' }, { has_salary: 'true' }, { country: 'CA' }] as const
    const flag = flags[number % 3] ?? flags[0]
    const asked = { ours: flag, rival: flag }
    switch (number % 4) {
      case 0:
        return combine('combination', text, asked)
      case 1:
        return combine('combination', text, this.place(number % 3))
      case 2:
        return combine('combination', text, this.place(1), asked)
      default:
        return combine('combination', text, this.make('phrase', field === 'title' ? 1 : 0), asked)
    }
  }

  /** A word of one of the frequencies, all words within it alike. */
  private word(field: TextField, number: number, other?: string): string {
    const all = field === 'title' ? this.vocabulary.titles : this.vocabulary.texts
    const { least, most } = SHARES[number % SHARES.length] ?? SHARES[0]
    const fitting = all.filter(
      ({ word, share }) => share >= least && share < most && word !== other,
    )
    return this.random.pick<Word>(fitting.length > 0 ? fitting : all).word
  }

  /** Words that stand side by side in some job. */
  private neighbours(field: TextField, count: number): string[] {
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      const job = this.random.pick(this.vocabulary.jobs)
      const words = analyze(field === 'title' ? job.title : job.description)
      const start = this.random.integer(0, Math.max(0, words.length - count))
      const chosen = words.slice(start, start + count)
      if (chosen.length === count && chosen.every((word) => /^[a-z]{2,}$/.test(word))) return chosen
    }
    throw new Error(`no ${count} words stand side by side`)
  }

  private job(isFit: (job: SampleJob) => boolean): SampleJob {
    return this.random.pick(this.vocabulary.jobs.filter(isFit))
  }
}

function placeQuery(names: readonly string[]): Query {
  const phrases = names.map((name) =>
    analyze(name)
      .map((word) => `'${word}'`)
      .join(' <-> '),
  )
  return {
    form: 'place',
    ours: { location: names.join(' OR ') },
    rival: { place_query: phrases.map((phrase) => `(${phrase})`).join(' | ') },
  }
}

/** The most frequent words of which `strangers` makes pairs. */
const STRANGERS = 500

/** Pairs of words that no job of the sample has together, the pair of the largest shares first; each word is in one pair. */
function strangers({ titles, texts, jobs }: Vocabulary, field: TextField): [string, string][] {
  const words = (field === 'title' ? titles : texts).slice(0, STRANGERS)
  const documents = jobs.map((job) => new Set(analyze(job[field])))
  const pairs = words.flatMap((one, place) =>
    words.slice(place + 1).flatMap((other) => {
      const meet = documents.some((document) => document.has(one.word) && document.has(other.word))
      return meet ? [] : [{ one: one.word, other: other.word, share: one.share * other.share }]
    }),
  )
  const used = new Set<string>()
  return pairs
    .toSorted((a, b) => b.share - a.share)
    .flatMap(({ one, other }): [string, string][] => {
      if (used.has(one) || used.has(other)) return []
      used.add(one).add(other)
      return [[one, other]]
    })
}
