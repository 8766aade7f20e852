import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { tsvector } from './columns'

/**
 * The dictionary of place terms; a job refers to its places by number. A term is a name that clients may search (`toronto`,
 * `toronto,ontario`), a code for exact filters (`region:on`, `city:toronto`, `city:toronto,on`), or a whole location
 * (`location:toronto,ontario,canada`). Only a whole location has `words`: its `City Region Country` text for boolean search.
 */
export const places = pgTable(
  'places',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    term: text().notNull().unique(),
    words: tsvector(),
  },
  (place) => [index('places_prefix').on(place.term.op('text_pattern_ops'))],
)
