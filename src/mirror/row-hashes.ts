import type { SQL } from 'bun'
import type { Country } from '../values/country'
import { isPostgres } from './adapter'
import { DamagedCopy } from './checkpoint'

/** The ids of one hash. */
const RANGE = 4096
const ROWS_READ = 200

/** How many rows of `jobs` have ids of a range, and the hashes of these rows, combined by XOR. */
interface Content {
  jobs: number
  hash: bigint
}

/** By the number of the range. */
type Contents = Map<number, Content>

const NOTHING: Content = { jobs: 0, hash: 0n }

/**
 * The table `mirror_hashes`: the content of each range of ids. Each transaction changes it by the rows that it changes, so it does
 * not match once another program has deleted, added or changed rows.
 */
export async function createHashes(sql: SQL): Promise<void> {
  // Of an earlier mirror; it covered the ids alone.
  await sql`drop table if exists mirror_sums`
  await sql`create table if not exists mirror_hashes (country text not null, range bigint not null,
    jobs bigint not null, hash text not null, primary key (country, range))`
  await sql`create index if not exists jobs_country_id on jobs (country, id)`
}

/** Does `work`, which may change the rows with these ids and no others, and notes the change. */
export async function changeRows(
  sql: SQL,
  { country, ids }: { country: Country; ids: readonly number[] },
  work: () => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return await work()
  const before = await contentOf(sql, country, ids)
  await work()
  const after = await contentOf(sql, country, ids)
  const ranges = [...new Set([...before.keys(), ...after.keys()])]
  if (ranges.length === 0) return
  const kept = asContents(
    await sql`select range, jobs, hash from mirror_hashes
      where country = ${country} and range in ${sql(ranges)}`,
  )
  const changed: Contents = new Map()
  for (const range of ranges) {
    const old = kept.get(range) ?? NOTHING
    const left = before.get(range) ?? NOTHING
    const came = after.get(range) ?? NOTHING
    changed.set(range, {
      jobs: old.jobs - left.jobs + came.jobs,
      hash: old.hash ^ left.hash ^ came.hash,
    })
  }
  await store(sql, country, changed)
}

/** Hashes all rows of a country. */
export async function replaceHashes(sql: SQL, country: Country): Promise<void> {
  await sql`delete from mirror_hashes where country = ${country}`
  await store(sql, country, await contentOf(sql, country))
}

/** Throws `DamagedCopy` when rows are not as the mirror left them. A copy of a mirror that kept no hashes is taken as it is. */
export async function checkHashes(sql: SQL, country: Country): Promise<void> {
  const kept = asContents(
    await sql`select range, jobs, hash from mirror_hashes where country = ${country}`,
  )
  if (kept.size === 0) return await replaceHashes(sql, country)
  const found = await contentOf(sql, country)
  const wrong: number[] = []
  let [missing, added] = [0, 0]
  for (const range of new Set([...kept.keys(), ...found.keys()])) {
    const [was, is] = [kept.get(range) ?? NOTHING, found.get(range) ?? NOTHING]
    if (was.jobs === is.jobs && was.hash === is.hash) continue
    wrong.push(range)
    missing += Math.max(0, was.jobs - is.jobs)
    added += Math.max(0, is.jobs - was.jobs)
  }
  if (wrong.length === 0) return
  const ids = `with ids from ${Math.min(...wrong) * RANGE} to ${(Math.max(...wrong) + 1) * RANGE - 1}`
  const issue =
    missing > 0
      ? `${missing} rows of ${country} are missing`
      : `rows of ${country} were ${added > 0 ? 'added' : 'changed'}`
  throw new DamagedCopy('the table jobs', `another program wrote it: ${issue}, ${ids}`)
}

async function store(sql: SQL, country: Country, contents: Contents): Promise<void> {
  const all = [...contents].map(([range, { jobs, hash }]) => {
    return { country, range, jobs, hash: `${hash}` }
  })
  for (let first = 0; first < all.length; first += ROWS_READ) {
    const rows = all.slice(first, first + ROWS_READ)
    await sql`insert into mirror_hashes ${sql(rows)}
      on conflict (country, range) do update set jobs = excluded.jobs, hash = excluded.hash`
  }
}

/** The content of all rows of a country, or of those with these ids. */
async function contentOf(sql: SQL, country: Country, ids?: readonly number[]): Promise<Contents> {
  const some = ids === undefined ? sql`true` : sql`id in ${sql(ids)}`
  if (isPostgres(sql)) {
    return asContents(
      await sql`select id / ${RANGE}::int as range, count(*) as jobs, bit_xor(hashtextextended(concat_ws(chr(10), id, title,
        organization, place, url, extract(epoch from date_created), extract(epoch from date_posted), job), 0)) as hash
        from jobs where country = ${country} and ${some} group by 1`,
    )
  }
  const contents: Contents = new Map()
  for (let after = -1; ; ) {
    // As bytes, which are hashed as SQLite has them.
    const rows: [id: number, content: Uint8Array][] = await sql`
      select id, cast(title || char(10) || coalesce(organization, char(0)) || char(10) || coalesce(place, char(0)) || char(10) || url ||
        char(10) || date_created || char(10) || coalesce(date_posted, char(0)) || char(10) || job as blob) from jobs
      where country = ${country} and id > ${after} and ${some} order by id limit ${ROWS_READ}`.values()
    for (const [id, content] of rows) {
      const range = Math.floor(id / RANGE)
      const { jobs, hash } = contents.get(range) ?? NOTHING
      contents.set(range, { jobs: jobs + 1, hash: hash ^ Bun.hash.xxHash3(content, BigInt(id)) })
    }
    const last = rows.at(-1)
    if (last === undefined) return contents
    after = last[0]
  }
}

function asContents(rows: { range: number; jobs: number; hash: string }[]): Contents {
  return new Map(
    rows.map(({ range, jobs, hash }) => [
      Number(range),
      { jobs: Number(jobs), hash: BigInt(hash) },
    ]),
  )
}
