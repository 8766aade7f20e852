import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isUnwritable } from '../../catalogue/database/client/database-error'
import { type Queries, queryErrorCause } from '../../catalogue/database/client/drizzle'
import { coalesce } from '../../catalogue/database/client/operators'
import { apiKeys, apiKeyUsage } from '../../catalogue/database/schema/api-keys'
import { isKeyValid, type KeyLimits } from './api-keys'
import type { LeaseGrant, LeaseRequest } from './token-lease'

/** Usage to add to the stored usage of a month. */
export interface UsageDelta {
  /** `2026-11`. */
  month: string
  requests: number
  jobs: number
}

/** What a process flushes for one key. */
export interface KeyFlush extends LeaseRequest {
  hash: string
  deltas: readonly UsageDelta[]
}

/** The limits of a valid key and their remainders after a flush. */
export interface KeyQuota extends LeaseGrant {
  hash: string
  name: string
  isFeedOnly: boolean
  /** Null: no allowance. */
  jobsPerMonth: number | null
  /** The stored total of the month. */
  jobs: number
}

interface FlushOptions {
  /** The month of `KeyQuota.jobs`: `2026-11`. */
  month: string
  /** Limits of keys that have none of their own. */
  defaults: KeyLimits
  /** SQL expression for the current time; all processes must use the same clock. */
  databaseNow: SQL
}

/** What a flush learned, by hash; `isWritten` is false when the database could only be read. */
interface FlushAnswer {
  quotas: Map<string, KeyQuota>
  isWritten: boolean
}

/** Interval of the attempts to write while the database cannot be written. */
const WRITE_RETRY_MS = 1_000

/** Writes usage. While the database cannot be written (read-only, full disk), it reads the quotas only. */
export class UsageStore {
  unwritableSince: Date | undefined
  /** In `performance.now()` milliseconds. */
  private nextWriteAt = 0

  /** `report` receives a message when usage cannot be written, and when it can again. */
  constructor(
    private readonly queries: Queries,
    private readonly report: (message: string) => void,
  ) {}

  retryNow(): void {
    this.nextWriteAt = 0
  }

  async flush(
    flushes: readonly KeyFlush[],
    options: FlushOptions,
    now: Date,
  ): Promise<FlushAnswer> {
    if (performance.now() >= this.nextWriteAt) {
      try {
        const quotas = byHash(await flushUsage(this.queries, flushes, options))
        const isUsed = flushes.some(({ deltas, owed }) => deltas.length > 0 || owed > 0)
        if (isUsed && this.unwritableSince !== undefined) {
          this.unwritableSince = undefined
          this.report('usage is written again')
        }
        return { quotas, isWritten: true }
      } catch (error) {
        if (!isUnwritable(error)) throw error
        this.nextWriteAt = performance.now() + WRITE_RETRY_MS
        if (this.unwritableSince === undefined) {
          this.unwritableSince = now
          this.report(`usage cannot be written and is kept in memory: ${causeOf(error)}`)
        }
      }
    }
    const hashes = flushes.map(({ hash }) => hash)
    return { quotas: byHash(await readQuotas(this.queries, hashes, options)), isWritten: false }
  }
}

function byHash(quotas: readonly KeyQuota[]): Map<string, KeyQuota> {
  return new Map(quotas.map((quota) => [quota.hash, quota]))
}

function causeOf(thrown: unknown): string {
  const error = queryErrorCause(thrown)
  return error instanceof Error && error.cause instanceof Error
    ? error.cause.message
    : String(error)
}

/**
 * Adds usage, moves tokens between the buckets and this process, and returns the quotas of valid keys. Unknown, revoked
 * and expired keys are not in the result; the usage of the last two is added too. Keys without usage and tokens cause no
 * write. Rows of `api_keys` are locked first, in id order, so concurrent flushes cannot deadlock.
 *
 * Raw SQL: one statement for all keys, so a flush costs one round trip and is atomic.
 */
async function flushUsage(
  queries: Queries,
  flushes: readonly KeyFlush[],
  { month, defaults, databaseNow }: FlushOptions,
): Promise<KeyQuota[]> {
  const firstDay = `${month}-01`
  return await queries.run<KeyQuota>(sql`
    with flush as (
      select *, deltas <> '[]' as is_used from jsonb_to_recordset(${JSON.stringify(flushes)}::text::jsonb)
        as flush (hash text, deltas jsonb, needed integer, wanted integer, returned integer, owed integer)
    ),
    delta as (
      select hash, (month || '-01')::date as month, requests, jobs from flush
      cross join jsonb_to_recordset(deltas) as delta (month text, requests bigint, jobs bigint)
    ),
    known as (
      select id, hash, name, is_feed_only,
        ${isKeyValid(databaseNow)} as is_valid,
        coalesce(requests_per_minute, ${defaults.requestsPerMinute}::integer) as rate,
        coalesce(jobs_per_month, ${defaults.jobsPerMonth}::bigint) as allowance
      from ${apiKeys} where hash in (select hash from flush)
    ),
    locked as (
      select id, hash, bucket_tokens, bucket_filled_at from ${apiKeys}
      where id in (
        select id from known join flush using (hash)
        where is_used or (rate is not null and (wanted > 0 or returned > 0 or owed > 0))
      )
      order by id for no key update
    ),
    present as (
      select id, hash, bucket_tokens, bucket_filled_at, ${databaseNow} as at from locked
    ),
    bucket as (
      select present.id, at, is_used, needed, wanted,
        least(rate, returned - owed + coalesce(
          bucket_tokens + greatest(0, extract(epoch from at - bucket_filled_at))::double precision * rate / 60,
          rate)) as tokens
      from present join known using (id) join flush on flush.hash = present.hash
    ),
    lease as (
      select id, at, is_used, tokens, coalesce(greatest(0, least(floor(tokens + 1e-6),
        greatest(needed, least(wanted, floor(tokens / 4))))), 0) as granted
      from bucket
    ),
    leased as (
      update ${apiKeys} set bucket_filled_at = at,
        bucket_tokens = case when tokens is not null then greatest(0, tokens - granted) end,
        last_used_at = case when is_used then at else last_used_at end
      from lease where lease.id = ${apiKeys.id}
      returning ${apiKeys.id}, granted, bucket_tokens
    ),
    added as (
      insert into ${apiKeyUsage} (key_id, month, requests, jobs)
      select locked.id, delta.month, requests, jobs from delta join locked using (hash)
      on conflict (key_id, month) do update set
        requests = ${apiKeyUsage.requests} + excluded.requests, jobs = ${apiKeyUsage.jobs} + excluded.jobs
      returning key_id, month, jobs
    )
    select known.hash, known.name, known.is_feed_only as "isFeedOnly", known.rate as "requestsPerMinute",
      known.allowance::double precision as "jobsPerMonth",
      coalesce(added.jobs, past.jobs, 0)::double precision as jobs,
      coalesce(leased.granted, 0)::integer as granted, leased.bucket_tokens as tokens
    from known
    left join leased using (id)
    left join added on added.key_id = known.id and added.month = ${firstDay}
    left join ${apiKeyUsage} past on past.key_id = known.id and past.month = ${firstDay}
    where known.is_valid`)
}

/**
 * The quotas of valid keys, for a database that cannot be written: nothing is granted, and `tokens` is the content of the
 * stored bucket.
 */
async function readQuotas(
  { db }: Queries,
  hashes: readonly string[],
  { month, defaults, databaseNow }: FlushOptions,
): Promise<KeyQuota[]> {
  const { bucketTokens, bucketFilledAt } = apiKeys
  const rate = coalesce<number | null>(apiKeys.requestsPerMinute, defaults.requestsPerMinute)
  const allowance = coalesce<number | null>(apiKeys.jobsPerMonth, defaults.jobsPerMonth)
  const rows = await db
    .select({
      hash: apiKeys.hash,
      name: apiKeys.name,
      isFeedOnly: apiKeys.isFeedOnly,
      requestsPerMinute: rate,
      jobsPerMonth: allowance.mapWith(apiKeys.jobsPerMonth),
      jobs: coalesce<number>(apiKeyUsage.jobs, 0).mapWith(Number),
      tokens: sql<number | null>`least(${rate}, coalesce(${bucketTokens}
        + greatest(0, extract(epoch from ${databaseNow} - ${bucketFilledAt})) * ${rate} / 60, ${rate}))::double precision`,
    })
    .from(apiKeys)
    .leftJoin(
      apiKeyUsage,
      and(eq(apiKeyUsage.keyId, apiKeys.id), eq(apiKeyUsage.month, `${month}-01`)),
    )
    .where(and(inArray(apiKeys.hash, [...hashes]), isKeyValid(databaseNow)))
  return rows.map((row) => ({ ...row, granted: 0 }))
}
