import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createCollectMetrics } from '../../../src/service/metrics/collect-metrics'
import { startRehearsal } from '../../collect/support/rehearsal'
import { startOnce } from '../../support/start-once'

const rehearsal = startOnce(startRehearsal, ({ close }) => close())

test('requests, boards, postings, suspicion and the oldest overdue board', async () => {
  const metrics = createCollectMetrics(rehearsal.database, rehearsal.clock.now)
  const job = { id: '1', title: 'Welder', place: 'Windsor, ON' }
  await rehearsal.add('acme', { jobs: [job, { ...job, id: '2', place: 'Paris, France' }] })
  await rehearsal.run()
  const broken = (id?: string) => (id ? new Response('', { status: 500 }) : { jobs: [job] })
  await rehearsal.add('gamma', broken, { settings: { details: 'yes' } })
  await rehearsal.run()
  await rehearsal.database.run(sql`insert into collector_postings (board_id, external_id, fingerprint, due_at, closed_at)
    select min(board_id), page.id, '1:', now(), page.closed_at
    from collector_postings, (values ('empty', now()), ('unread', null)) as page (id, closed_at) group by 2, 3, 5`)
  // A board that was never collected is not overdue, however long it waits.
  await rehearsal.add('beta', { jobs: [] })
  const due = new Date(rehearsal.clock.now().getTime() - 60_000)
  await rehearsal.database.run(sql`update collector_boards
    set next_due = case slug when 'acme' then ${due.toISOString()}::timestamptz else '2000-01-01' end
    where slug in ('acme', 'beta')`)
  rehearsal.clock.advance(90_000)
  metrics.count({ source: 'fake', host: 'api.fake.example', status: 200, ms: 120 })
  metrics.count({ source: 'fake', host: 'api.fake.example', status: undefined, ms: 30_000 })
  await rehearsal.database.run(sql`insert into collector_vendors (source, next_at, blocked_until)
    values ('other', now(), ${new Date(rehearsal.clock.now().getTime() + 60_000).toISOString()})`)
  const lines = (await metrics.read())
    .split('\n')
    .filter((line) => /^[^#]/.test(line) && !/_bucket|_sum/.test(line))
  expect(lines.toSorted()).toEqual([
    'job_catalogue_collect_blocked_boards{vendor="other"} 0',
    'job_catalogue_collect_blocked_seconds{vendor="other"} 60',
    'job_catalogue_collect_boards{source="fake",state="failing"} 1',
    'job_catalogue_collect_boards{source="fake",state="new"} 1',
    'job_catalogue_collect_boards{source="fake",state="ok"} 1',
    'job_catalogue_collect_overdue_seconds 150',
    'job_catalogue_collect_postings{outcome="foreign"} 1',
    'job_catalogue_collect_postings{outcome="imported"} 1',
    'job_catalogue_collect_postings{outcome="none"} 1',
    'job_catalogue_collect_postings{outcome="waiting"} 2',
    'job_catalogue_collect_request_duration_seconds_count{source="fake"} 2',
    'job_catalogue_collect_requests_total{source="fake",status="0"} 1',
    'job_catalogue_collect_requests_total{source="fake",status="200"} 1',
    'job_catalogue_collect_suspect{source="fake"} 0',
    'job_catalogue_collect_understood_ratio{source="fake"} 0.5',
  ])
})
