import Type from 'typebox'
import type { Database } from '../database/client/connection'
import {
  findOrganizationList,
  renewOrganizationList,
  type StoredOrganizationList,
} from '../database/queries/organization-list'
import { reply, reusable } from '../http/reply'
import { listOf, oneOf } from '../parameters/parameter-types'
import { operation } from '../plugins/operation'
import { Organization, organizationsCsv } from '../resources/organization'
import { COUNTRIES, type Country } from '../values/country'
import { HOUR_MS } from '../values/instant'
import { staleWhileRevalidate } from '../values/single-flight'
import type { Services } from './services'

const query = {
  format: oneOf(['json', 'csv'], {
    default: 'json',
    description: 'Response format. In CSV, lists in a field are joined with `;`.',
    examples: ['json'],
  }),
  country: listOf(oneOf(COUNTRIES, { description: 'A country view.' }), {
    description:
      'Only employers with jobs in these countries; their `countries` and `active_jobs` stay whole.',
    examples: [['CA']],
  }),
}

const CSV = {
  contentType: 'text/csv; charset=utf-8',
  headers: { 'Content-Disposition': 'attachment; filename="organizations.csv"' },
}

export const atsOrganizations = ({ organizations }: Services) =>
  operation({
    operationId: 'getAtsOrganizations',
    summary: 'Organization list',
    description:
      'Every employer with active jobs, ordered by name, byte by byte. Built at most once an hour, so `active_jobs` may be that old; counts as one request and no jobs. The names are for the `organization` filter.',
    tag: 'Overview',
    parameters: query,
    response: Type.Array(Organization),
    otherContent: {
      'text/csv': Type.String({
        description: 'Header `organization,sources,countries,active_jobs`; RFC 4180, UTF-8.',
      }),
    },
    timeout: { status: 504 },
    acceptsQueryKey: true,
    hasEtag: true,
  }).get(
    '/v1/ats-organizations',
    async ({ context, parameters: { format, country = COUNTRIES } }) => {
      const list = await organizations(format, country)
      return reply(context, format === 'json' ? list : { ...list, ...CSV })
    },
  )

/** Minimum interval between two builds of the list, across all processes. */
const LIST_AGE_MS = HOUR_MS

type Format = 'json' | 'csv'

export type OrganizationList = ReturnType<typeof createOrganizationList>

/** Returns the list in a form, ready to be sent. Waits for the database only before the first list exists. */
export function createOrganizationList(options: {
  database: Database
  now: () => Date
  onFailure: (error: unknown) => void
}) {
  const { database, now, onFailure } = options
  const forms = staleWhileRevalidate({
    now,
    onFailure,
    renewAfterMs: LIST_AGE_MS,
    async find() {
      const stored = await findOrganizationList(database)
      return stored && dated(stored)
    },
    async make() {
      return dated(await renewOrganizationList(database, { now: now(), maxAgeMs: LIST_AGE_MS }))
    },
  })
  return async (format: Format, countries: readonly Country[]) => (await forms())(format, countries)
}

/** Prepares each form of a list on its first use. */
function dated({ builtAt, content }: StoredOrganizationList) {
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  const value = (format: Format, countries: readonly Country[]) =>
    prepared.getOrInsertComputed(`${format} ${countries.toSorted()}`, () =>
      prepare(format, countries, content),
    )
  return { at: builtAt, value }
}

function prepare(format: Format, countries: readonly Country[], content: string) {
  return reusable(Buffer.from(formText(format, countries, content)))
}

/** Only employers with jobs in these countries, which `listOf` made distinct. */
function formText(format: Format, countries: readonly Country[], content: string): string {
  if (format === 'json' && countries.length === COUNTRIES.length) return content
  const all: Organization[] = JSON.parse(content)
  const kept = all.filter((row) => row.countries.some((country) => countries.includes(country)))
  return format === 'json' ? JSON.stringify(kept) : organizationsCsv(kept)
}
