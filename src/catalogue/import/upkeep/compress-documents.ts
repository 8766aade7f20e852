import { and, gt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { onlyRow, type Queries } from '../../database/client/drizzle'
import { anyOf } from '../../database/client/operators'
import { jobDocuments } from '../../database/schema/jobs'
import type { Writer } from '../write/writer'
import { BACKFILL_BATCH, type Backfill, backfill } from './backfill'

const { jobId, descriptionText, descriptionHtml } = jobDocuments

/**
 * Compresses the documents that were written before the server compressed new ones. Killed at any moment, it does the rest when
 * it is run again. Returns the number of jobs; 0 where the server has no lz4.
 */
export async function compressDocuments(
  writer: Writer,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  return (await isCompressing(writer.database)) ? await backfill(writer, STEPS, onProgress) : 0
}

/** Whether the migration found lz4. */
async function isCompressing({ run }: Queries): Promise<boolean> {
  // Not the builder: the catalog of PostgreSQL.
  const rows = await run<{ compression: string }>(sql`
    select attcompression::text as compression from pg_attribute
    where attrelid = 'job_documents'::regclass and attname = 'description_html'`)
  return onlyRow(rows).compression === 'l'
}

const STEPS: Backfill<{ id: bigint }> = {
  count: ({ db }) => db.$count(jobDocuments, IS_PLAIN),
  read: ({ db }, after) =>
    db
      .select({ id: jobId })
      .from(jobDocuments)
      .where(and(gt(jobId, after), IS_PLAIN))
      .orderBy(jobId)
      .limit(BACKFILL_BATCH),
  async write({ db }, rows) {
    const ids = rows.map(({ id }) => id)
    await db
      .update(jobDocuments)
      .set({ descriptionText: stored(descriptionText), descriptionHtml: stored(descriptionHtml) })
      .where(anyOf(jobId, ids))
  },
}

/** The size from which PostgreSQL compresses a value: `toast_tuple_target` of the table. */
const COMPRESSED_FROM = 1024

const IS_PLAIN = or(isPlain(descriptionText), isPlain(descriptionHtml))

function isPlain(column: PgColumn): SQL {
  return sql`(pg_column_compression(${column}) is null and pg_column_size(${column}) > ${COMPRESSED_FROM})`
}

/** The value as a new one: PostgreSQL would keep an unchanged value as it is stored. */
function stored(column: PgColumn): SQL {
  return sql`${column} || ''`
}
