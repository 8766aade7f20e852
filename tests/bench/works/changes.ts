import { connect } from '../../../src/catalogue/database/client/connection'
import { importPostings } from '../../../src/catalogue/import/import-postings'
import type { FileLine } from '../../../src/catalogue/import/line/read-lines'
import { createWriter, type Writer } from '../../../src/catalogue/import/write/writer'
import type { Bench, Work } from '../bench'
import { type Contender, startContenders } from '../measure/contenders'
import { interleave, runClients, send } from '../measure/load'
import { atLeastClaim, limitClaim, type Report } from '../measure/report'
import { median, type Summary, summarize } from '../measure/statistics'
import { pageCursors, pageTarget, stretches } from '../queries/pages'
import { target } from '../queries/query'

const EVENTS = 500
const PAGES = 8
const ROUNDS = 6
const OF_FEED = 0.8
const WRITTEN = 20
const MAX_DELAY_MS = 100

const PARTS = { country: 'US', limit: EVENTS }

export const changes: Work = {
  name: 'changes',
  about:
    'pages of 500 events with their jobs beside pages of 500 of the feed; how soon a job is readable',
  async run(bench) {
    await using contenders = await startContenders(bench, 'ours', 'Q')
    const ours = contenders.get('ours')
    const latest = await latestSeq(ours, 'US')
    const cursors = await pageCursors(bench.databaseUrl, EVENTS)
    const spots = Array.from({ length: PAGES * ROUNDS }, (_, spot) =>
      Math.floor((spot * latest) / (PAGES * ROUNDS + 1)),
    )
    const log = spots.map((since) => target('/v1/changes', { ...PARTS, since }))
    const feed = cursors.map((cursor) =>
      pageTarget(cursor, { ...PARTS, include_source_fields: 'true' }),
    )
    return report(
      await rates(contenders.all, log),
      await rates(contenders.all, feed),
      summarize(await writeAndRead(bench, ours)),
    )
  },
}

/** Jobs a second; and rows: an event whose job left has none, and costs time all the same. */
interface Rates {
  ours: number
  Q: number
  rows: number
}

function report(events: Rates, jobs: Rates, delays: Summary): Report {
  const row = (name: string, { ours, Q, rows }: Rates) => [
    name,
    ours,
    Q,
    (ours / Q).toFixed(2),
    rows,
  ]
  return {
    tables: [
      {
        title: 'Changes and feed, jobs a second',
        header: ['', 'ours', 'Q', 'ours/Q', 'rows a second'],
        rows: [row('changes', events), row('feed, limit 500', jobs)],
      },
      {
        title: 'From the start of a write to the event in a client, ms',
        header: ['median', 'p95', 'worst'],
        rows: [[delays.median, delays.p95, delays.worst]],
      },
    ],
    figures: { changes: { ...events }, feed: { ...jobs }, delays: { ...delays } },
    claims: [
      atLeastClaim({
        work: 'changes, pages of 500 with jobs',
        ours: events.ours,
        other: jobs.ours,
        name: 'feed',
        unit: 'jobs/s',
        atLeast: OF_FEED,
      }),
      limitClaim({
        work: 'changes, a written job is readable',
        value: delays.worst,
        unit: 'ms',
        atMost: MAX_DELAY_MS,
      }),
    ],
  }
}

/** Of one client. */
async function rates(contenders: readonly Contender[], targets: readonly string[]): Promise<Rates> {
  const jobsByTarget = new Map<string, number>()
  const rates = await interleave(contenders, { rounds: ROUNDS }, async (contender, round) => {
    const options = { clients: 1, length: round < 0 ? PAGES * ROUNDS : PAGES, round }
    const [asked = []] = stretches(targets, { ...options, round: Math.max(0, round) })
    if (round < 0 && contender.name === 'ours') {
      for (const one of asked) jobsByTarget.set(one, await jobsOf(contender, one))
    }
    const { elapsedMs } = await runClients(contender, [asked])
    const jobs = asked.reduce((sum, one) => sum + (jobsByTarget.get(one) ?? 0), 0)
    return { jobs: (jobs * 1000) / elapsedMs, rows: (asked.length * EVENTS * 1000) / elapsedMs }
  })
  return {
    ours: median(rates.ours.map((rate) => rate.jobs)),
    Q: median(rates.Q.map((rate) => rate.jobs)),
    rows: median(rates.ours.map(({ rows }) => rows)),
  }
}

async function jobsOf(contender: Contender, one: string): Promise<number> {
  const response = await send(contender, one)
  await response.arrayBuffer()
  return Number(response.headers.get('x-jobs-this-request'))
}

async function latestSeq(contender: Contender, country: string): Promise<number> {
  const response = await send(contender, target('/v1/changes', { country, limit: 1 }))
  const page: { latest_seq: number } = JSON.parse(await response.text())
  return page.latest_seq
}

/** Milliseconds from the start of the import of a posting until a client that polls has read its event. */
async function writeAndRead({ databaseUrl }: Bench, reader: Contender): Promise<number[]> {
  const database = connect({ url: databaseUrl, poolSize: 4 })
  const writer = createWriter(database)
  const delays: number[] = []
  const ids: string[] = []
  try {
    for (let number = 0; number < WRITTEN; number += 1) {
      const since = await latestSeq(reader, 'CA')
      const id = crypto.randomUUID()
      ids.push(id)
      const started = performance.now()
      const written = importLines(writer, [newPosting(id)])
      while ((await latestSeq(reader, 'CA')) === since) await Bun.sleep(1)
      delays.push(performance.now() - started)
      await written
    }
    // The catalogue stays as large as it was.
    await importLines(
      writer,
      ids.map((id) => ({ ...identity(id), status: 'expired' })),
    )
  } finally {
    await database.close()
  }
  return delays
}

const identity = (id: string) => ({ source: 'greenhouse', source_slug: 'bench', external_id: id })

function newPosting(id: string): object {
  const url = `https://bench.example/${id}`
  return { ...identity(id), title: 'Welder', url, countries: ['CA'], description_text: 'Welds.' }
}

async function importLines(writer: Writer, lines: readonly object[]): Promise<void> {
  await importPostings(writer, asFile(lines), {
    history: false,
    onReject({ issue }) {
      throw new Error(issue)
    },
    onProgress: () => undefined,
  })
}

async function* asFile(lines: readonly object[]): AsyncGenerator<FileLine> {
  for (const [index, line] of lines.entries()) {
    yield { number: index + 1, text: JSON.stringify(line), position: 0 }
  }
}
