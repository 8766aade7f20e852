import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/drizzle'
import { toTextVector } from '../database/index-words'
import { places } from '../database/schema/places'
import { wholeLocationWords } from '../search/place-terms'

/** Ids kept in memory, so that a long import asks once for each term. */
const MAX_KEPT = 200_000

/**
 * The numbers of place terms. A term that is new gets one, which it keeps for good; its words are those of the analyzer
 * that learned it last.
 */
export class PlaceDictionary {
  private readonly known = new Map<string, number>()

  /** Learns the ids of these terms. Outside of any transaction: a term without a job does no harm. */
  async learn(queries: Queries, terms: Iterable<string>): Promise<LearnedPlaces> {
    if (this.known.size > MAX_KEPT) this.known.clear()
    const ids = new Map<string, number>()
    const missing: string[] = []
    for (const term of new Set(terms)) {
      const id = this.known.get(term)
      if (id === undefined) missing.push(term)
      else ids.set(term, id)
    }
    for (const { id, term } of await numberTerms(queries, missing)) {
      this.known.set(term, id)
      ids.set(term, id)
    }
    return new LearnedPlaces(ids)
  }
}

/** The place terms of one batch; what the dictionary learns or forgets beside it does not matter. */
export class LearnedPlaces {
  constructor(private readonly known: ReadonlyMap<string, number>) {}

  /** The ids of terms, ascending. Throws for a term that was not learned. */
  ids(terms: Iterable<string>): number[] {
    const ids = Array.from(terms, (term) => {
      const id = this.known.get(term)
      if (id === undefined) throw new Error(`place term not learned: ${term}`)
      return id
    })
    return ids.sort((a, b) => a - b)
  }
}

async function numberTerms(
  queries: Queries,
  terms: readonly string[],
): Promise<{ id: number; term: string }[]> {
  if (terms.length === 0) return []
  // So that two importers meet at the same row first and neither waits for the other in a circle.
  const sorted = [...terms].sort()
  const words = sorted.map((term) => {
    const whole = wholeLocationWords(term)
    return whole === undefined ? null : toTextVector([whole])
  })
  await queries.run(sql`
    insert into ${places} (term, words)
    select term, words::tsvector
    from unnest(${arrayLiteral(sorted)}::text[], ${arrayLiteral(words)}::text[]) as place (term, words)
    on conflict (term) do update set words = excluded.words
    where ${places.words} is distinct from excluded.words`)
  return await queries.run(sql`
    select ${places.id}, ${places.term} from ${places}
    where ${places.term} = any(${arrayLiteral(sorted)}::text[])`)
}
