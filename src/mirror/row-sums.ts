import type { SQL } from 'bun'
import type { Country } from '../values/country'
import { DamagedCopy } from './checkpoint'

/** The ids of one sum. */
const RANGE = 4096

/**
 * The table `mirror_sums`: how many rows of `jobs` have ids of a range, and a hash of these ids. Each transaction changes the sums by
 * the rows that it changes, so they do not match once another program has deleted or added rows.
 */
export async function createSums(sql: SQL): Promise<void> {
  await sql`create table if not exists mirror_sums (country text not null, range bigint not null,
    jobs bigint not null, sum bigint not null, primary key (country, range))`
  await sql`create index if not exists jobs_country_id on jobs (country, id)`
}

/** Takes the rows with these ids out of the sums (-1), or adds them (1). */
export async function addSums(sql: SQL, ids: readonly number[], sign: 1 | -1): Promise<void> {
  // The condition also tells SQLite that `on` belongs to the insert.
  await sql.unsafe(`insert into mirror_sums ${sumsOf(sign)} where id in (${ids})
    group by 1, 2 on conflict (country, range) do update
    set jobs = mirror_sums.jobs + excluded.jobs, sum = mirror_sums.sum + excluded.sum`)
}

/** Sums all rows of a country. */
export async function replaceSums(sql: SQL, country: Country): Promise<void> {
  await sql`delete from mirror_sums where country = ${country}`
  await sql.unsafe(
    `insert into mirror_sums ${sumsOf(1)} where country = '${country}' group by 1, 2`,
  )
}

/** Throws `DamagedCopy` when rows are not as the mirror left them. A copy of a mirror that kept no sums is taken as it is. */
export async function checkSums(sql: SQL, country: Country): Promise<void> {
  const [kept] = await sql`select range from mirror_sums where country = ${country} limit 1`
  if (kept === undefined) return await replaceSums(sql, country)
  const [wrong] = await sql.unsafe(`
    with found as (${sumsOf(1)} where country = '${country}' group by 1, 2),
    kept as (select * from mirror_sums where country = '${country}' and jobs <> 0),
    wrong as (
      select coalesce(found.range, kept.range) as range, coalesce(kept.jobs, 0) - coalesce(found.jobs, 0) as missing
      from found full join kept on kept.range = found.range
      where found.jobs is distinct from kept.jobs or found.sum is distinct from kept.sum)
    select count(*) as ranges, min(range) as first, max(range) as last,
      sum(case when missing > 0 then missing else 0 end) as missing from wrong`)
  if (Number(wrong.ranges) === 0) return
  const ids = `with ids from ${Number(wrong.first) * RANGE} to ${(Number(wrong.last) + 1) * RANGE - 1}`
  const issue =
    Number(wrong.missing) > 0
      ? `${wrong.missing} rows of ${country} are missing`
      : `rows of ${country} were added`
  throw new DamagedCopy('the table jobs', `another program wrote it: ${issue}, ${ids}`)
}

/** Of the ids alone, which an index has: the check does not read the rows. */
function sumsOf(sign: 1 | -1): string {
  return `select country, id / ${RANGE} as range, ${sign} * count(*) as jobs,
    ${sign} * cast(sum(id % 1000003 * (id % 998244353)) as bigint) as sum from jobs`
}
