import { type SQL, sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/drizzle'
import { apiKeyUsage } from '../database/schema/api-key-usage'
import { apiKeys } from '../database/schema/api-keys'
import type { KeyLimits } from './api-keys'
import type { LeaseClaim, LeaseGrant } from './token-lease'
import type { Tally } from './usage-count'

/** What a process tells of a key, by the key's hash, and asks for it. */
export interface Claim {
  hash: string
  tallies: readonly Tally[]
  lease: LeaseClaim
}

/** What holds for a key that is valid. */
export interface Standing extends LeaseGrant {
  hash: string
  id: number
  name: string
  /** Null: no allowance. */
  jobsPerMonth: number | null
  /** Used in the month asked about, by all processes that have settled. */
  jobs: number
}

export interface SettleOptions {
  /** The month to report on: `2026-11`. */
  month: string
  /** For keys without limits of their own. */
  defaults: KeyLimits
  /** An expression for the present; every process must get it from the same clock. */
  databaseNow: SQL
}

/**
 * Adds what was used, moves tokens between the buckets and this process, and reports how every key stands: one
 * statement for all. Keys that are unknown or revoked are not in the answer; what a revoked one used is added still.
 * It writes nothing for keys that used nothing and move no token. Rows of `api_keys` are locked in the order of
 * their ids before anything else is written, so that processes do not wait for each other in a ring.
 */
export async function settle(
  queries: Queries,
  claims: readonly Claim[],
  options: SettleOptions,
): Promise<Standing[]> {
  const { defaults, databaseNow, month } = options
  return await queries.run<Standing>(sql`
    with claim as (${claimRows(claims)}),
    tally as (${tallyRows(claims)}),
    known as (
      select id, hash, name, revoked_at,
        coalesce(requests_per_minute, ${defaults.requestsPerMinute}::integer) as rate,
        coalesce(jobs_per_month, ${defaults.jobsPerMonth}::bigint) as allowance
      from ${apiKeys} where hash in (select hash from claim)
    ),
    locked as (
      select id, hash, bucket_tokens, bucket_filled_at from ${apiKeys}
      where id in (
        select id from known join claim using (hash)
        where is_used or (rate is not null and (wanted > 0 or returned > 0))
      )
      order by id for no key update
    ),
    present as (
      select id, hash, bucket_tokens, bucket_filled_at, ${databaseNow} as at from locked
    ),
    bucket as (
      select present.id, at, rate, is_used, needed, wanted,
        least(rate, returned + coalesce(
          bucket_tokens + greatest(0, extract(epoch from at - bucket_filled_at))::double precision * rate / 60,
          rate)) as tokens
      from present join known using (id) join claim on claim.hash = present.hash
    ),
    lease as (
      select id, at, is_used, tokens, coalesce(least(floor(tokens + 1e-6),
        greatest(needed, least(wanted, floor(tokens / 4)))), 0) as granted
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
      select locked.id, tally.month, requests, jobs from tally join locked using (hash)
      on conflict (key_id, month) do update set
        requests = ${apiKeyUsage.requests} + excluded.requests, jobs = ${apiKeyUsage.jobs} + excluded.jobs
      returning key_id, month, jobs
    )
    select known.hash, known.id, known.name, known.rate as "requestsPerMinute",
      known.allowance::double precision as "jobsPerMonth",
      coalesce(added.jobs, past.jobs, 0)::double precision as jobs,
      coalesce(leased.granted, 0)::integer as granted, leased.bucket_tokens as tokens
    from known
    left join leased using (id)
    left join added on added.key_id = known.id and added.month = ${`${month}-01`}::date
    left join ${apiKeyUsage} past on past.key_id = known.id and past.month = ${`${month}-01`}::date
    where known.revoked_at is null`)
}

function claimRows(claims: readonly Claim[]): SQL {
  const column = (value: (claim: Claim) => string | number | boolean) =>
    arrayLiteral(claims.map(value))
  return sql`select * from unnest(
    ${column(({ hash }) => hash)}::text[], ${column(({ tallies }) => tallies.length > 0)}::boolean[],
    ${column(({ lease }) => lease.needed)}::integer[], ${column(({ lease }) => lease.wanted)}::integer[],
    ${column(({ lease }) => lease.returned)}::integer[]
  ) as claim (hash, is_used, needed, wanted, returned)`
}

function tallyRows(claims: readonly Claim[]): SQL {
  const rows = claims.flatMap(({ hash, tallies }) => tallies.map((tally) => ({ hash, ...tally })))
  const column = (value: (row: (typeof rows)[number]) => string | number) =>
    arrayLiteral(rows.map(value))
  return sql`select * from unnest(
    ${column(({ hash }) => hash)}::text[], ${column((row) => `${row.month}-01`)}::date[],
    ${column(({ requests }) => requests)}::bigint[], ${column(({ jobs }) => jobs)}::bigint[]
  ) as tally (hash, month, requests, jobs)`
}
