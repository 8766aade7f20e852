import { analyze } from '../../../src/text/search/index/analyzer'
import { combine, type Query, textQuery } from './query'
import type { Vocabulary, Word } from './vocabulary'

/** A count whose time on a dedicated full-text server is known, and of how many jobs there. */
export interface NamedCount {
  name: string
  query: Query
  dedicatedMs: number
}

/** Active jobs when the dedicated server (Sphinx 2.2, the same kind of data and machine) was measured. */
export const DEDICATED_JOBS = 430_000

/** The counts that a dedicated full-text server was measured with, in the words of this catalogue. */
export function namedCounts({ titles, texts, jobs }: Vocabulary): NamedCount[] {
  const [one, other] = [nearest(texts, 0.45), nearest(texts, 0.35)]
  const phrase = commonPhrase(jobs.map(({ description }) => analyze(description)))
  const title = titles[0]?.word ?? ''
  const without = companion(
    title,
    jobs.map((job) => analyze(job.title)),
  )
  const beginning = commonPrefix(jobs.map(({ description }) => analyze(description)))
  const filtered = textQuery('combination', 'title', title, title)
  const remote = { remote: 'true' }
  return [
    {
      name: 'common pair in descriptions',
      query: textQuery('and', 'description', `${one} ${other}`, `${one} & ${other}`),
      dedicatedMs: 19,
    },
    {
      name: 'phrase of common words',
      query: textQuery('phrase', 'description', `"${phrase.join(' ')}"`, phrase.join(' <-> ')),
      dedicatedMs: 23,
    },
    {
      name: 'title word with a filter',
      query: combine('combination', filtered, { ours: remote, rival: remote }),
      dedicatedMs: 4,
    },
    {
      name: 'prefix of two thirds of all jobs',
      query: textQuery('prefix', 'description', `${beginning}*`, `${beginning}:*`),
      dedicatedMs: 13,
    },
    {
      name: 'title word without another',
      query: textQuery('not', 'title', `${title} -${without}`, `${title} & !${without}`),
      dedicatedMs: 7,
    },
  ]
}

/** The word whose share is nearest to one. */
function nearest(words: readonly Word[], share: number): string {
  const [first] = words.toSorted(
    (one, other) => Math.abs(one.share - share) - Math.abs(other.share - share),
  )
  return first?.word ?? ''
}

/** Two words that stand side by side in most texts. */
function commonPhrase(texts: readonly (readonly string[])[]): string[] {
  const pairs = countTexts(texts, (words) =>
    words.slice(1).map((word, index) => `${words[index]} ${word}`),
  )
  return (pairs[0]?.word ?? '').split(' ')
}

/** The word that stands in most of the titles with another. */
function companion(word: string, titles: readonly (readonly string[])[]): string {
  const others = titles.filter((words) => words.includes(word))
  const counted = countTexts(others, (words) => words.filter((candidate) => candidate !== word))
  return counted.find((candidate) => /^[a-z]{3,}$/.test(candidate.word))?.word ?? ''
}

/** Three letters with which a word begins in two thirds of the texts. */
function commonPrefix(texts: readonly (readonly string[])[]): string {
  const starts = countTexts(texts, (words) =>
    words.filter((word) => /^[a-z]{4,}$/.test(word)).map((word) => word.slice(0, 3)),
  )
  return nearest(starts, 0.65)
}

/** In what share of the texts each term is, the most frequent first. */
function countTexts(
  texts: readonly (readonly string[])[],
  terms: (words: readonly string[]) => readonly string[],
): Word[] {
  const counts = new Map<string, number>()
  for (const words of texts) {
    for (const term of new Set(terms(words))) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return [...counts]
    .map(([word, count]) => ({ word, share: count / texts.length }))
    .sort((one, other) => other.share - one.share)
}
