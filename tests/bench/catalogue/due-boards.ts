import { SYSTEMS } from '../../../src/collect/systems/index'
import { withClient } from './databases'
import { RANKING } from './ranking'

/** Due boards, with what collectors and importers have written of them before: rows as wide as real ones. */
export async function fillDueBoards(url: string): Promise<void> {
  const systems = new Set(SYSTEMS.map(({ source }) => source))
  await withClient(url, async (client) => {
    // No measured statement searches, and filling them would take most of the time.
    await client.unsafe(`drop index active_jobs_places, active_jobs_title_words, active_jobs_organization_words,
      active_jobs_text_words, active_jobs_organization, active_jobs_newest`)
    for (const [name, { boards, postings }] of Object.entries(RANKING)) {
      // Employers' own sites stand for a system without a reader.
      const source = systems.has(name) ? name : 'careerpage'
      const slug = `${name}-`
      await client`insert into collector_boards (source, slug, settings, added_at, next_due, interval_seconds, validators,
          list_hash, board_name, asked_at, last_success_at, incomplete_reason, last_count)
        select ${source}, ${slug} || number || '.example.com', jsonb_build_object('host', 'jobs.example.com'), now(),
          now() - (number * 3571 % 3600) * interval '1 second', 14400,
          jsonb_build_object('https://jobs.example.com/' || number, jsonb_build_object('etag', md5(number::text))),
          md5(number::text), 'Employer ' || number, now() - interval '6 hours', now() - interval '1 day',
          case when number % 20 = 0 then number || ' of 900 postings' end, ${Math.round(postings / boards)}::integer
        from generate_series(1, ${boards}::integer) as number`
      await client`insert into collector_postings (board_id, external_id, fingerprint, content_hash, countries, skipped, other_board)
        select id, (id::bigint * 10000 + number)::text, md5(number::text) || md5(id::text), md5(slug), array['US'],
          case when number % 100 = 7 then 'unreadable' end,
          case when ${name} in ('phenom', 'radancy') then 'adp/adp-' || id % 20000 + number % 3 + 1 || '.example.com' end
        from collector_boards, generate_series(1, last_count) as number where slug like ${`${slug}%`}`
    }
    await client`insert into collector_vendors (source, next_at, blocked_until, blocked_reason, robots, robots_until)
      select source || '/' || slug, now(), case when id % 5 = 0 then now() + interval '1 hour' end, 'answered 429',
        repeat('Disallow: /admin ', 50), now() + interval '1 day'
      from collector_boards where source = 'careerpage'`
    await client`insert into jobs (id, date_created, employment_types, is_remote, has_salary, has_location, country, status,
        source, source_slug, organization, places, title_words, organization_words, text_words)
      select number, now() - number * interval '1 second', 1, false, false, true,
        case when number % 10 = 0 then 'CA' else 'US' end, 'active', board.source, board.slug, board.board_name,
        array[(number % 20000)::integer], to_tsvector('simple', 'title ' || number / 2), '', ''
      from (select *, row_number() over () as number from collector_postings) as posting
      join collector_boards as board on board.id = posting.board_id`
    await client`insert into postings (job_id, key, country, board, line_hash, is_active)
      select id, md5(id::text)::uuid, country, source || '/' || source_slug, '6.abc', true from active_jobs`
    await client.unsafe('vacuum (analyze)')
  })
}
