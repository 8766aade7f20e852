import { customType, timestamp } from 'drizzle-orm/pg-core'

/** In PostgreSQL's binary format; its words come from `search/analyzer`, never from PostgreSQL's parsers. */
export const tsvector = customType<{ data: Uint8Array }>({ dataType: () => 'tsvector' })

/** Clients see milliseconds, so no instant is stored finer. */
export const instant = () => timestamp({ precision: 3, withTimezone: true, mode: 'date' })
