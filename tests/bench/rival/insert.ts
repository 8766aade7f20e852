import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Posting } from '../../../src/catalogue/import/posting'
import { jobs } from './table'

const ROWS_A_STATEMENT = 500

/** Takes postings in as most people would: parsed, turned into rows, inserted in batches; nothing is compared. */
export async function insertAsRival(url: string, file: string): Promise<void> {
  const client = postgres(url, { max: 4, onnotice: () => undefined })
  try {
    for (const name of ['tables.sql', 'indexes.sql']) {
      await client.unsafe(await Bun.file(join(import.meta.dir, name)).text())
    }
    const database = drizzle(client, { casing: 'snake_case' })
    const lines = (await Bun.file(file).text()).trimEnd().split('\n')
    for (let start = 0; start < lines.length; start += ROWS_A_STATEMENT) {
      const batch = lines.slice(start, start + ROWS_A_STATEMENT)
      const rows = batch.map((line, index) => toRow(start + index + 1, JSON.parse(line)))
      await database.insert(jobs).values(rows)
    }
  } finally {
    await client.end({ timeout: 5 })
  }
}

function toRow(id: number, posting: Posting): typeof jobs.$inferInsert {
  const addresses = (posting.locations ?? []).map(({ address }) => address)
  const labels = addresses.map((address) =>
    [address?.addressLocality, address?.addressRegion, address?.addressCountry]
      .filter(Boolean)
      .join(', '),
  )
  return {
    id,
    title: posting.title,
    organization: posting.organization ?? null,
    datePosted: posting.date_posted ? new Date(posting.date_posted) : null,
    dateCreated: new Date(),
    dateValidThrough: posting.date_valid_through ? new Date(posting.date_valid_through) : null,
    status: 'active',
    country: addresses[0]?.addressCountry ?? 'US',
    locations: posting.locations ?? null,
    locationsAlt: labels,
    locationsDerived: labels,
    locationText: labels.join(' | '),
    locationType: posting.location_type ?? null,
    salary: posting.salary ?? null,
    employmentType: posting.employment_type ?? null,
    url: posting.url,
    source: posting.source,
    sourceType: posting.source_type ?? 'ats',
    sourceDomain: new URL(posting.url).host,
    sourceSlug: posting.source_slug ?? null,
    applyUrl: posting.apply_url ?? null,
    workArrangement: posting.work_arrangement ?? null,
    descriptionText: posting.description_html?.replace(/<[^>]*>/g, ' ') ?? null,
    descriptionHtml: posting.description_html ?? null,
    sourceFields: posting.source_fields ?? null,
  }
}
