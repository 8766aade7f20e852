import type { Database } from '../database/connection'
import {
  findOrganizationList,
  renewOrganizationList,
  type StoredOrganizationList,
} from '../database/queries/organization-list'
import { type Compressor, compressOnce } from '../plugins/compression'
import { type Organization, organizationsCsv } from '../resources/organization'
import { COUNTRIES, type Country } from '../values/country'
import { HOUR_MS } from '../values/instant'
import { type Dated, staleWhileRevalidate } from '../values/stale-while-revalidate'

/** Minimum interval between two builds of the list, across all processes. */
const ORGANIZATION_LIST_AGE_MS = HOUR_MS

type OrganizationFormat = 'json' | 'csv'

/** One form of the list, ready to be sent. */
interface PreparedList {
  body: Uint8Array
  etag: string
  compress: Compressor
}

/** Returns the list in a form. Waits for the database only before the first list exists. */
export type OrganizationList = (
  format: OrganizationFormat,
  countries: readonly Country[],
) => Promise<PreparedList>

export function createOrganizationList(options: {
  database: Database
  now: () => Date
  onFailure: (error: unknown) => void
}): OrganizationList {
  const { database, now, onFailure } = options
  const forms = staleWhileRevalidate({
    now,
    onFailure,
    renewAfterMs: ORGANIZATION_LIST_AGE_MS,
    async find() {
      const stored = await findOrganizationList(database)
      return stored && dated(stored)
    },
    async make() {
      const maxAgeMs = ORGANIZATION_LIST_AGE_MS
      return dated(await renewOrganizationList(database, { now: now(), maxAgeMs }))
    },
  })
  return async (format, countries) => (await forms())(format, countries)
}

function dated({ builtAt, content }: StoredOrganizationList): Dated<Forms> {
  return { at: builtAt, value: formsOf(content) }
}

type Forms = (format: OrganizationFormat, countries: readonly Country[]) => PreparedList

/** Prepares each form of a list on its first use. */
function formsOf(content: string): Forms {
  const prepared = new Map<string, PreparedList>()
  return (format, countries) => {
    const isWhole = COUNTRIES.every((country) => countries.includes(country))
    const key = `${format} ${isWhole ? COUNTRIES : countries}`
    const known = prepared.get(key)
    if (known !== undefined) return known
    const isStored = format === 'json' && isWhole
    const form = prepare(isStored ? content : formText(format, countries, content))
    prepared.set(key, form)
    return form
  }
}

function prepare(text: string): PreparedList {
  const body = Buffer.from(text)
  const etag = new Bun.CryptoHasher('sha256').update(body).digest('base64url')
  return { body, etag, compress: compressOnce(body) }
}

/** Only employers with jobs in these countries. */
function formText(
  format: OrganizationFormat,
  countries: readonly Country[],
  content: string,
): string {
  const all: Organization[] = JSON.parse(content)
  const kept = all.filter((row) => row.countries.some((country) => countries.includes(country)))
  return format === 'json' ? JSON.stringify(kept) : organizationsCsv(kept)
}
