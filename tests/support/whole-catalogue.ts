import { sql } from 'drizzle-orm'
import type { MirroredJob } from './mirror'
import type { TestApp } from './test-app'

type Copy = ReadonlyMap<number, MirroredJob>

/** Every active job as the single-job endpoint returns it. */
export async function readCatalogue(app: TestApp): Promise<Map<number, MirroredJob>> {
  const rows = await app.database.run<{ id: bigint }>(
    sql`select id from jobs where status = 'active' order by id`,
  )
  const jobs = await Promise.all(rows.map(({ id }) => app.get<MirroredJob>(`/v1/jobs/${id}`)))
  return new Map(jobs.map((job) => [job.id, job]))
}

/** The jobs as the feeds show them. */
export function withoutStatus(copy: Copy): MirroredJob[] {
  return sorted(copy).map(
    ({ status: _, date_modified: __, date_removed: ___, description_text: ____, ...job }) => job,
  )
}

/** The jobs as the change log shows them with `description=html`. */
export function withoutText(copy: Copy): MirroredJob[] {
  return sorted(copy).map(({ description_text: _, ...job }) => job)
}

function sorted(copy: Copy): MirroredJob[] {
  return [...copy.values()].sort((a, b) => a.id - b.id)
}
