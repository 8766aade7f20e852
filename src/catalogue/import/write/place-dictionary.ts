import { sql } from 'drizzle-orm'
import { wholeLocationWords } from '../../../text/search/places/place-terms'
import { arrayLiteral } from '../../database/client/array-literal'
import type { Queries } from '../../database/client/drizzle'
import { anyOf } from '../../database/client/operators'
import { places } from '../../database/schema/places'
import { toTextVector } from '../../database/words/index-words'

/** Maximum number of cached ids; the cache saves a long import from asking for each term again. */
const MAX_CACHED = 200_000

/** The ids of place terms. A new term gets a permanent id; the analyzer that last learned it made its words. */
export class PlaceDictionary {
  private readonly cache = new Map<string, number>()
  private generationId: string | undefined

  /** Forgets the ids of another generation: ids of a lost history may belong to other terms now. */
  keepIfOf(generationId: string): void {
    if (this.generationId !== undefined && this.generationId !== generationId) this.cache.clear()
    this.generationId = generationId
  }

  /** Finds or assigns the ids of these terms. Call it outside the transaction: a term without a job does no harm. */
  async learn(queries: Queries, terms: Iterable<string>): Promise<PlaceIds> {
    if (this.cache.size > MAX_CACHED) this.cache.clear()
    const ids = new Map<string, number>()
    const missing: string[] = []
    for (const term of new Set(terms)) {
      const id = this.cache.get(term)
      if (id === undefined) missing.push(term)
      else ids.set(term, id)
    }
    for (const { id, term } of await storeTerms(queries, missing)) {
      this.cache.set(term, id)
      ids.set(term, id)
    }
    return new PlaceIds(ids)
  }
}

/** The ids of one batch's place terms, independent of what the dictionary caches later. */
export class PlaceIds {
  constructor(private readonly ids: ReadonlyMap<string, number>) {}

  /** The ids of these terms, ascending. Throws for a term that was not learned. */
  of(terms: Iterable<string>): number[] {
    const ids = Array.from(terms, (term) => {
      const id = this.ids.get(term)
      if (id === undefined) throw new Error(`place term not learned: ${term}`)
      return id
    })
    return ids.sort((a, b) => a - b)
  }
}

async function storeTerms(
  queries: Queries,
  terms: readonly string[],
): Promise<{ id: number; term: string }[]> {
  if (terms.length === 0) return []
  // Sorted, so that two importers lock rows in the same order and cannot deadlock.
  const sorted = [...terms].sort()
  const words = sorted.map((term) => {
    const whole = wholeLocationWords(term)
    return whole === undefined ? null : toTextVector([whole])
  })
  // Arrays instead of the builder's `values`: a batch may have more terms than a statement can have parameters.
  await queries.run(sql`
    insert into ${places} (term, words)
    select term, words::tsvector
    from unnest(${arrayLiteral(sorted)}::text[], ${arrayLiteral(words)}::text[]) as place (term, words)
    on conflict (term) do update set words = excluded.words
    where ${places.words} is distinct from excluded.words`)
  return await queries.db
    .select({ id: places.id, term: places.term })
    .from(places)
    .where(anyOf(places.term, sorted))
}
