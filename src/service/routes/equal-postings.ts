import type { Queries } from '../../catalogue/database/client/drizzle'
import { hashDescriptions } from '../../catalogue/database/queries/hash-descriptions'
import type { EqualPostings } from '../../catalogue/resources/explore-life'
import { type JobDocument, readDocument } from '../../catalogue/resources/read-document'
import type { FoundJob } from './search-page'

/** A job of a page, with the key of its employer, title and text. */
export interface KeyedJob {
  job: JobDocument
  found: FoundJob
  key: string
}

/** The first jobs of a search that make at most `limit` groups of equal postings. A job without an employer is a group of its own. */
export async function keyJobs(
  queries: Queries,
  found: readonly FoundJob[],
  limit: number,
): Promise<KeyedJob[]> {
  const hashes = await hashDescriptions(
    queries,
    found.map(({ id }) => id),
  )
  const keys = new Set<string>()
  const keyed: KeyedJob[] = []
  for (const one of found) {
    const job = readDocument(one.document)
    const key = keyOf(job, hashes.get(one.id))
    keys.add(key)
    if (keys.size > limit) break
    keyed.push({ job, found: one, key })
  }
  return keyed
}

/** The groups of a page in its order; each shows its first job. */
export function groupJobs(keyed: readonly KeyedJob[]): { shown: FoundJob; group: EqualPostings }[] {
  return [...Map.groupBy(keyed, ({ key }) => key)].flatMap(([key, [first, ...rest]]) => {
    if (first === undefined) return []
    const others = rest.map(({ job: { id, url, locations_derived: locations } }) => {
      return { id, url, locations: locations ?? [] }
    })
    return [{ shown: first.found, group: { key, others } }]
  })
}

function keyOf({ id, organization, title }: JobDocument, text: string | undefined): string {
  const same = organization === null ? [id] : [organization, title, text]
  return new Bun.CryptoHasher('sha256')
    .update(JSON.stringify(same))
    .digest('base64url')
    .slice(0, 16)
}
