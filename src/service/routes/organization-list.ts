import type { Database } from '../../catalogue/database/client/connection'
import type { StoredList } from '../../catalogue/database/conditions/stored-list'
import {
  findOrganizationList,
  renewOrganizationList,
} from '../../catalogue/database/queries/organization-list'
import { type Organization, organizationsCsv } from '../../catalogue/resources/organization'
import { COUNTRIES, type Country } from '../../values/country'
import { HOUR_MS } from '../../values/instant'
import { staleWhileRevalidate } from '../../values/single-flight'
import { reusable } from '../http/reply'

/** Minimum interval between two builds of the list, across all processes. */
const LIST_AGE_MS = HOUR_MS

type Format = 'json' | 'csv'

export type OrganizationList = ReturnType<typeof createOrganizationList>['find']

/** `find` returns the list in a form, ready to be sent. It waits for the database only before the first list exists. */
export function createOrganizationList(options: {
  database: Database
  now: () => Date
  onFailure: (error: unknown) => void
}) {
  const { database, now, onFailure } = options
  const { get, prepare } = staleWhileRevalidate({
    name: 'the organization list',
    now,
    onFailure,
    renewAfterMs: LIST_AGE_MS,
    async find() {
      const stored = await findOrganizationList(database)
      return stored && prepareForms(stored)
    },
    async make() {
      return prepareForms(
        await renewOrganizationList(database, { now: now(), maxAgeMs: LIST_AGE_MS }),
      )
    },
  })
  const find = async (format: Format, countries: readonly Country[]) =>
    (await get())(format, countries)
  return { find, prepare }
}

/** Prepares each form of a list on its first use. */
function prepareForms({ builtAt, content }: StoredList) {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  const value = (format: Format, countries: readonly Country[]) =>
    prepared.getOrInsertComputed(`${format} ${countries.toSorted()}`, () =>
      prepare(format, countries, content),
    )
  return { at: builtAt, value }
}

function prepare(format: Format, countries: readonly Country[], content: string) {
  return reusable(Buffer.from(listText(format, countries, content)))
}

/** Only employers with jobs in these countries, which `listOf` made distinct. */
function listText(format: Format, countries: readonly Country[], content: string): string {
  if (format === 'json' && countries.length === COUNTRIES.length) return content
  const all: Organization[] = JSON.parse(content)
  const kept = all.filter((row) => row.countries.some((country) => countries.includes(country)))
  return format === 'json' ? JSON.stringify(kept) : organizationsCsv(kept)
}
