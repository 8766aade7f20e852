import { customType, timestamp } from 'drizzle-orm/pg-core'

/** In PostgreSQL's binary format; its words come from `search/analyzer`, never from PostgreSQL's parsers. */
export const tsvector = customType<{ data: Uint8Array }>({ dataType: () => 'tsvector' })

/** Clients see milliseconds, so no instant is stored finer. */
export const instant = (name = '') =>
  timestamp(name, { precision: 3, withTimezone: true, mode: 'date' })

/** A JSON value as text: the driver would encode a bound JSON text once more. */
export const json = <Value>() =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => JSON.parse(text),
  })()
