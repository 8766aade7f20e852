import { highestPay } from '../../../values/pay/salary'
import { employmentTypeBits } from '../../../values/vocabulary'
import type { activeJobs } from '../../database/schema/jobs'
import { arrangementOf, type JobContent } from '../../resources/job'

/** The columns of a job that neither its content nor a part of it decides: they come from the writer, from places and words. */
type OtherColumns =
  | 'id'
  | 'dateCreated'
  | 'dateModified'
  | 'dateRemoved'
  | 'status'
  | 'places'
  | 'titleWords'
  | 'organizationWords'
  | 'textWords'

/** The columns that filters and orders read, as the content of a job decides them. */
export type SearchColumns = Omit<(typeof activeJobs)['$inferSelect'], OtherColumns>

/** The one writer of these columns: imports and `fill` take them from here. A new column of `jobs` is required here. */
export function searchColumns(content: JobContent): SearchColumns {
  const pay = content.salary === null ? undefined : highestPay(content.salary)
  return {
    country: content.country,
    datePosted: content.date_posted === null ? null : new Date(content.date_posted),
    employmentTypes: employmentTypeBits(content.employment_type ?? []),
    isRemote: content.location_type === 'TELECOMMUTE',
    hasSalary: content.salary !== null,
    workArrangement: arrangementOf(content) ?? 'unknown',
    roleHash: roleHash(content),
    payKind: pay?.kind ?? null,
    payTop: pay?.top ?? null,
    hasLocation: content.locations !== null,
    source: content.source,
    sourceSlug: content.source_slug,
    organization: content.organization,
  }
}

function roleHash({ organization, title }: JobContent): number | null {
  if (organization === null) return null
  const digest = new Bun.CryptoHasher('sha256').update(JSON.stringify([organization, title]))
  return digest.digest().readInt32BE()
}
